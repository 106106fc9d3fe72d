import IntentModel
import IntentOptions

/// Offers the calendars of a folder.
struct UpNextOptions: OptionsProvider {
  /// The folder.
  let folder: CalendarFolder

  var name: String { "UpNext" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let language = WidgetLanguage(locale: request.locale)
    let calendars = try await folder.calendars()
    var collection = OptionsCollection(items: calendars.map { item($0, language) })
    collection.notice = try notice(calendars, language)
    return collection
  }

  /// A new widget shows the first calendar; none where it mirrors all of them.
  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    let language = WidgetLanguage(locale: request.locale)
    guard request.values["mirrorCalendarApp"] != .boolean(true),
      let first = try folder.listing().files.first?.identifier
    else { return [] }
    return try await folder.calendars(only: [first]).map { item($0, language) }
  }

  /// Reads only the calendars asked for, in the order asked for.
  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let language = WidgetLanguage(locale: request.locale)
    let calendars = try await folder.calendars(only: Set(identifiers))
    let items = identifiers.compactMap { identifier in
      calendars.first { $0.identifier == identifier }.map { item($0, language) }
    }
    return ResolvedOptions(items)
  }

  private func item(_ calendar: CalendarFolder.Calendar, _ language: WidgetLanguage) -> OptionItem {
    let color = calendar.file.color.map { ["color": IntentValue.string($0.clipped(to: 40))] }
    return OptionItem(
      identifier: calendar.identifier, display: calendar.file.name.clipped(to: 60),
      subtitle: language.events(calendar.file.events.count), symbol: "calendar",
      properties: color ?? [:])
  }

  /// What could not be used, a sentence for each file: how much, and the first of it.
  private func notice(
    _ calendars: [CalendarFolder.Calendar], _ language: WidgetLanguage
  ) throws(OptionsError) -> String? {
    guard !calendars.isEmpty else { return language.noCalendars(in: folder.path) }
    var parts = calendars.map(\.file).filter { !$0.problems.isEmpty }.map { file in
      let first = file.problems.first.map { " (\($0))" } ?? ""
      return language.problems(file.problems.count, in: file.file) + first
    }
    if try folder.listing().isCut {
      parts.append(language.moreFiles(than: CalendarFolder.fileLimit))
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
