package import DefinitionFormats
import InputFiles
import IntentModel
import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A team's settings for findings, in a file `check.json` next to the checked files or in a folder
/// above them.
///
///     {
///       "severity": { "stale-translation": "note", "no-row": "ignore" },
///       "ignore": [
///         { "code": "missing-translation", "language": "fr", "reason": "French is not offered." },
///         { "path": "Old" }
///       ]
///     }
package struct CheckSettings: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = "check.json"

  /// A severity for a code, or `ignore`, which leaves out its findings.
  enum Level: String, CaseIterable, Sendable { case error, warning, note, ignore }

  /// A rule for findings to leave out: a finding must match everything that the rule names.
  struct Rule: Sendable, Hashable {
    var code: String?
    /// A file or a folder, relative to the settings.
    var path: String?
    var language: String?
    /// The key of a text.
    var key: String?
    /// The reason, for readers only.
    var reason: String?

    fileprivate var namesNothing: Bool {
      code == nil && path == nil && language == nil && key == nil
    }
  }

  /// The severities by code.
  var severity: [String: Level] = [:]

  /// The findings that are left out.
  var ignored: [Rule] = []

  enum Key: String, JSONKey {
    case schema = "$schema"
    case severity, ignore
  }

  enum RuleKey: String, JSONKey { case code, path, language, key, reason }

  /// Reads the text of a file.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  static func read(_ bytes: [UInt8], file: String) throws(FormatErrors) -> CheckSettings {
    let marks = MergeMarkers.errors(in: bytes, file: file)
    guard marks.isEmpty else { throw FormatErrors(marks) }
    let problems = ProblemList(file: file, bytes: bytes, limits: .standard)
    var settings = CheckSettings()
    if let root = problems.root() { _ = coding.read(root, into: &settings) }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return settings
  }

  /// The problem with an unknown code.
  private static func unknown(_ code: String) -> FormatProblem {
    .unknownWord(code, what: "code of findings", choices: FindingCode.all.map(\.name))
  }

  static let coding = ObjectCoding<CheckSettings>([
    .forEditors,
    .standard(
      Key.severity, \.severity, severities, default: [:],
      "The severity of findings by code; ignore leaves them out"),
    .standard(
      Key.ignore, \.ignored, .list(of: rule), default: [], "Findings that are left out"),
  ])

  private static let ruleCoding = ObjectCoding<Rule>([
    .optional(RuleKey.code, \.code, code, "The code of the findings"),
    .optional(RuleKey.path, \.path, path, "A file or a folder, relative to \(fileName)"),
    .optional(RuleKey.language, \.language, .string, "The language of a string table"),
    .optional(RuleKey.key, \.key, .string, "The key of a text"),
    .optional(RuleKey.reason, \.reason, .string, "Why, for readers"),
  ])

  private static let severities: JSONCoding<[String: Level]> = {
    let map = JSONCoding<[String: Level]>.map(of: .word("severity"))
    return JSONCoding(
      schema: map.schema,
      read: { node in
        for member in node.value.objectValue ?? JSONObject()
        where FindingCode.named(member.key) == nil {
          node.node(member.key, member.value).reportKey(unknown(member.key))
        }
        return map.read(node)
      }, write: map.write)
  }()

  private static let code = JSONCoding<String>(
    schema: SchemaPart.string,
    read: { node in
      let code = node.string
      if let code, FindingCode.named(code) == nil { node.report(unknown(code)) }
      return code
    }, write: { .string($0) })

  /// A path, not a pattern.
  private static let path = JSONCoding<String>(
    schema: SchemaPart.string,
    read: { node in
      let path = node.string
      func isPattern(_ text: some StringProtocol) -> Bool { text.contains { "*?[".contains($0) } }
      if let path, isPattern(path) {
        let plain = path.split(separator: "/", omittingEmptySubsequences: false)
          .prefix { !isPattern($0) }.joined(separator: "/")
        node.report(.pattern(path, folder: plain))
      }
      return path
    }, write: { .string($0) })

  private static let rule = JSONCoding<Rule>(
    schema: ruleCoding.schema,
    read: { node in
      var rule = Rule()
      guard ruleCoding.read(node, into: &rule) else { return nil }
      if rule.namesNothing { node.report(.missingMember(RuleKey.code.rawValue)) }
      return rule
    }, write: { .object(ruleCoding.object($0)) })

  /// The finding with the severity that the settings give it; nil if the settings leave it out.
  ///
  /// A finding about several languages is left out for the languages that a rule names.
  ///
  /// - Parameter path: The path of the file, relative to the settings.
  func applied(to finding: CheckFinding, path: String) -> CheckFinding? {
    let rules = ignored.filter { rule in
      (rule.path.map { Self.isPath(path, at: $0) } ?? true)
        && (rule.code.map { $0 == finding.code } ?? true)
    }
    /// The keys of the finding that the rules keep in a language; nil if they leave out the finding
    /// in that language.
    func keys(in language: String?) -> [String]? {
      var keys = finding.keys
      for rule in rules where rule.language == nil || rule.language == language {
        guard let key = rule.key else { return nil }
        guard keys.contains(key) else { continue }
        keys.removeAll { $0 == key }
        if keys.isEmpty { return nil }
      }
      return keys
    }
    var left = finding
    if finding.languages.isEmpty {
      guard let keys = keys(in: nil) else { return nil }
      left.keep(keys: Set(keys))
    } else {
      let counting = finding.languages.compactMap { language in
        keys(in: language).map { (language, $0) }
      }
      guard !counting.isEmpty else { return nil }
      left.keep(languages: Set(counting.map(\.0)))
      left.keep(keys: Set(counting.flatMap(\.1)))
    }
    if let level = severity[finding.code] {
      guard let severity = IntentIssue.Severity(rawValue: level.rawValue) else { return nil }
      left.severity = severity
    }
    return left
  }

  /// Whether a path is the given place, or lies inside it.
  private static func isPath(_ path: String, at place: String) -> Bool {
    let wanted = place.split(separator: "/").filter { $0 != "." }
    return path.split(separator: "/").starts(with: wanted)
  }
}

