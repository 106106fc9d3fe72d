import DefinitionFormats
import Testing
import WidgetTestSupport

/// The list of codes, and the article that is generated from it.
@Suite struct FindingCodeTests {
  @Test func theArticleIsTheList() {
    let difference = Golden.difference(
      FindingCode.article,
      fromFile: "Sources/DefinitionFormats/DefinitionFormats.docc/FindingCodes.md")
    #expect(difference == nil)
  }

  /// A name with hyphens in another article is a code, or the name of a program.
  @Test(arguments: [
    "BuiltAppIntents", "ChangingADefinition", "DefinitionJSONKeys", "DefinitionsInCI",
  ])
  func anArticleNamesCodesOfTheList(article: String) throws {
    let text = try RepositoryFiles.text(
      "Sources/DefinitionFormats/DefinitionFormats.docc/\(article).md")
    let names = text.matches(of: /`([a-z]+(?:-[a-z]+)+)`/).map { String($0.1) }
      .filter { $0 != MigrationProgram.name }
    #expect(!names.isEmpty)
    #expect(names.filter { FindingCode.named($0) == nil } == [])
  }

  @Test func eachCodeHasOneMeaningInSentences() {
    #expect(Set(FindingCode.all.map(\.name)).count == FindingCode.all.count)
    for code in FindingCode.all {
      #expect(code.meaning.hasSuffix(".") && code.meaning.count > 10, "\(code.name)")
      #expect(code.name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }, "\(code.name)")
    }
  }
}
