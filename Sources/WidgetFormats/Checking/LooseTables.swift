package import DefinitionFormats
package import IntentModel
import Messages

/// String tables with the keys of a definition but a different name.
///
/// Xcode uses a table for the definition that has the same name. After the table or the definition
/// is renamed, the texts are no longer translated, although each file by itself is correct.
package struct LooseTables {
  /// One finding for each definition and each table name.
  package private(set) var findings: [CheckFinding] = []

  private struct Table {
    var path: String
    var languages: [String]
    var keys: Set<String>
  }

  /// Finds the definition to which each table probably belongs.
  ///
  /// - Parameter definitions: The paths of the definitions, with the readable definitions.
  package init(
    _ paths: [String], of definitions: [(path: String, definition: IntentDefinitionFile?)]
  ) {
    let known = definitions.compactMap { path, definition in
      definition.map { (path: path, keys: DefinitionKeysInUse($0)) }
    }
    guard !known.isEmpty else { return }
    var owners: [String: [Int]] = [:]
    for (place, definition) in known.enumerated() {
      for identifier in definition.keys.identifiers {
        owners[identifier, default: []].append(place)
      }
    }
    var groups: [[String]: [Table]] = [:]
    for path in paths {
      let name = Self.stem(path)
      let table = DefinitionLocalization.contents(ofTable: path)
      guard !table.keys.isEmpty else { continue }
      var used: [Int: Set<String>] = [:]
      for key in table.keys {
        // The key of a variant begins with the identifier of its text.
        let identifiers: Set = [key, String(key.prefix { $0 != "-" })]
        for place in Set(identifiers.flatMap { owners[$0] ?? [] })
        where known[place].keys.contains(key) {
          used[place, default: []].insert(key)
        }
      }
      let matches = used.sorted { $0.key < $1.key }.compactMap {
        place, keys -> (path: String, keys: Set<String>)? in
        let path = known[place].path
        // A table whose keys are short words can share a few of them with a definition by chance.
        guard keys.count * 2 > table.keys.count, Self.stem(path) != name else { return nil }
        return (path, keys)
      }
      guard let best = matches.max(by: { $0.keys.count < $1.keys.count }) else { continue }
      let own = Set(DefinitionLocalization.languages(beside: best.path))
      let languages = table.languages.filter { !own.contains($0) }
      guard !languages.isEmpty else { continue }
      groups[[best.path, name], default: []].append(
        Table(path: path, languages: languages, keys: best.keys))
    }
    findings = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { group, tables in
      Self.finding(about: tables.sorted { $0.path < $1.path }, named: group[1], of: group[0])
    }
  }

  private static func finding(
    about tables: [Table], named name: String, of definition: String
  ) -> CheckFinding {
    let languages = Set(tables.flatMap(\.languages)).sorted()
    let ending = tables[0].path.split(separator: ".").last.map(String.init) ?? ""
    var finding = CheckFinding(
      file: tables[0].path, line: 1, column: 1, severity: .warning, code: "table-of-another-name",
      sentence:
        """
        \(tables.count, one: "The table", other: "The tables") “\(name: name)” in \
        \(languages.joined(separator: ", ")) \(tables.count, one: "has", other: "have") the keys of \
        \(name: String(definition.split(separator: "/").last ?? "")), but a different name, so \
        nothing is translated.
        """,
      remedy:
        "Rename \(tables.count, one: "it", other: "them") to “\(name: stem(definition) + "." + ending)”."
    )
    finding.languages = languages
    finding.keys = Set(tables.flatMap(\.keys)).sorted()
    return finding
  }

  private static func stem(_ path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }
}