extension CheckReport {
  /// The report after the `check.json` files next to the checked files or above them have been
  /// applied.
  ///
  /// The nearest file counts. A problem in a `check.json` becomes a finding in that file.
  package func withSettings() -> CheckReport {
    var search = SettingsSearch()
    var findings: [CheckFinding] = []
    for finding in self.findings {
      let (settings, path) = search.settings(for: finding.file)
      if let finding = settings.map({ $0.applied(to: finding, path: path) }) ?? finding {
        findings.append(finding)
      }
    }
    for file in files { _ = search.settings(for: file) }
    return CheckReport(files: files + search.broken, findings: findings + search.findings)
  }
}

/// Finds the settings of files, and reads each only once.
private struct SettingsSearch {
  private(set) var findings: [CheckFinding] = []
  /// The paths of settings with errors.
  private(set) var broken: [String] = []
  /// The settings for each folder, and the folder that contains them.
  private var known: [String: (settings: CheckSettings, root: String)?] = [:]

  private static let maximumFolders = 32

  /// The settings for a file, and its path relative to them.
  mutating func settings(for file: String) -> (CheckSettings?, path: String) {
    let path = URL(filePath: file).standardizedFileURL.path
    let found = settings(ofFolder: Self.parent(of: path), depth: 0)
    guard let found else { return (nil, path) }
    return (found.settings, String(path.dropFirst(found.root == "/" ? 1 : found.root.count + 1)))
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private mutating func settings(
    ofFolder folder: String, depth: Int
  ) -> (settings: CheckSettings, root: String)? {
    if let known = known[folder] { return known }
    var found: (settings: CheckSettings, root: String)?
    let path = folder == "/" ? "/" + CheckSettings.fileName : "\(folder)/\(CheckSettings.fileName)"
    if FileManager.default.fileExists(atPath: path) {
      found = (read(path), folder)
    } else if folder != "/", depth < Self.maximumFolders {
      found = settings(ofFolder: Self.parent(of: folder), depth: depth + 1)
    }
    known[folder] = .some(found)
    return found
  }

  private mutating func read(_ path: String) -> CheckSettings {
    do throws(FormatErrors) {
      let bytes: [UInt8]
      do throws(FileReadingError) {
        bytes = try FileReading.bytes(atPath: path, limit: FileReading.settingsLimit)
      } catch {
        throw FormatErrors([FormatError(error)])
      }
      return try CheckSettings.read(bytes, file: path)
    } catch {
      broken.append(path)
      findings += error.errors.map { CheckFinding($0, severity: .error) }
      return CheckSettings()
    }
  }
}
