package import Foundation
import InputFiles
package import IntentOptions
import Messages
import Synchronization
import WidgetFormats

/// A calendar on the web, of which the last good copy is kept.
///
/// The address is that of an iCalendar file, or of a CalDAV collection (RFC 4791), which ends with
/// a slash. A request contains the `ETag` and the `Last-Modified` of the copy, so that the service
/// sends the calendar only if it has changed. As long as the copy is fresh according to
/// `Cache-Control`, no request is sent. After the GET request, a collection is asked for its events
/// with `REPORT`, because some services do not answer GET for a collection, and others combine
/// events whose time zones have the same name but different rules. If the service does not support
/// `REPORT`, the response to the GET request is used.
package struct CalendarFeed: Sendable {
  /// The bytes of the calendar, and whether they are current.
  package struct Copy: Sendable, Hashable {
    /// The iCalendar file; for a CalDAV collection, several files, one after another.
    package var bytes: [UInt8]
    /// When the service last returned or confirmed the calendar.
    package var date: Date
    /// Why the calendar could not be read again; nil if it is current.
    package var failure: OptionsError?
  }

  /// The maximum size in bytes of all copies in the folder together.
  static let folderBytes = 64 << 20
  /// An unchanged copy is written again when the date in its file is this many seconds old.
  static let writeDelay = 600.0
  /// The maximum number of copies in the folder.
  static let folderFiles = 200

  /// The address without its secrets.
  package var spoken: String { service.name }

  private let url: String
  private let service: WebService
  private let key: String
  private let folder: BoundedFolder?
  private let memory = Memory()
  private let now: @Sendable () -> Date

  /// Makes a feed, without accessing the web or files.
  ///
  /// - Parameters:
  ///   - url: The address, which begins with http or https.
  ///   - authorization: The environment variable with the value of the `Authorization` header.
  ///   - environment: The environment variables.
  ///   - limits: The limits of the response.
  ///   - folder: The folder for the copies, which can also contain copies of other feeds; nil for
  ///     none.
  ///   - now: The current time.
  ///   - fetch: Fetches documents.
  package init(
    _ url: String, authorization: String? = nil, environment: [String: String] = [:],
    limits: SourceLimits, folder: String?, now: @escaping @Sendable () -> Date = { Date() },
    fetch: @escaping HTTPFetch
  ) {
    let bare = String(url.prefix { $0 != "#" })
    let source = HTTPSource(
      url: bare, environmentHeaders: authorization.map { ["Authorization": $0] } ?? [:])
    self.url = bare
    var service = WebService(
      source, name: nil, environment: environment, limits: limits, fetch: fetch)
    let remedy = authorization.map { Message.correctCredentials(in: $0) } ?? .nameCredentials
    service.remedies = [401: remedy, 403: remedy]
    service.lateRemedy = .tryAgain
    self.service = service
    key = BoundedFolder.name(for: "\(bare)\n\(authorization ?? "")")
    self.folder = folder.map {
      BoundedFolder(path: $0, maximumBytes: Self.folderBytes, maximumFiles: Self.folderFiles)
    }
    self.now = now
  }

  /// The calendar, or its last good copy with the reason why the calendar could not be read again.
  ///
  /// - Throws: `OptionsError` if there is neither, `CancellationError` when cancelled.
  package func read() async throws -> Copy {
    let kept = kept()
    if let kept, kept.freshUntil > now(), kept.date <= now() { return kept.copy() }
    do {
      return try await asked(kept, until: .now + service.limits.timeout).copy()
    } catch {
      try Task.checkCancellation()
      guard let kept else { throw error }
      return kept.copy(after: OptionsError(error, provider: service.name))
    }
  }

  /// The last good copy, without asking the service; nil if there is none.
  package var lastCopy: Copy? { kept()?.copy() }

  private func asked(
    _ kept: Kept?, until end: ContinuousClock.Instant
  ) async throws -> Kept {
    var question = WebService.Question(url: url, isJSON: false)
    question.headers = ["Accept": "text/calendar, */*;q=0.1"]
    if let kept {
      for (field, condition) in HTTPCache.conditions {
        question.headers[condition] = kept.fields[field]
      }
      question.statuses.insert(304)
    }
    let isCollection = url.hasSuffix("/") && !url.contains("?")
    if isCollection { question.statuses.formUnion(Self.withoutGet) }
    let response = try await response(to: question, until: end)
    if response.status == 304, var known = kept {
      let last = known.date
      known.confirm(response, at: now())
      if isWorthWriting(known, after: last) { keep(known) }
      return known
    }
    let isCalendar = response.status == 200 && CalendarBytes.isCalendar(response.body)
    let events =
      isCollection ? try await report(isOptional: response.status == 200, until: end) : nil
    guard isCalendar || events != nil else {
      throw OptionsError.notACalendar(response.headers["content-type"], provider: service.name)
    }
    let heading = isCalendar ? CalendarBytes.heading(of: response.body) : []
    var fresh = Kept(bytes: events.map { heading + $0 } ?? response.body)
    fresh.date = now()
    // If the response is only a web page about the calendar, its header fields do not show whether
    // the calendar itself has changed.
    if isCalendar { fresh.confirm(response, at: now()) }
    let isSame = kept?.bytes == fresh.bytes && kept?.fields == fresh.fields
    if CalendarBytes.isWhole(fresh.bytes), !isSame || isWorthWriting(fresh, after: kept?.date) {
      keep(fresh)
    }
    return fresh
  }

  /// Whether a copy is written again even if only its date has changed.
  ///
  /// A status bar asks every few seconds, so the whole file must not be written each time.
  private func isWorthWriting(_ copy: Kept, after last: Date?) -> Bool {
    guard let last, copy.freshUntil <= now() else { return true }
    return !(0..<Self.writeDelay).contains(now().timeIntervalSince(last))
  }

  /// The statuses with which servers refuse GET for a collection.
  private static let withoutGet: Set<Int> = [403, 405, 501]

  private func response(
    to question: WebService.Question, until end: ContinuousClock.Instant
  ) async throws -> WebResponse {
    try await service.response(to: question, bytes: service.limits.bytes, until: end)
  }

  /// The events of a CalDAV collection; if the service does not support `REPORT`, nil if the events
  /// are optional, and an error if they are not.
  private func report(
    isOptional: Bool, until end: ContinuousClock.Instant
  ) async throws -> [UInt8]? {
    var question = WebService.Question(
      url: url, headers: ["Depth": "1", "Content-Type": "application/xml; charset=utf-8"],
      method: "REPORT", body: Array(CalendarBytes.query.utf8), statuses: [207], isJSON: false)
    if isOptional { question.statuses.formUnion(Self.withoutReport) }
    let response = try await response(to: question, until: end)
    return response.status == 207 ? CalendarBytes.calendars(in: response.body) : nil
  }

  /// The statuses of servers that do not support `REPORT`, either at all or for this address.
  private static let withoutReport: Set<Int> = [200, 400, 403, 404, 405, 409, 415, 422, 501]

  private func kept() -> Kept? {
    if let held = memory.kept.withLock({ $0 }) { return held }
    return folder?.read(key).flatMap(Kept.init(file:))
  }

  /// Keeps a copy in the folder, or in memory if that is not possible.
  private func keep(_ kept: Kept) {
    let isWritten = folder?.write(kept.file, to: key) ?? false
    memory.kept.withLock { $0 = isWritten ? nil : kept }
  }

  private final class Memory: Sendable {
    let kept = Mutex<Kept?>(nil)
  }
}

