package import DefinitionFormats
import InputFiles
import IntentCodegen
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats

/// The effects of hand-written App Intents on the widgets that people have placed, and on their
/// shortcuts.
package struct MigrationReport: Sendable {
  /// The effect on a stored answer.
  package enum Fate: Sendable, Hashable, CaseIterable {
    case kept
    /// Answers that refer to something that no longer exists are lost; the rest are kept.
    case lostForSome
    case lost
    /// The source alone does not show the effect.
    case notJudged

    /// The effect, which determines the words and the colours, as in `diff`.
    fileprivate var effect: DiffEffect {
      switch self {
      case .kept: .kept
      case .lostForSome: .lostForSome
      case .lost: .lost
      case .notJudged: .notJudged
      }
    }
  }

  /// An intent of the definition, with the fate of each stored answer.
  package struct Intent: Sendable, Hashable {
    /// The class that placed widgets have stored.
    package var className: String

    /// The type that replaces it; nil if there is none.
    package var successor: String?

    /// The fates of the parameters, in file order.
    package var answers: [Answer]

    /// Whether a widget of the old source uses the intent, as far as the source shows it.
    package var isPlaced = true

    /// Whether the answers are in people's shortcuts instead of in widgets.
    package var isAction = false

    /// Whether the intent is an App Intent of the old project; the intent's name then replaces the
    /// class.
    package var isAppIntent = false
  }

  /// The answers to a parameter.
  package struct Answer: Sendable, Hashable {
    /// The name of the parameter.
    package var name: String

    /// The effect on the answers.
    package var fate: Fate

    /// The answer, combined with the fate of its widgets: if they are lost, so is the answer.
    func with(_ fate: Fate) -> Answer {
      switch (fate, self.fate) {
      case (.lost, _): Answer(name: name, fate: .lost)
      case (.lostForSome, .kept): Answer(name: name, fate: .lostForSome)
      default: self
      }
    }
  }

  /// The intents that configure widgets and the actions that have a successor, together in file
  /// order, and then the App Intents of old widgets.
  package var intents: [Intent]

  /// The findings, with positions and remedies.
  package var check: CheckReport

  /// The report for people: the answers of each intent by their fates, then the findings.
  package var lines: [ReportLine] {
    var lines: [ReportLine] = []
    for intent in intents {
      let heading =
        intent.successor.map {
          intent.isAppIntent
            ? Message("App Intent “\(name: intent.className)” becomes “\(name: $0)”")
            : intent.isAction
              ? Message("“\(name: intent.className)” of shortcuts becomes “\(name: $0)”")
              : Message("“\(name: intent.className)” becomes “\(name: $0)”")
        }
        ?? (intent.isAppIntent
          ? "App Intent “\(name: intent.className)” has no successor"
          : intent.isPlaced
            ? "“\(name: intent.className)” has no successor"
            : "“\(name: intent.className)” configures no widget")
      lines.append(ReportLine(heading.text(), .heading))
      for fate in Fate.allCases {
        let names = intent.answers.filter { $0.fate == fate }.map { visible($0.name) }
        guard !names.isEmpty else { continue }
        let word = fate.effect.code.replacing("-", with: " ").padded(to: 14)
        lines.append(ReportLine("  \(word) \(names.joined(separator: ", "))", fate.effect.role))
      }
      lines.append(ReportLine(""))
    }
    let found = check.lines
    return found.isEmpty ? lines.dropLast() : lines + found
  }

  /// Whether the check fails: for errors and, if `strict`, also for warnings and for anything that
  /// was not judged.
  package func fails(strict: Bool) -> Bool {
    check.fails(strict: strict) || strict && check.findings.contains { $0.has(.notJudged) }
  }

  /// Writes the findings to a file of known findings.
  ///
  /// - Throws: `FormatErrors` if the file cannot be written.
  package func writeBaseline(to path: String) throws(FormatErrors) {
    do throws(GeneratedOutputError) {
      _ = try GeneratedOutput.write(CheckBaseline(check, path: path).text(), to: path)
    } catch {
      throw FormatErrors([
        FormatError(
          file: visible(path), code: "not-written",
          sentence: error.sentence, remedy: .none)
      ])
    }
  }

  /// Removes the findings that a file lists as known, and returns their number.
  ///
  /// - Throws: `FormatErrors` if the file cannot be read.
  package mutating func leaveOut(knownIn path: String) throws(FormatErrors) -> Int {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(atPath: path)
    } catch {
      throw FormatErrors([FormatError(error)])
    }
    let all = check.findings.count
    check = try CheckBaseline(bytes, file: path).new(in: check, path: path)
    return all - check.findings.count
  }

  /// Applies the `check.json` files in the folders above the files with findings.
  package mutating func applySettings() { check = check.withSettings() }

  /// A summary of what the migration preserves, in one sentence.
  package var summary: String {
    let fates = intents.flatMap { $0.answers.map(\.fate) }
    let kept = fates.count { $0 == .kept }
    let judged = fates.count { $0 == .notJudged }
    let survival: Message =
      judged == 0
      ? "\(kept) of \(fates.count) answers survive."
      : "\(kept) of \(fates.count) answers survive; \(judged) cannot be judged."
    return "\(survival) \(check.summary)"
  }

  /// The report as JSON: the intents with the fates of their answers, followed by the members of a
  /// check.
  package func json() -> String {
    var object = JSONObject()
    object.append(key: "intents", value: .array(intents.map(Self.coding.json)))
    for (key, value) in check.jsonValue().objectValue ?? JSONObject() {
      object.append(key: key, value: value)
    }
    return JSONValue.object(object).reportText(.pretty)
  }

  private static let coding = ObjectCoding<Intent>([
    .text("class") { $0.className },
    .text(optional: "successor") { $0.successor },
    .flag(optional: "action") { $0.isAction },
    .flag(optional: "appIntent") { $0.isAppIntent },
    .value("answers", SchemaPart.map(SchemaPart.word(Fate.allCases.map(\.effect.code)))) { intent in
      .object(JSONObject(intent.answers.map { ($0.name, .string($0.fate.effect.code)) }))
    },
  ])
}
