import FormatTestSupport
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

/// The reference articles list every key that the readers accept.
@Suite struct ArticleKeyTests {
  private func text(of article: String) throws -> String {
    try RepositoryFiles.text("Sources/\(article).md")
  }

  @Test func `Every key of a definition is in its article`() throws {
    #expect(DefinitionKeys.Root.schema.rawValue == SchemaPart.dialect.key)
    let elements =
      words(DefinitionKeys.Root.self) + words(DefinitionKeys.Intent.self)
      + words(DefinitionKeys.Parameter.self) + words(DefinitionKeys.Text.self)
      + words(DefinitionKeys.Reference.self) + words(DefinitionKeys.Size.self)
    let parts =
      words(DefinitionKeys.Relationship.self) + words(DefinitionKeys.Prompt.self)
      + words(DefinitionKeys.Units.self) + words(DefinitionKeys.Enumeration.self)
      + words(DefinitionKeys.Case.self) + words(DefinitionKeys.ObjectType.self)
    let summaries =
      words(DefinitionKeys.Summary.self) + words(DefinitionKeys.Question.self)
      + words(DefinitionKeys.SummaryCase.self) + words(DefinitionKeys.Origin.self)
      + words(DefinitionKeys.Unknown.self) + words(ConditionOperator.self)
    let values =
      words(DefinitionTypeName.self) + NumberControl.definitionWords
      + DateComponentsMetadata.Kind.definitionWords + DurationUnit.definitionWords
      + words(ParameterRelation.self) + words(ActionMode.self) + SwiftTypes.variantNames
    let article = "DefinitionFormats/DefinitionFormats.docc/DefinitionJSONKeys"
    #expect(try missing(elements + parts + summaries + values, from: text(of: article)) == [])
    let tags = "tags of a type's own properties start at \(DefinitionRules.firstOwnTag)."
    #expect(try text(of: article).contains(tags))
    let advice =
      [DefinitionKeys.Parameter.tag, .configurable].map(\.rawValue)
      + [DefinitionKeys.Intent.lastTag.rawValue]
    let changing = "DefinitionFormats/DefinitionFormats.docc/ChangingADefinition"
    #expect(try missing(advice, from: text(of: changing)) == [])
  }

  @Test func `The remedy for a missing tag names its keys`() {
    let remedy = DefinitionFinding(.missingTag(free: 3), at: .root).remedy
    #expect(remedy.contains("\"\(DefinitionKeys.Parameter.tag.rawValue)\": 3"))
    #expect(remedy.contains("“\(DefinitionKeys.Intent.lastTag.rawValue)”"))
  }

  @Test func `The marks of translations in a catalog are in the article about CI`() throws {
    let words: [String] = [
      StringCatalogFile.Key.shouldTranslate, StringCatalogFile.untranslated,
      StringCatalogFile.unreviewed, CheckFinding.unreviewedTranslation,
    ]
    let article = "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI"
    let text = try text(of: article)
    #expect(words.filter { !text.contains("`\($0)") } == [])
  }

  @Test func `The names of built files are in the article about built programs`() throws {
    let names = [AppIntentsBundle.folder, AppIntentsBundle.file, AppIntentsFile.constantsEnding]
    let article = "DefinitionFormats/DefinitionFormats.docc/BuiltAppIntents"
    #expect(try missing(names, from: text(of: article)) == [])
  }

  @Test func `Every key of an intent, and every family, is in the article about intents`() throws {
    let keys =
      words(IntentKey.self) + words(ValueKeys.Object.self) + words(IntentDateComponent.self)
      + ParameterType.coded.flatMap { $0.coding?.members.map(\.key) ?? [] }
    let article = "IntentDocuments/IntentDocuments.docc/IntentDocument"
    #expect(try missing(keys, from: text(of: article)) == [])
    let families = WidgetFamily.allCases.map { "`\($0.rawValue)`" }
    #expect(try text(of: article).contains("| \(families.listed("or"));"))
  }
}
