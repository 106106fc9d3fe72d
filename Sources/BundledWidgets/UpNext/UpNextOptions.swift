import ICalendar
import IntentModel
import IntentOptions
import Messages

/// Offers the calendars of folders and of the web.
struct UpNextOptions: UpNextIntentOptions {
  /// The folder of the calendars.
  let folder: CalendarFolder

  var name: String { WidgetCatalog.Name.upNext.rawValue }

  func calendars(
    for request: UpNextIntent.CalendarsRequest
  ) async throws -> OptionsCollection {
    let text = WidgetText(locale: request.locale)
    let calendars = try await folder.calendars()
    var collection = OptionsCollection(items: calendars.map { item($0, text) })
    collection.notice = try notice(calendars, text)
    return collection
  }

  /// A new widget shows the first calendar, or none if it mirrors all of them.
  func defaultCalendars(
    for request: UpNextIntent.CalendarsRequest
  ) async throws -> [OptionItem] {
    let text = WidgetText(locale: request.locale)
    guard !request.mirrorCalendarApp,
      let first = try folder.firstIdentifier()
    else { return [] }
    return try await folder.calendars(only: [first]).map { item($0, text) }
  }

  /// Reads only the requested calendars, in the requested order.
  func resolveCalendars(
    identifiers: [String], for request: UpNextIntent.CalendarsRequest
  ) async throws -> ResolvedOptions {
    let text = WidgetText(locale: request.locale)
    let calendars = try await folder.calendars(only: Set(identifiers))
    // A calendar that cannot be read keeps its position, but not its name.
    let known = calendars.filter { $0.failure == nil }
    let items = identifiers.compactMap { identifier in
      known.first { $0.identifier == identifier }.map { item($0, text) }
    }
    return ResolvedOptions(items, isConclusive: known.count == calendars.count)
  }

  private func item(_ calendar: CalendarFolder.Calendar, _ text: WidgetText) -> OptionItem {
    let color = calendar.file.color.map { ["color": IntentValue.string($0.clipped(to: 40))] }
    return OptionItem(
      identifier: calendar.identifier, display: calendar.file.name.clipped(),
      subtitle: calendar.failure == nil
        ? text("\(calendar.file.events.count, "event", "events")") : nil,
      symbol: UpNextAgenda.symbol,
      properties: color ?? [:])
  }

  /// The notice about the problems: for each file, the number of problems and the first one.
  private func notice(
    _ calendars: [CalendarFolder.Calendar], _ text: WidgetText
  ) throws(OptionsError) -> String? {
    guard !calendars.isEmpty else {
      return text(.noCalendarFiles(in: folder.spokenPlaces))
    }
    var parts = calendars.compactMap { text.problems(of: $0.file) }
    if try folder.listing().isCut {
      parts.append(text("Only the first \(CalendarFolder.calendarLimit) calendars are offered."))
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension WidgetText {
  /// The number of problems in a calendar, followed by the first of them; nil if there are none.
  func problems(of calendar: CalendarFile) -> String? {
    calendar.problems.first.map {
      self(
        """
        \(calendar.problems.count, "problem", "problems") in \(calendar.file) \
        (\($0.placedMessage))
        """
      )
    }
  }
}