/// A copy, and the data for requests that ask whether it has changed.
///
/// Its file has lines such as `etag "1"`, an empty line, and then the calendar.
private struct Kept: Sendable {
  private static let (dateKey, freshKey) = ("date", "fresh")

  var bytes: [UInt8]
  var date = Date.distantPast
  var freshUntil = Date.distantPast
  /// The fields of ``HTTPCache/conditions`` that the service sent, with their values.
  var fields: [String: String] = [:]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a copy from its file; nil if the file has a different format.
  init?(file: [UInt8]) {
    var rest = file[...]
    var lines: [String: String] = [:]
    while true {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      let halves = line.split(separator: " ", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      lines[String(halves[0])] = String(halves[1])
    }
    guard let date = lines[Self.dateKey].flatMap(Double.init),
      let fresh = lines[Self.freshKey].flatMap(Double.init)
    else { return nil }
    self.date = Date(timeIntervalSince1970: date)
    freshUntil = Date(timeIntervalSince1970: fresh)
    fields = lines.filter { line in HTTPCache.conditions.contains { $0.0 == line.key } }
    bytes = Array(rest)
  }

  var file: [UInt8] {
    var lines = [
      "\(Self.dateKey) \(date.timeIntervalSince1970)",
      "\(Self.freshKey) \(freshUntil.timeIntervalSince1970)",
    ]
    lines += fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return Array((lines.joined(separator: "\n") + "\n\n").utf8) + bytes
  }

  /// Records that a response contained or confirmed the copy.
  mutating func confirm(_ response: WebResponse, at date: Date) {
    let control = response.cacheControl
    self.date = date
    freshUntil = date.addingTimeInterval(Double(control.forbidsStoring ? 0 : control.maximumAge))
    for (field, _) in HTTPCache.conditions {
      fields[field] = response.headers[field].flatMap { $0.isEmpty ? nil : $0 } ?? fields[field]
    }
  }

  func copy(after failure: OptionsError? = nil) -> CalendarFeed.Copy {
    CalendarFeed.Copy(bytes: bytes, date: date, failure: failure)
  }
}

/// The parts of iCalendar and CalDAV that a feed needs.
enum CalendarBytes {
  /// The text with which each component of a calendar begins.
  private static let begin = "BEGIN:"
  /// The text with which a calendar ends.
  private static let end = "END:VCALENDAR"

  /// The request for all events of a collection (RFC 4791, section 7.8).
  static let query = """
    <?xml version="1.0" encoding="utf-8"?>
    <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>\
    <C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">\
    <C:comp-filter name="VEVENT"/></C:comp-filter></C:filter></C:calendar-query>
    """

