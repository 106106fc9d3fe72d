import ExternalSources
import Foundation
import ICalendar
import IntentModel
import IntentOptions
import Messages
import WidgetFormats

/// A calendar on the web.
struct WebCalendar: Sendable {
  private let address: CalendarAddress
  private let feed: CalendarFeed

  /// The identifier of the calendar as a choice.
  var identifier: String { address.identifier }

  /// The address without its secrets.
  var spoken: String { feed.spoken }

  /// Makes a calendar, without accessing the web.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - makeFeed: Makes the feed of an address.
  init(_ address: CalendarAddress, _ makeFeed: (String) -> CalendarFeed) {
    self.address = address
    feed = makeFeed(address.url)
  }

  /// The calendar, or its last good copy, or else an empty calendar with the reason.
  ///
  /// - Throws: `CancellationError` if cancelled.
  func read(_ reading: ICalendarReading) async throws -> CalendarFolder.Calendar {
    do {
      let copy = try await feed.read()
      return CalendarFolder.Calendar(
        identifier: identifier, file: file(of: copy, reading), isCopy: copy.failure != nil)
    } catch {
      try Task.checkCancellation()
      let failure = OptionsError(error, provider: spoken)
      let reason = CalendarProblem.Code.unreadable(.sentences([failure.message, failure.remedy]))
      return CalendarFolder.Calendar(
        identifier: identifier,
        file: CalendarFile(file: address.name, name: address.name, problems: [problem(reason)]),
        failure: failure)
    }
  }

  private func file(of copy: CalendarFeed.Copy, _ reading: ICalendarReading) -> CalendarFile {
    var file = reading.calendar(bytes: copy.bytes, file: address.name)
    if address.isNamed { file.name = address.name }
    if let failure = copy.failure {
      file.problems.insert(problem(.copy(of: Self.text(of: copy.date), failure.message)), at: 0)
    }
    return file
  }

  private func problem(_ code: CalendarProblem.Code) -> CalendarProblem {
    CalendarProblem(file: address.name, line: nil, code: code)
  }

  /// A note for `check`, which does not read from the web.
  func note(_ reading: ICalendarReading, at keys: [String]) -> SourceProblem {
    var sentences: [Message] = [
      "“\(name: spoken, limit: 400)” is read from the web when it is shown, not by a check."
    ]
    if let copy = feed.lastCopy {
      let file = file(of: copy, reading)
      sentences.append(
        """
        The copy from \(name: Self.text(of: copy.date)) is “\(name: file.name)” with \
        \(file.events.count, "event", "events").
        """)
    }
    return SourceProblem(
      at: keys, code: "calendar-on-web", severity: .note, sentence: .sentences(sentences),
      remedy: .none)
  }

  /// A date such as `2026-11-28 12:00 UTC`.
  private static func text(of date: Date) -> String {
    let text = date.formatted(.iso8601)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}

/// The address of a calendar on the web.
struct CalendarAddress: Sendable, Hashable {
  /// The address, which begins with http or https, without a fragment.
  let url: String
  /// The fragment with its `#`, or else the host and a short hash of the address; neither reveals a
  /// secret.
  let identifier: String
  /// The fragment, or else the last part of the path without `.ics` if that is not a secret, or
  /// else the host.
  let name: String

  /// Whether the name comes from the fragment, which takes precedence over the calendar's own name.
  var isNamed: Bool { identifier.hasPrefix("#") }

  static let webcal = "webcal://"

  /// The schemes, each with the sign that follows it.
  static let schemes = HTTPSource.beginnings + [webcal, "webcals://"]

  /// Reads an address; nil for any other text.
  ///
  /// `webcal` means https, or http for an address on this machine.
  init?(_ text: String) {
    guard let scheme = Self.schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
      return nil
    }
    let rest = text.dropFirst(scheme.count)
    let bare = rest.prefix { $0 != "#" }
    // A folder or an address after a colon must not be read as part of this path.
    guard !Self.hasAnother(in: bare), let host = WebAddress.host(of: HTTPSource.https + bare),
      !host.isEmpty
    else { return nil }
    let isWeb = HTTPSource.isURL(scheme)
    let isLocal = scheme == Self.webcal && WebAddress.isLoopback(host)
    url = (isWeb ? scheme : isLocal ? HTTPSource.http : HTTPSource.https) + bare
    let fragment = rest.dropFirst(bare.count + 1)
    let withoutUser = url.replacing(/:\/\/[^\/?#]*@/, with: "://")
    identifier =
      fragment.isEmpty
      ? "\(host)/\(fnv1a(withoutUser.utf8).hexadecimal(digits: 16).prefix(8))" : "#\(fragment)"
    let path = SpokenURL(url).description.prefix { $0 != "?" }.drop { $0 != "/" }.dropFirst(2)
    let parts = path.split(separator: "/").dropFirst()
    let last = parts.last { !$0.contains(SpokenURL.mask) && $0 != "basic.ics" } ?? host[...]
    let text = fragment.isEmpty ? ICalendarReading.baseName(last) : String(fragment)
    name = text.removingPercentEncoding ?? text
  }

  /// Whether another folder or address follows a colon in an address without its scheme.
  private static func hasAnother(in text: Substring) -> Bool {
    text.indices.contains { index in
      let rest = text[index...].dropFirst()
      return text[index] == ":"
        && (rest.hasPrefix("~") || rest.hasPrefix("/") && !rest.hasPrefix("//")
          || schemes.contains { rest.hasPrefix($0) })
    }
  }

  /// Whether two addresses belong to the same service.
  func isSameService(as other: CalendarAddress) -> Bool {
    WebAddress.origin(of: url) == WebAddress.origin(of: other.url)
  }
}
