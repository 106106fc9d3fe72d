import Foundation
import Testing
import WidgetTestSupport

/// A run of the program without a terminal, and its entire output.
struct CommandCase: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var input = ""
  var status: Int32
  var output = ""
  var errors = ""

  var testDescription: String { arguments.joined(separator: " ") }

  init(
    _ arguments: String, input: String = "", status: Int32 = 0, output: String = "",
    errors: String = ""
  ) {
    self.init(
      arguments.split(separator: " ").map(String.init), input: input, status: status,
      output: output, errors: errors)
  }

  init(
    _ arguments: [String], input: String = "", status: Int32 = 0, output: String = "",
    errors: String = ""
  ) {
    self.arguments = arguments
    self.input = input
    self.status = status
    self.output = output
    self.errors = errors
  }
}

extension Sandbox {
  /// Runs a case, and compares the status and both outputs in full.
  ///
  /// `STORE`, `HERE` and `INTENTS` stand for the store, the folder and the shipped widgets.
  func check(_ row: CommandCase, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let run = try run(row.arguments, input: row.input)
    let name = row.testDescription
    #expect(run.status == row.status, "\(name)\n\(run.errors)", sourceLocation: sourceLocation)
    #expect(anonymous(run.output) == row.output, "\(name)", sourceLocation: sourceLocation)
    #expect(anonymous(run.errors) == row.errors, "\(name)", sourceLocation: sourceLocation)
  }

  /// The text with placeholders for the paths of this run.
  func anonymous(_ text: String) -> String {
    text.replacing(path("store.sqlite"), with: "STORE").replacing(folder.path, with: "HERE")
      .replacing(Self.repository.appending(path: "Intents").path, with: "INTENTS")
  }

  /// The text with `MOMENT` instead of every date and time, because a test cannot predict them.
  func timeless(_ text: String) -> String {
    text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}[0-9:.]*Z?/, with: "MOMENT")
  }
}

/// Intent texts for the shipped widgets.
enum SampleIntents {
  /// A Verse with its defaults, except for the given arguments.
  static func verse(
    family: String = "systemMedium", collection: String = "morning", interval: String = "PT3H",
    emphasis: String = "0.5", dedication: String? = nil, isDedicated: Bool = false
  ) -> String {
    let last = dedication.map { ",\n    \"dedication\": \"\($0)\"" } ?? ""
    return """
      {
        "intent": "VerseIntent",
        "family": "\(family)",
        "parameters": {
          "collection": "\(collection)",
          "interval": "\(interval)",
          "emphasis": \(emphasis),
          "isDedicated": \(isDedicated || dedication != nil)\(last)
        }
      }

      """
  }

  /// A line of intent JSON with some parameters of a Verse, with or without a name.
  static func line(
    _ parameters: String = "", name: String? = nil, intent: String = "VerseIntent",
    family: String = "systemMedium"
  ) -> String {
    let name = name.map { "\"name\":\"\($0)\"," } ?? ""
    return "{\(name)\"intent\":\"\(intent)\",\"family\":\"\(family)\","
      + "\"parameters\":{\(parameters)}}\n"
  }
}