  /// Whether a text begins as an iCalendar file does, possibly after blanks and a byte-order mark.
  static func isCalendar(_ bytes: [UInt8]) -> Bool {
    let start = bytes.drop { isBlank($0) || FileReading.utf8Mark.contains($0) }
      .prefix(begin.utf8.count)
    return String(decoding: start, as: UTF8.self).uppercased() == begin
  }

  /// Whether a text ends as an iCalendar file does, so that no part of it is missing.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let last = bytes.reversed().drop(while: isBlank).prefix(end.utf8.count).reversed()
    return String(decoding: last, as: UTF8.self).uppercased() == end
  }

  /// An empty calendar with the name and the colour of a given one.
  static func heading(of calendar: [UInt8]) -> [UInt8] {
    let names = ["X-WR-CALNAME", "NAME", "X-APPLE-CALENDAR-COLOR", "COLOR"]
    var heading = Array("\(begin)VCALENDAR\n".utf8)
    var isKept = false
    for line in calendar.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).dropFirst() {
      // A line that begins with a blank continues the previous line, even in the middle of a
      // character (RFC 5545, section 3.1).
      if line.first != 0x20, line.first != 0x09 {
        let text = String(decoding: line.prefix(100), as: UTF8.self).uppercased()
        if text.hasPrefix(begin) { break }
        isKept = names.contains(String(text.prefix { $0 != ";" && $0 != ":" }))
      }
      if isKept { heading += line.prefix(1_000) + [0x0A] }
    }
    return heading + Array("\(end)\n".utf8)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// The contents of all `calendar-data` elements in a multistatus response (RFC 4918, section 13);
  /// nil for any other text, and for an incomplete response.
  static func calendars(in xml: [UInt8]) -> [UInt8]? {
    var calendars: [UInt8] = []
    var sawRoot = false
    var isInside = false
    var isStatus = false
    var rest = xml[...]
    while let next = rest.first {
      if next != 0x3C {
        let end = rest.firstIndex(of: 0x3C) ?? rest.endIndex
        // This status means that the service has left out the events beyond its limit.
        if isStatus, String(decoding: rest[..<end], as: UTF8.self).contains(" 507") { return nil }
        if isInside { calendars += withoutReferences(rest[..<end]) }
        rest = rest[end...]
      } else if rest.starts(with: "<![CDATA[".utf8) {
        let (text, after) = split(rest.dropFirst(9), at: "]]>")
        if isInside { calendars += text }
        rest = after
      } else if rest.starts(with: "<!--".utf8) {
        rest = split(rest.dropFirst(4), at: "-->").after
      } else {
        let tag = tag(at: &rest)
        sawRoot = sawRoot || tag.name == "multistatus"
        isInside = tag.name == "calendar-data" && tag.isStart
        isStatus = tag.name == "status" && tag.isStart
        if tag.name == "calendar-data", tag.isEnd { calendars.append(0x0A) }
      }
    }
    if sawRoot, calendars.isEmpty { return heading(of: []) }
    return sawRoot ? calendars : nil
  }

  /// The name of a tag without its prefix, and whether the tag begins or ends an element.
  ///
  /// The tag of an empty element does neither. The tag is removed from the text.
  private static func tag(
    at rest: inout ArraySlice<UInt8>
  ) -> (name: Substring, isStart: Bool, isEnd: Bool) {
    var quote: UInt8?
    var end = rest.startIndex
    while end < rest.endIndex {
      let byte = rest[end]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if quote == nil, byte == 0x3E {
        break
      }
      end += 1
    }
    let inner = rest[..<end].dropFirst()
    rest = rest[end...].dropFirst()
    let isEnd = inner.first == 0x2F
    let name = String(
      decoding: inner.drop { $0 == 0x2F }.prefix { !isBlank($0) && $0 != 0x2F }, as: UTF8.self)
    return (name.split(separator: ":").last ?? "", !isEnd && inner.last != 0x2F, isEnd)
  }

  /// The texts before and after a mark; if the mark is missing, the whole text and an empty text.
  private static func split(
    _ bytes: ArraySlice<UInt8>, at mark: String
  ) -> (text: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let mark = Array(mark.utf8)
    guard let found = bytes.firstRange(of: mark) else { return (bytes, []) }
    return (bytes[..<found.lowerBound], bytes[found.upperBound...])
  }

  /// A text with its character references replaced; an unknown reference is left unchanged.
  private static func withoutReferences(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = bytes
    while let mark = rest.firstIndex(of: 0x26) {
      text += rest[..<mark]
      rest = rest[mark...]
      let name = rest.dropFirst().prefix(10).prefix { $0 != 0x3B }
      let known =
        name.endIndex < rest.endIndex && rest[name.endIndex] == 0x3B
        ? character(String(decoding: name, as: UTF8.self)) : nil
      if let known {
        text += Array(String(known).utf8)
        rest = rest[(name.endIndex + 1)...]
      } else {
        text.append(0x26)
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }

  private static func character(_ name: String) -> Character? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
