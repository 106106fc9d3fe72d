import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Testing
import WidgetFormats
import WidgetTestSupport

/// A program follows the remedies of all findings in real files.
///
/// Afterwards the finding is gone, no new one has replaced it, and no stored answer is lost.
@Suite("Following remedies in real files", .enabled(if: Corpus.isAvailable))
struct CorpusRemedyTests {
  @Test("following a remedy leaves no worse finding and loses no answer", arguments: names)
  func following(name: String) throws {
    let project = try RealProject(name)
    let before = project.findings()
    for finding in project.model.findings {
      let ways = finding.ways(in: project.model)
      #expect(!ways.isEmpty, "no way to follow: \(finding)")
      for word in finding.followedWords { #expect(finding.remedy.contains(word)) }
      for (number, way) in ways.enumerated() {
        let place: Comment = "way \(number + 1) of \(finding)"
        let after = try project.findings(with: way)
        #expect(after.count(of: finding) < before.count(of: finding), place)
        #expect(after.news(besides: before) == [], place)
        // A case with the index of "no value" was never stored as this case.
        if case .caseAtZero = finding.rule { continue }
        let diff = DefinitionDiff(from: project.model, to: way)
        #expect(!diff.losesAnswers, "\(place) \(diff.lines.map(\.text))")
      }
    }
    let ofTables = before.filter { finding in
      project.model.findings.allSatisfy { !finding.states($0) }
    }
    // The languages of a project usually lack the same texts.
    let followed = Dictionary(grouping: ofTables, by: \.code).values.flatMap { $0.prefix(6) }
    for finding in followed {
      let after = try project.findings(following: finding)
      #expect(!after.map(\.identity).contains(finding.identity), "\(finding.text())")
      #expect(after.news(besides: before) == [], "after \(finding.text())")
    }
  }

  private static let names = Corpus.files(endingIn: ".intentdefinition")
}

/// A definition of the corpus in a separate folder, with the string tables of its project.
private struct RealProject {
  let model: IntentDefinitionFile
  private let folder: TemporaryFolder
  private let path: String
  /// The tables by their paths.
  private let tables: [String: StringTable]

