import DefinitionFormats
import FormatTestSupport
import Foundation
import InputFiles
import IntentModel
import Testing
import WidgetFormats

/// The remedy of each finding in real files, followed by a program: the finding is gone, nothing
/// worse than a note takes its place, and no stored answer is lost.
@Suite("Remedies that are followed in real files", .enabled(if: Corpus.isAvailable))
struct CorpusRemedyTests {
  /// A file of the corpus, and its path in its repository.
  private struct File {
    var source: String
    var path: String
  }

  /// The files of each repository, where the repository has them.
  private static let repositories: [(name: String, files: [File])] = {
    guard let bytes = try? FileReading.bytes(atPath: Corpus.path(of: "MANIFEST.tsv")) else {
      return []
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    var files: [String: [File]] = [:]
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 2 else { continue }
      files[fields[1], default: []].append(File(source: fields[0], path: fields[2]))
    }
    return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }()

  /// One way to follow a remedy.
  private struct Way {
    /// A change of the definition, or of nothing.
    var definition: ((inout IntentDefinitionFile) -> Void)?
    /// A change of the tables, from paths to texts; an empty table is removed.
    var table: ((_ path: String, _ entries: inout [LocalizedText]) -> Void)?
  }

  /// The counts of a code.
  private struct Tally {
    var findings = 0
    var ways = 0
    var notes = 0
  }

