import DefinitionFormats
import IntentModel
import Messages

/// Rules of the App Store and Xcode for new code; they do not depend on what happens to the
/// answers.
struct StoreRules {
  private let source: AppIntentsSource
  private let project: XcodeTargets
  private let tables: [String: [TranslationTables.Table]]

  init(_ sources: MigrationSources) {
    source = sources.new
    project = sources.targets
    tables = Dictionary(grouping: sources.tables?.tables ?? [], by: \.name)
  }

  /// The findings about words in titles, and about names of queries.
  var findings: [CheckFinding] {
    source.intents.flatMap { intent in intent.titles.flatMap { words(in: $0, of: intent) } }
      + queries
  }

  /// The findings about words that the App Store refuses in a title or a description; the texts are
  /// in the code, or else in a table.
  private func words(in text: SourceArgument, of intent: SourceIntent) -> [CheckFinding] {
    guard let key = text.value.key else { return [] }
    func finding(_ word: String, _ sentence: Message? = nil) -> CheckFinding {
      let rule = DefinitionFinding.Rule.storeWord(word).statement
      return CheckFinding(
        file: text.place.file, line: text.place.line, column: text.place.column, severity: .note,
        code: rule.code, sentence: sentence ?? rule.message, remedy: rule.advice,
        subject: .intentNamed(name: intent.name))
    }
    if let word = StoreWords.first(in: text.value.resource(.defaultValue) ?? key) {
      return [finding(word)]
    }
    let what: Message = text.label == ArgumentLabel.title.rawValue ? "title" : "description"
    var seen = Set<String>()
    return (tables[text.value.resource(.table) ?? LiteralText.standardTable] ?? []).compactMap {
      table in
      guard let word = table.texts[key].flatMap({ StoreWords.first(in: $0) }),
        seen.insert(table.language).inserted
      else { return nil }
      return finding(word, .storeRefuses(word: word, what: what, language: table.language))
    }
  }

  /// The findings about queries and options providers that share a name in one part of the project,
  /// ignoring the types around them.
  private var queries: [CheckFinding] {
    let targets = AppIntentsSource.targets(of: source.queries.values.map(\.place.file))
    let groups = Dictionary(grouping: source.queries.values) { query in
      let names = project.targets(of: query.place.file)
      return [
        query.name, names?.sorted().joined(separator: ", ") ?? targets[query.place.file] ?? "",
      ]
    }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted { $0.path < $1.path } }
      .sorted { $0[0].path < $1[0].path }
      .map { queries in
        CheckFinding(
          at: queries[1].place, .note, .sameQuery,
          sentence: """
            Xcode's tools list queries without their enclosing types, so these have the same name \
            there: \(list: queries.map { Message.quoted($0.path) }).
            """,
          remedy: "Give each a different name, such as “\(name: Self.other(queries[1].path))”.")
      }
  }

  /// A different name that includes the enclosing type.
  private static func other(_ path: String) -> String {
    path.split(separator: ".").suffix(2).joined()
  }
}