  init(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Corpus.path(of: name))))
    model = try IntentDefinitionReader.read(bytes, file: name).file
    let parts = name.split(separator: "/").map(String.init)
    folder = try TemporaryFolder()
    path = try folder.write("Base.lproj/\(parts[parts.count - 1])", "")
    try Data(bytes).write(to: URL(filePath: path))
    // The tables of a repository are not next to its definitions.
    let place = parts[1..<(parts.count - 1)].filter { $0 != "Base.lproj" }.joined(separator: "/")
    let stem = parts[parts.count - 1].split(separator: ".").dropLast().joined(separator: ".")
    var tables: [String: StringTable] = [:]
    for table in Self.tables where table.hasPrefix("\(parts[0])/strings/") {
      let steps = table.split(separator: "/").map(String.init)
      guard steps[steps.count - 1] == "\(stem).strings",
        place.isEmpty || steps[2..<(steps.count - 2)].joined(separator: "/") == place
      else { continue }
      let copy = try folder.write("\(steps[steps.count - 2])/\(stem).strings", "")
      let content = try Data(contentsOf: URL(filePath: Corpus.path(of: table)))
      try content.write(to: URL(filePath: copy))
      tables[copy] = StringTable.read([UInt8](content)).table
    }
    self.tables = tables
  }

  private static let tables = Corpus.files(endingIn: ".strings")

  func findings() -> [CheckFinding] { FileCheck.run(paths: [path]).findings }

  /// The findings with a different definition instead of the real one.
  func findings(with model: IntentDefinitionFile) throws -> [CheckFinding] {
    FileCheck.run(paths: [path], contents: [path: try DefinitionPlist.bytes(of: model)]).findings
  }

  /// The findings that remain after a finding's remedy is applied to the tables.
  func findings(following finding: CheckFinding) throws -> [CheckFinding] {
    if finding.code == "duplicate-text-id" {
      return FileCheck.run(paths: [path], contents: [path: try content(following: finding)])
        .findings
    }
    let named = finding.message.text().split(separator: " in ").last ?? ""
    let languages = named.dropLast().split(separator: ", ").map(String.init)
    let changed = tables.filter { table in
      table.key == finding.file
        || finding.file == path && languages.contains { table.key.contains("/\($0).lproj/") }
    }
    defer { for (path, table) in changed { try? write(table.entries, to: path) } }
    for (path, table) in changed {
      try write(entries(of: table, following: finding), to: path)
    }
    return findings()
  }

  /// The definition with a new identifier for the text at a finding; in Xcode's order, the text
  /// comes before its identifier.
  private func content(following finding: CheckFinding) throws -> [UInt8] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let own = "<string>\(try #require(finding.keys.first))</string>"
    let written = lines[try #require(finding.line) - 1]
    for line in lines.indices where lines[line] == written {
      // The identifier is two lines below its text.
      let places = (line + 1...line + 2).filter { lines.indices.contains($0) }
      for place in places {
        lines[place] = lines[place].replacing(own, with: "<string>ownOne</string>")
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func write(_ entries: [StringTable.Entry], to path: String) throws {
    // Entries with the same key stay in order.
    let text = entries.map { StringTable.text(of: [LocalizedText($0.value, id: $0.key)]) }.joined()
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func entries(
    of table: StringTable, following finding: CheckFinding
  ) throws -> [StringTable.Entry] {
    func entry(_ key: String, _ value: String) -> StringTable.Entry {
      StringTable.Entry(key: key, value: value, position: nil)
    }
    /// The entries with different texts for the keys in the finding.
    func replacing(_ change: (String) -> String) -> [StringTable.Entry] {
      table.entries.map {
        finding.keys.contains($0.key) ? entry($0.key, change($0.value)) : $0
      }
    }
    let placeholders = finding.message.text().matches(of: /\$\{[^}]*\}/).map { String($0.output) }
    switch finding.code {
    case "missing-translation":
      let missing = finding.keys.filter { table.lookup($0) == nil }
      return table.entries
        + (try missing.map { entry($0, try #require(text(of: $0), "no text “\($0)”")) })
    case "stale-translation":
      // The remedy keeps the text whose identifier has changed.
      let moved = finding.advice.text().matches(of: /“(\w+)” → “(\w+)”/).map {
        (String($0.output.1), String($0.output.2))
      }
      let heirs = Dictionary(moved) { first, _ in first }
      return table.entries.compactMap { old in
        guard finding.keys.contains(old.key) else { return old }
        return heirs[old.key].map { entry($0, old.value) }
      }
    case "empty-translation":
      return replacing { _ in finding.keys.first.flatMap { text(of: $0) } ?? "" }
    case "missing-placeholder":
      return replacing { ([$0] + placeholders).joined(separator: " ") }
    case "unknown-placeholder":
      // The remedy names the replacement, if there is one.
      let choice = finding.advice.text().firstMatch(of: /\$\{[^}]*\}/).map { String($0.output) }
      return replacing { $0.replacing(placeholders.first ?? "", with: choice ?? "") }
    default:
      Issue.record("no way to follow: \(finding.code)")
      return table.entries
    }
  }

  /// The definition's text for a key of a table: the text whose identifier the key starts with.
  private func text(of key: String) -> String? {
    let id = String(key.prefix { $0 != "-" })
    func find(_ value: PropertyListValue) -> String? {
      switch value {
      case .array(let elements): return elements.lazy.compactMap(find).first
      case .dictionary(let members):
        for member in members.entries where member.key.hasSuffix("ID") {
          if member.value.stringValue == id,
            let text = members[String(member.key.dropLast(2))]?.stringValue
          {
            return text
          }
        }
        return members.entries.lazy.compactMap { find($0.value) }.first
      default: return nil
      }
    }
    return find(DefinitionPlist.value(of: model))
  }
}

extension CheckFinding {
  /// Whether this finding has the code and the message of a finding from the model.
  fileprivate func states(_ finding: DefinitionFinding) -> Bool {
    code == finding.code && message == finding.message
  }

  /// The properties that identify the same finding at another position.
  fileprivate var identity: [String] {
    [file, code, subject?.text() ?? "", message.text(), language ?? ""] + keys
  }
}

extension [CheckFinding] {
  fileprivate func count(of finding: DefinitionFinding) -> Int {
    count { $0.states(finding) }
  }

  /// The findings that are not among the others, and not part of one of them.
  fileprivate func news(besides others: [CheckFinding]) -> [String] {
    let known = Set(others.map(\.identity))
    return filter { finding in
      !known.contains(finding.identity)
        && others.allSatisfy { other in
          other.code != finding.code || other.file != finding.file || finding.keys.isEmpty
            || !Set(finding.keys).isSubset(of: other.keys)
        }
    }.map { $0.text() }
  }
}

extension DefinitionFinding {
  /// The words in the remedy that describe the ways of following it.
  fileprivate var followedWords: [String] {
    switch rule {
    case .noWidgetIntent:
      return ["eligible for widgets", "configurable", "display priorities", "dynamic options"]
    case .noRow: return ["configurable", "display priority", "dynamic options"]
    default: return []
    }
  }

  /// The definition after each way of following the remedy.
  fileprivate func ways(in file: IntentDefinitionFile) -> [IntentDefinitionFile] {
    func changed(_ change: (inout IntentDefinitionFile) -> Void) -> IntentDefinitionFile {
      var copy = file
      change(&copy)
      return copy
    }
    let numbers = path.components.compactMap {
      if case .index(let index) = $0 { index } else { nil }
    }
    switch rule {
    case .storeWord:
      func withoutWords(_ text: inout LocalizedText) {
        while let shown = text.text, let word = StoreWords.first(in: shown) {
          text.text = shown.replacing(word, with: "device")
        }
      }
      return [
        changed {
          withoutWords(&$0.intents[numbers[0]].title)
          withoutWords(&$0.intents[numbers[0]].description)
        }
      ]
    case .noParameters:
      return [changed { $0.intents[numbers[0]].parameters = [.added] }]
    case .noRow:
      return file.intents[numbers[0]].parameters.indices.map { place in
        changed { $0.intents[numbers[0]].giveRow(to: place) }
      }
    case .noIntents:
      return [
        changed {
          $0.intents = [
            IntentDefinition(name: "Added", isEligibleForWidgets: true, parameters: [.added])
          ]
        }
      ]
    case .noWidgetIntent:
      // A file can have a hundred intents, most of them similar.
      let step = max(1, file.intents.count / 6)
      return stride(from: 0, to: file.intents.count, by: step).map { intent in
        changed { copy in
          copy.intents[intent].isEligibleForWidgets = true
          for place in copy.intents[intent].parameters.indices {
            copy.intents[intent].giveRow(to: place)
          }
          if copy.intents[intent].parameters.isEmpty { copy.intents[intent].parameters = [.added] }
        }
      }
    case .missingParent(let hasChoices):
      let others = file.intents[numbers[0]].parameters.filter { $0.relationship == nil }
      let named = (hasChoices ? others : []).map { parent in
        changed {
          $0.intents[numbers[0]].parameters[numbers[1]].relationship?.parentName = parent.name
        }
      }
      let free = changed { $0.intents[numbers[0]].parameters[numbers[1]].relationship = nil }
      return named + [free]
    case .caseAtZero(_, let free):
      return [
        changed {
          $0.enums[numbers[0]].cases[numbers[1]].index = free
          $0.enums[numbers[0]].cases.insert(IntentEnum.Case(name: "unknown", index: 0), at: 0)
        }
      ]
    case .shrinkingSizes(_, _, _, let size):
      return [
        changed {
          $0.intents[numbers[0]].parameters[numbers[1]].arraySizes?.entries[numbers[2]].size = size
        }
      ]
    default: return []
    }
  }
}

extension ParameterDefinition {
  /// A parameter that an author adds.
  fileprivate static let added = ParameterDefinition(
    name: "added", type: .boolean(BooleanMetadata()), displayPriority: 1, isConfigurable: true)
}

extension IntentDefinition {
  /// Makes a parameter configurable, with a new display priority, and with dynamic options if the
  /// definition declares its type.
  fileprivate mutating func giveRow(to place: Int) {
    let highest = parameters.compactMap(\.displayPriority).max() ?? 0
    parameters[place].isConfigurable = true
    if parameters[place].displayPriority == nil { parameters[place].displayPriority = highest + 1 }
    if case .object(let reference?) = parameters[place].type, !reference.isSystem,
      parameters[place].options == .none
    {
      parameters[place].options = .dynamic(searchable: false)
    }
  }
}
