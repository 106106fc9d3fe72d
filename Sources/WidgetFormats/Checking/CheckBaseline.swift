package import DefinitionFormats
import IntentModel
import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The known findings of a project, so that a check fails only for new ones.
///
/// A finding is known by its file, code, subject and sentence, and one about texts by their keys, but
/// not by its line: what moves in a file stays known.
package struct CheckBaseline: Sendable {
  private enum Key: String, JSONKey { case findings }
  private enum FindingKey: String, JSONKey { case file, code, subject, language, keys, sentence }

  /// What identifies a finding.
  private struct Identity: Hashable {
    var file: String
    var code: String
    var subject: String?
    var language: String?
    /// The sentence; nil for a finding about texts.
    var sentence: String?
  }

  /// The known findings without keys, and how often each occurs.
  private var counts: [Identity: Int] = [:]
  /// The keys of the known findings about texts.
  private var keys: [Identity: Set<String>] = [:]
  private var findings: [(identity: Identity, keys: [String])] = []

  /// Makes the baseline of a report.
  ///
  /// - Parameter path: The path of the baseline; its folder is that of relative paths.
  package init(_ report: CheckReport, path: String) {
    for finding in report.findings { add(Self.identity(of: finding, beside: path), finding.keys) }
  }

  /// Reads a baseline.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  package init(_ bytes: [UInt8], file: String) throws(FormatErrors) {
    let problems = ProblemList(file: file, bytes: bytes, limits: .standard)
    for node in problems.root()?.object(Key.self)?.required(.findings)?.elements ?? [] {
      guard let members = node.object(FindingKey.self) else { continue }
      let identity = Identity(
        file: members.required(.file)?.string ?? "", code: members.required(.code)?.string ?? "",
        subject: members.string(.subject), language: members.string(.language),
        sentence: members.string(.sentence))
      add(identity, members[.keys]?.strings ?? [])
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }

  private mutating func add(_ identity: Identity, _ keys: [String]) {
    findings.append((identity, keys))
    if identity.sentence == nil {
      self.keys[identity, default: []].formUnion(keys)
    } else {
      counts[identity, default: 0] += 1
    }
  }

  private static func identity(of finding: CheckFinding, beside path: String) -> Identity {
    let hasKeys = !finding.keys.isEmpty
    return Identity(
      file: relative(finding.file, to: path), code: finding.code,
      // A table that lacks few texts has a finding at each of them, and one for all if it lacks many.
      subject: hasKeys ? nil : finding.subject?.text(), language: finding.language,
      sentence: hasKeys ? nil : finding.sentence)
  }

  /// The path of a file from the folder of a baseline.
  private static func relative(_ file: String, to path: String) -> String {
    let steps = URL(filePath: file).standardizedFileURL.path.split(separator: "/")
    let folder = URL(filePath: path).standardizedFileURL.path.split(separator: "/").dropLast()
    let common = zip(steps, folder).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - common)
    return (up + steps.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// The findings of a report that are not known.
  package func new(in report: CheckReport, path: String) -> CheckReport {
    var left = counts
    let new = report.findings.filter { finding in
      let identity = Self.identity(of: finding, beside: path)
      guard identity.sentence != nil else {
        return !Set(finding.keys).isSubset(of: keys[identity] ?? [])
      }
      guard let count = left[identity], count > 0 else { return true }
      left[identity] = count - 1
      return false
    }
    return CheckReport(files: report.files, findings: new)
  }

  /// The baseline as text, with two-space indentation and a final newline.
  package func text() -> String {
    var builder = JSONBuilder<Key>()
    builder.set(
      .findings,
      JSONValue.array(
        findings.map { finding in
          var builder = JSONBuilder<FindingKey>()
          builder.set(.file, finding.identity.file)
          builder.set(.code, finding.identity.code)
          builder.set(.subject, finding.identity.subject)
          builder.set(.language, finding.identity.language)
          if !finding.keys.isEmpty { builder.set(.keys, finding.keys.map { .string($0) }) }
          builder.set(.sentence, finding.identity.sentence)
          return builder.value
        }))
    return builder.value.reportText(.pretty)
  }
}
