import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentDocuments
import IntentModel
import JSONC
import Messages
import Testing
import Zones

@testable import ICalendar

/// Inputs from a fuzzer that reach code that no smaller input reaches, and the readers of these
/// inputs.
///
/// `Fixtures/Broken/Inputs` has a file for each reader, with one Base64 input per line. `.ci/fuzz`
/// makes new inputs.
@Suite("Inputs found by a fuzzer")
struct BrokenInputTests {
  static let readers = ["calendar", "definition", "intents", "json", "plist", "strings"]

  private static func inputs(of reader: String) throws -> [[UInt8]] {
    let path = packageFolder + "Fixtures/Broken/Inputs/\(reader).txt"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      try [UInt8](#require(Data(base64Encoded: String(line)), "\(reader): \(line)"))
    }
  }

  /// An accepted input is unchanged after it is written and read again; a rejected one has a
  /// position and a message.
  @Test("every input is read or refused with a position", arguments: readers)
  func everyInput(_ reader: String) throws {
    let inputs = try Self.inputs(of: reader)
    #expect(inputs.count >= 40, "\(reader)")
    for (index, bytes) in inputs.enumerated() {
      let breach =
        switch reader {
        case "calendar": Self.calendar(bytes)
        case "definition": try Self.definition(bytes)
        case "intents": Self.intents(bytes)
        case "json": try Self.json(bytes)
        case "plist": try Self.propertyList(bytes)
        default: Self.strings(bytes)
        }
      if let breach { Issue.record("\(reader).txt:\(index + 1): \(breach)") }
    }
  }

  /// What is wrong with a position or a message; nil if nothing is wrong.
  private static func breach(line: Int?, column: Int? = nil, sentence: String) -> String? {
    if sentence.isEmpty { return "There is no sentence." }
    return [line, column].allSatisfy { $0 ?? 1 >= 1 } ? nil : "The place is \(line ?? 0)."
  }

  private static func json(_ bytes: [UInt8]) throws -> String? {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONText.parse(bytes)
    } catch {
      guard (0...bytes.count).contains(error.byteOffset) else { return "\(error.byteOffset)" }
      return breach(line: error.line, column: error.column, sentence: error.sentence)
    }
    let written = try JSONText.bytes(of: value, style: .compact)
    return try JSONText.parse(written) == value ? nil : "It is read otherwise: \(value)"
  }

  private static func propertyList(_ bytes: [UInt8]) throws -> String? {
    do throws(PropertyListError) {
      _ = try PropertyListDocument(bytes: bytes)
      return nil
    } catch {
      return breach(
        line: error.position?.line, column: error.position?.column,
        sentence: error.rule.message.text())
    }
  }

  private static func strings(_ bytes: [UInt8]) -> String? {
    let reading = StringTable.read(bytes)
    return reading.errors.compactMap { error in
      breach(
        line: error.position?.line, column: error.position?.column,
        sentence: error.rule.message.text())
    }.first
  }

  private static func definition(_ bytes: [UInt8]) throws -> String? {
    let file: IntentDefinitionFile
    do throws(FormatErrors) {
      file = try IntentDefinitionReader.read(bytes, file: "f.json").file
    } catch {
      if error.errors.isEmpty { return "There is no error." }
      return error.errors.compactMap { error in
        breach(line: error.line, column: error.column, sentence: error.sentence)
      }.first
    }
    // A property list can contain numbers that JSON cannot.
    guard let written = try? DefinitionConversion.bytes(of: file, as: .json) else { return nil }
    let again = try IntentDefinitionReader.read(written, file: "f.json").file
    return again == file ? nil : "It is read otherwise."
  }

  private static func calendar(_ bytes: [UInt8]) -> String? {
    let file = ICalendarReading().calendar(bytes: bytes, file: "f.ics")
    let answer = CalendarEvents(files: [file], viewer: .utc).occurrences(
      from: Date(timeIntervalSince1970: 1_772_000_000),
      to: Date(timeIntervalSince1970: 1_773_000_000))
    if answer.occurrences.count > CalendarLimits().occurrenceCount { return "Over the limit." }
    return (file.problems + answer.problems).compactMap { problem in
      breach(line: problem.line, sentence: problem.message.text())
    }.first
  }

  private static let schema: IntentSchema = {
    let choices = IntentEnum(
      name: "E", cases: [.init(name: "a", index: 1), .init(name: "b", index: 2)])
    let intent = IntentDefinition(
      name: "Fuzz",
      parameters: [
        ParameterDefinition(
          name: "e", type: .enumeration(TypeReference("E"), defaultCase: "a"), displayPriority: 1,
          isConfigurable: true),
        ParameterDefinition(
          name: "n", type: .integer(NumberMetadata()), displayPriority: 2, isConfigurable: true,
          supportsMultipleValues: true),
      ])
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [choices]))
  }()

  private static func intents(_ bytes: [UInt8]) -> String? {
    let lines = IntentJSON.readAll(bytes, schemas: [schema], defaultFamily: .systemSmall)
    return lines.compactMap { line -> String? in
      guard case .failure(let failure) = line.result else { return nil }
      if failure.issues.isEmpty { return "There is no issue." }
      return failure.issues.compactMap {
        breach(line: $0.line, column: $0.column, sentence: $0.issue.sentence)
      }.first
    }.first
  }
}