  @Test("each remedy removes its finding and loses no answer")
  func following() throws {
    var tallies: [String: Tally] = [:]
    for (name, files) in Self.repositories {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "corpus-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let copy = folder.appending(path: "copy")
      for file in files {
        let target = copy.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Corpus.path(of: file.source), toPath: target.path)
      }
      let before = findings(in: copy, files)
      for finding in before {
        tallies[finding.code, default: Tally()].findings += 1
        let ways = Self.ways(for: finding, in: copy.path)
        if ways.isEmpty { Issue.record("no way to follow \(finding.text())") }
        for (number, way) in ways.enumerated() {
          let place = "\(name), way \(number + 1): \(finding.text())"
          let other = folder.appending(path: "way")
          try FileManager.default.copyItem(at: copy, to: other)
          defer { try? FileManager.default.removeItem(at: other) }
          let moved = finding.file.replacing(copy.path, with: other.path)
          let diff = try Self.follow(
            way, finding, at: moved, files: files.map { other.appending(path: $0.path).path })
          let after = findings(in: other, files)
          let (old, new) = (Set(before.map(Self.identity)), Set(after.map(Self.identity)))
          #expect(!new.contains(Self.identity(finding)), "\(place)")
          let added = after.filter { !old.contains(Self.identity($0)) }
          #expect(added.allSatisfy { $0.severity == .note }, "\(place)\n\(added.map { $0.text() })")
          #expect(after.count <= before.count, "\(place)")
          #expect(diff?.losesAnswers != true, "\(place)")
          tallies[finding.code]?.ways += 1
          tallies[finding.code]?.notes += added.count
        }
      }
    }
    for (code, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      print(
        "corpus: \(code): \(tally.findings) findings, remedies followed in \(tally.ways) ways, "
          + "\(tally.notes) of which leave a note about what to do next")
    }
    #expect(tallies.values.reduce(0) { $0 + $1.findings } == 179)
  }

  private func findings(in folder: URL, _ files: [File]) -> [CheckFinding] {
    FileCheck.run(
      paths: files.map(\.path).filter { $0.hasSuffix(".intentdefinition") }
        .map { folder.appending(path: $0).path }
    ).findings
  }

  /// What two findings about one thing have in common, in any folder and on any line.
  private static func identity(_ finding: CheckFinding) -> [String] {
    let file = finding.file.split(separator: "/").suffix(2).joined(separator: "/")
    return [finding.code, file, finding.subject?.text() ?? "", finding.language ?? ""]
      + finding.keys
  }

  // MARK: Ways

  /// The name of the intent, or of the parameter and its intent, that a finding concerns.
  private static func names(in finding: CheckFinding) -> [String] {
    let parts = (finding.subject?.text() ?? "").split(separator: "“").dropFirst()
    return parts.map { String($0.prefix { $0 != "”" }) }
  }

  private static func ways(for finding: CheckFinding, in folder: String) -> [Way] {
    let names = names(in: finding)
    func parameter(_ change: @escaping (inout IntentParameter, [IntentParameter]) -> Void) -> Way {
      Way(definition: { file in
        for index in file.intents.indices where file.intents[index].name == names.last {
          let all = file.intents[index].parameters
          for place in all.indices where all[place].name == names.first {
            change(&file.intents[index].parameters[place], all)
          }
        }
      })
    }
    switch finding.code {
    case "no-widget-intent":
      return [
        Way(definition: { file in
          let index = file.intents.firstIndex { $0.kind != "System" } ?? 0
          file.intents[index].isEligibleForWidgets = true
        })
      ]
    case "no-row":
      return [
        Way(definition: { file in
          for index in file.intents.indices where file.intents[index].name == names.first {
            Self.addRow(to: &file.intents[index])
          }
        })
      ]
    case "no-intents":
      return [
        Way(definition: { file in
          var intent = IntentDefinition(name: "Added", isEligibleForWidgets: true)
          Self.addRow(to: &intent)
          file.intents = [intent]
        })
      ]
    case "missing-parent":
      return [
        parameter { parameter, _ in parameter.relationship = nil },
        parameter { parameter, all in
          let parent = all.first { $0.name != parameter.name }?.name ?? ""
          parameter.relationship = ParameterRelationship(
            parentName: parent, predicateName: "HasAnyValue")
        },
      ]
    case "shrinking-sizes":
      return [
        parameter { parameter, _ in
          let most = parameter.arraySizes?.entries.map(\.size).max() ?? 1
          for index in parameter.arraySizes?.entries.indices ?? 0..<0 {
            parameter.arraySizes?.entries[index].size = most
          }
        }
      ]
    case "stale-translation":
      return [
        Way(table: { path, entries in
          guard path.hasSuffix(finding.file.dropFirst(folder.count)) else { return }
          entries.removeAll { finding.keys.contains($0.id ?? "") }
        })
      ]
    case "missing-translation":
      let isTable = finding.file.hasSuffix(".strings")
      let adding = Way(table: { path, entries in
        guard !isTable || path.hasSuffix(finding.file.dropFirst(folder.count)) else { return }
        let known = Set(entries.compactMap(\.id))
        entries += finding.keys.filter { !known.contains($0) }.map { LocalizedText("", id: $0) }
      })
      let removing = Way(table: { path, entries in
        if path.hasSuffix(finding.file.dropFirst(folder.count)) { entries = [] }
      })
      return "\(finding.advice)".contains("remove the table") ? [adding, removing] : [adding]
    default: return []
    }
  }

  private static func addRow(to intent: inout IntentDefinition) {
    let tag = (intent.lastParameterTag ?? intent.parameters.compactMap(\.tag).max() ?? 0) + 1
    intent.lastParameterTag = tag
    intent.parameters.append(
      IntentParameter(
        name: "added", type: .boolean(BooleanMetadata()), tag: tag, displayPriority: tag,
        isConfigurable: true))
  }

  /// Follows a remedy, and compares the definition that it concerns with the earlier one.
  private static func follow(
    _ way: Way, _ finding: CheckFinding, at file: String, files: [String]
  ) throws -> DefinitionDiff? {
    let stem = URL(filePath: file).deletingPathExtension().lastPathComponent
    let isBeside = { (path: String) in
      URL(filePath: path).deletingPathExtension().lastPathComponent == stem
    }
    if let change = way.definition {
      let before = try IntentDefinitionReader.read(path: file).file
      var after = before
      change(&after)
      let bytes = try DefinitionConversion.bytes(of: after, as: .propertyList)
      try Data(bytes).write(to: URL(filePath: file))
      return DefinitionDiff(
        from: before, to: try IntentDefinitionReader.read(path: file).file)
    }
    guard let change = way.table else { return nil }
    // A definition beside the table, which may be in another folder, has the texts.
    let folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().path
    let definitions = files.filter {
      $0.hasSuffix(".intentdefinition") && isBeside($0) && ($0 == file || $0.hasPrefix(folder))
    }
    var texts: [String: String] = [:]
    for path in definitions {
      for text in DefinitionEditing.texts(of: try IntentDefinitionReader.read(path: path).file) {
        if let id = text.id { texts[id] = text.text }
      }
    }
    for path in files where path.hasSuffix(".strings") && isBeside(path) {
      let old = StringTable.read(try FileReading.bytes(atPath: path)).table.entries
      let entries = old.map { LocalizedText($0.value, id: $0.key) }
      var new = entries
      change(path, &new)
      guard new != entries else { continue }
      for index in new.indices where new[index].text?.isEmpty == true {
        let id = new[index].id ?? ""
        let own = texts[id] ?? texts[String(id.prefix { $0 != "-" })] ?? ""
        new[index] = LocalizedText("Translated: " + own, id: id)
      }
      if new.isEmpty {
        try FileManager.default.removeItem(atPath: path)
      } else {
        try Data(StringTable.text(of: new).utf8).write(to: URL(filePath: path))
      }
    }
    return nil
  }
}
