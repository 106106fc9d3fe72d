package import DefinitionFormats
import IntentModel
import JSONC
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The known findings of a project, so a check fails only for new ones.
///
/// A finding is identified by its file, code, subject and sentence; a finding about texts is
/// identified by their keys and languages instead of the sentence. The line of a finding does not
/// matter, so the finding can move within its file.
package struct CheckBaseline: Sendable {
  private enum Key: String, JSONKey { case findings }
  private enum FindingKey: String, JSONKey {
    case file, code, subject, language, languages, keys, sentence
  }

  /// Identifies a finding.
  private struct Identity: Hashable {
    /// The file, or the common name of a definition and its tables.
    var place: String
    var code: String
    var subject: String?
    /// The language; nil for a finding without a language and, in an old baseline, for a finding
    /// about several languages.
    var language: String?
    /// The sentence; nil for a finding about texts.
    var sentence: String?

    /// The identity of the finding in a language.
    func with(language: String?) -> Identity {
      var copy = self
      copy.language = language
      return copy
    }
  }

  /// The known findings without keys, and how often each occurs.
  private var counts: [Identity: Int] = [:]
  /// The keys of the known findings about texts.
  private var keys: [Identity: Set<String>] = [:]
  private var findings: [Known] = []

  private struct Known {
    var file: String
    /// The identity of the finding in each of its languages; never empty.
    var identities: [Identity]
    var keys: [String]
  }

  /// Makes a baseline from a report.
  ///
  /// - Parameter path: The path of the baseline; other paths are relative to its folder.
  package init(_ report: CheckReport, path: String) {
    for finding in report.findings {
      add(
        Known(
          file: Self.relative(finding.file, to: path),
          identities: Self.identities(of: finding, beside: path), keys: finding.keys))
    }
  }

  /// Reads the text of a baseline.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  package init(_ bytes: [UInt8], file: String) throws(FormatErrors) {
    let problems = ProblemList(file: file, bytes: bytes, limits: .standard)
    for node in problems.root()?.object(Key.self)?.required(.findings)?.elements ?? [] {
      guard let members = node.object(FindingKey.self) else { continue }
      let file = members.required(.file)?.string ?? ""
      let code = members.required(.code)?.string ?? ""
      let identity = Identity(
        place: Self.place(of: file, code), code: code, subject: members.string(.subject),
        language: members.string(.language),
        sentence: members.string(.sentence))
      let languages = members[.languages]?.strings ?? []
      let identities =
        languages.isEmpty ? [identity] : languages.map { identity.with(language: $0) }
      add(Known(file: file, identities: identities, keys: members[.keys]?.strings ?? []))
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }

  private mutating func add(_ known: Known) {
    findings.append(known)
    for identity in known.identities {
      if identity.sentence == nil {
        keys[identity, default: []].formUnion(known.keys)
      } else {
        counts[identity, default: 0] += 1
      }
    }
  }

  /// The identities of a finding: one for each of its languages if it has keys, otherwise a single
  /// one.
  private static func identities(of finding: CheckFinding, beside path: String) -> [Identity] {
    let hasKeys = !finding.keys.isEmpty
    let identity = Identity(
      place: place(of: relative(finding.file, to: path), finding.code), code: finding.code,
      // A table that lacks a few texts has one finding for each text, and a table that lacks many
      // has a single finding, so the subject and the sentence are left out.
      subject: hasKeys ? nil : finding.subject?.text(), language: finding.language,
      sentence: hasKeys ? nil : finding.sentence)
    return hasKeys && finding.languages.count > 1
      ? finding.languages.map { identity.with(language: $0) } : [identity]
  }

  /// The identity of the file of a finding.
  ///
  /// Missing translations are reported for the table or for the definition, depending on their
  /// number, so both have the same identity.
  private static func place(of file: String, _ code: String) -> String {
    guard code == CheckFinding.missingTranslation else { return file }
    let steps = file.split(separator: "/").filter {
      !$0.hasSuffix(DefinitionLocalization.folderEnding)
    }
    let stem = steps.last.map { $0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex) } ?? ""
    return (steps.dropLast() + [stem]).joined(separator: "/")
  }

  /// The path of a file relative to the folder of a baseline.
  private static func relative(_ file: String, to path: String) -> String {
    let steps = URL(filePath: file).standardizedFileURL.path.split(separator: "/")
    let folder = URL(filePath: path).standardizedFileURL.path.split(separator: "/").dropLast()
    let common = zip(steps, folder).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - common)
    return (up + steps.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// The new findings of a report, each in the languages in which it is new.
  package func new(in report: CheckReport, path: String) -> CheckReport {
    var left = counts
    let new = report.findings.compactMap { finding -> CheckFinding? in
      let identities = Self.identities(of: finding, beside: path)
      guard identities.contains(where: { $0.sentence != nil }) else {
        let unknown = identities.map { ($0, unknownKeys(of: $0, finding.keys)) }
          .filter { !$0.1.isEmpty }
        if unknown.isEmpty { return nil }
        var finding = finding
        if identities.count > 1 {
          finding.keep(languages: Set(unknown.compactMap(\.0.language)))
        }
        finding.keep(keys: Set(unknown.flatMap(\.1)))
        return finding
      }
      guard let identity = identities.first, let count = left[identity], count > 0 else {
        return finding
      }
      left[identity] = count - 1
      return nil
    }
    return CheckReport(files: report.files, findings: new)
  }

  /// The keys of a finding that the baseline has neither for the finding's language nor, if it is
  /// an old baseline, for several languages.
  private func unknownKeys(of identity: Identity, _ texts: [String]) -> [String] {
    let known = (keys[identity] ?? []).union(keys[identity.with(language: nil)] ?? [])
    return texts.filter { !known.contains($0) }
  }

  /// Removes the findings that a report no longer has, and returns how many were fixed, fully or
  /// partly.
  package mutating func prune(to report: CheckReport, path: String) -> Int {
    let present = CheckBaseline(report, path: path)
    let examined = Set(report.files.map { Self.relative($0, to: path) })
    let folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
    // It is unknown whether findings were fixed in a file that exists but was not checked.
    func isUnknown(_ file: String) -> Bool {
      !examined.contains(file)
        && FileManager.default.fileExists(atPath: folder.appending(path: file).path)
    }
    var left = present.counts
    var fixed = 0
    var kept: [Known] = []
    for known in findings {
      if isUnknown(known.file) {
        kept.append(known)
        continue
      }
      var known = known
      if known.identities.first?.sentence != nil {
        guard let identity = known.identities.first, let count = left[identity], count > 0 else {
          fixed += 1
          continue
        }
        left[identity] = count - 1
      } else {
        let before = (known.identities.count, known.keys.count)
        let found = known.identities.flatMap { present.keys(of: $0) }
        known.keys.removeAll { !found.contains($0) }
        known.identities.removeAll { identity in
          present.keys(of: identity).isDisjoint(with: known.keys)
        }
        if before != (known.identities.count, known.keys.count) { fixed += 1 }
        if known.keys.isEmpty || known.identities.isEmpty { continue }
      }
      kept.append(known)
    }
    (counts, keys, findings) = ([:], [:], [])
    for known in kept { add(known) }
    return fixed
  }

  /// The keys of findings about texts; for an old baseline, the keys of all languages.
  private func keys(of identity: Identity) -> Set<String> {
    guard identity.language == nil else { return keys[identity] ?? [] }
    return keys.filter { $0.key.with(language: nil) == identity }.values.reduce(into: []) {
      $0.formUnion($1)
    }
  }

  /// The baseline as indented text.
  package func text() -> String {
    var builder = JSONBuilder<Key>()
    builder.set(
      .findings,
      JSONValue.array(
        findings.map { finding in
          let identity = finding.identities.first
          let languages = finding.identities.compactMap(\.language)
          var builder = JSONBuilder<FindingKey>()
          builder.set(.file, finding.file)
          builder.set(.code, identity?.code)
          builder.set(.subject, identity?.subject)
          if languages.count > 1 {
            builder.set(.languages, languages.map { .string($0) })
          } else {
            builder.set(.language, languages.first)
          }
          if !finding.keys.isEmpty { builder.set(.keys, finding.keys.map { .string($0) }) }
          builder.set(.sentence, identity?.sentence)
          return builder.value
        }))
    return builder.value.reportText(.pretty)
  }
}
