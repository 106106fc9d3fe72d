import Foundation
import IntentDocuments

/// The structure of a document, which Foundation decodes without further checks.
struct DecodedDocument: Decodable {
  struct Calendar: Decodable {
    var identifier: String
    var display: String
    var colour: String?
    var weeks: [Int]?
  }
  struct Amount: Decodable { var amount, currencyCode: String }
  struct Radius: Decodable {
    var value: Double
    var unit: String
  }
  struct Time: Decodable { var hour, minute, second: Int? }
  struct Place: Decodable {
    var name: String?
    var latitude, longitude: Double?
  }
  struct Parameters: Decodable {
    var mirrorCalendarApp: Bool?
    var calendars: [Calendar]?
    var lookAhead, style, dedication, link: String?
    var dayStart: Time?
    var emphasis: Double?
    var count: Int?
    var budget: Amount?
    var radius: Radius?
    var place: Place?
  }
  var intent: String
  var family: String
  var parameters: Parameters

  /// The estimated time for all lines in seconds, based on a tenth of them.
  static func seconds(_ bytes: [UInt8]) -> Double {
    let part = bytes.count / 10
    let end = (bytes[part...].firstIndex(of: 10) ?? bytes.count - 1) + 1
    let decoder = JSONDecoder()
    let seconds = ProcessClock.measure {
      bytes[..<end].withUnsafeBufferPointer { text in
        for line in Lines(text) { _ = try? decoder.decode(Self.self, from: Data(line)) }
      }
    }
    return seconds * Double(bytes.count) / Double(end)
  }
}
