@testable import ICalendar
import Foundation
@testable import DefinitionFormats
@testable import IntentDocuments
import IntentModel
import JSONC
import Zones

/// Feeds one of the parsers, chosen by `FUZZ_PARSER`, and checks the laws that hold for any input.
private let parser = ProcessInfo.processInfo.environment["FUZZ_PARSER"] ?? "json"

private let schema: IntentSchema = {
  let choices = IntentEnum(name: "E", cases: [.init(name: "a", index: 1), .init(name: "b", index: 2)])
  let type = ParameterType.enumeration(TypeReference("E"), defaultCase: "a")
  let intent = IntentDefinition(
    name: "Fuzz",
    parameters: [
      ParameterDefinition(name: "e", type: type, displayPriority: 1, isConfigurable: true),
      ParameterDefinition(
        name: "n", type: .integer(NumberMetadata()), displayPriority: 2, isConfigurable: true,
        supportsMultipleValues: true),
    ])
  return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [choices]))
}()

/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  switch parser {
  case "json": fuzzJSON(bytes)
  case "plist": fuzzPropertyList(bytes)
  case "strings": _ = StringTable.read(bytes)
  case "calendar": fuzzCalendar(bytes)
  case "definition": fuzzDefinition(bytes)
  case "intents": fuzzIntents(bytes)
  default: fatalError("FUZZ_PARSER is json, plist, strings, calendar, definition or intents.")
  }
  return 0
}

private func fuzzJSON(_ bytes: [UInt8]) {
  guard let (value, map) = try? JSONText.parseWithPositions(bytes) else { return }
  precondition(map.position(of: []) != nil)
  guard let text = try? JSONText.bytes(of: value, style: .compact) else { return }
  guard let again = try? JSONText.parse(text) else { fatalError("the written text cannot be read") }
  precondition(again == value, "the written text has a different meaning")
}

private func fuzzPropertyList(_ bytes: [UInt8]) {
  guard let document = try? PropertyListDocument(bytes: bytes) else { return }
  // Xcode's layout sorts the keys, but this law is about the values in their original order.
  let layout = document.layout
  guard let text = try? PropertyListXML.bytes(of: document.value, layout: layout) else { return }
  guard let again = try? PropertyListDocument(bytes: text) else {
    fatalError("the written text cannot be read")
  }
  precondition(again.value == asWritten(document.value), "the written text has a different meaning")
}

/// A value whose reals are as XML writes them; a binary file can also hold the bits of a NaN, and
/// -0.
private func asWritten(_ value: PropertyListValue) -> PropertyListValue {
  switch value {
  case .real(let real): .real(PropertyListReal(text: real.text) ?? real)
  case .array(let elements): .array(elements.map(asWritten))
  case .dictionary(let dictionary):
    .dictionary(PropertyListDictionary(dictionary.entries.map { ($0.key, asWritten($0.value)) }))
  default: value
  }
}

private func fuzzCalendar(_ bytes: [UInt8]) {
  let file = ICalendarReading().calendar(bytes: bytes, file: "f.ics")
  let answer = CalendarEvents(files: [file], viewer: .utc).occurrences(
    from: Date(timeIntervalSince1970: 1_772_000_000), to: Date(timeIntervalSince1970: 1_773_000_000))
  precondition(answer.occurrences.count <= CalendarLimits().occurrenceCount)
}

private func fuzzDefinition(_ bytes: [UInt8]) {
  guard let reading = try? IntentDefinitionReader.read(bytes, file: "f.json") else { return }
  _ = reading.file.findings.prefix(10).map(\.sentence)
  guard let text = try? DefinitionConversion.bytes(of: reading.file, as: .json) else { return }
  guard let again = try? IntentDefinitionReader.read(text, file: "f.json") else {
    fatalError("the written text cannot be read")
  }
  precondition(again.file == reading.file, "the written text has a different meaning")
}

private func fuzzIntents(_ bytes: [UInt8]) {
  let whole = IntentJSON.readAll(bytes, schemas: [schema], defaultFamily: .systemSmall)
  let rest = Rest(bytes)
  let counts = Counts()
  try? IntentStream(schemas: [schema], file: "f", defaultFamily: .systemSmall).run(
    from: { rest.next(min($0, 7)) },
    into: {
      counts.add($0)
      return true
    })
  let valid = whole.count { (try? $0.result.get()) != nil }
  precondition(
    counts.valid == valid && counts.invalid == whole.count - valid,
    "a stream and the whole text have different meanings")
}

private final class Rest: @unchecked Sendable {
  // One thread reads and one job runs.
  private var bytes: ArraySlice<UInt8>
  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  func next(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }
}

private final class Counts: @unchecked Sendable {
  // One thread reads and one job runs.
  private(set) var valid = 0
  private(set) var invalid = 0
  func add(_ results: IntentStream.Results) {
    valid += results.valid
    invalid += results.invalid
  }
}
