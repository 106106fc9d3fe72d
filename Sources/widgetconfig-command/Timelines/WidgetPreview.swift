import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import TerminalForm
import WidgetForm
import WidgetTimeline
import Zones

/// Previews the intent and the entries for the current answers of a form.
///
/// The preview is updated in the same way as by `timeline --watch`: it shows the current entry, and
/// requests the timeline again according to its policy. It is an actor, because it keeps the
/// timeline between calls.
actor WidgetPreview: FormPreviewing {
  private let widget: ConfigurableWidget
  private let language: String
  private let environment: [String: String]
  private let presentation: Presentation
  /// The last good timeline of the placed widget, for use when its provider fails.
  private let kept: @Sendable (Intent) -> KeptTimeline

  /// The timeline of the widget for an intent.
  private struct Present {
    var intent: Intent
    var scheduler = TimelineScheduler(budget: .unlimited, seed: 0)
    var kept: KeptTimeline
    var placeholder: TimelineEntry
    var failure: Message?
    var files = FilesWatch()
  }

  private var present: Present?
  private var clock = ClockWatch()
  private let start = ContinuousClock.now

  /// The maximum number of entries to list.
  private static let maximumEntries = 3

  init(
    _ widget: ConfigurableWidget, language: String, environment: [String: String],
    presentation: Presentation = Presentation(),
    kept: @escaping @Sendable (Intent) -> KeptTimeline = { _ in KeptTimeline() }
  ) {
    self.widget = widget
    self.language = language
    self.environment = environment
    self.presentation = presentation
    self.kept = kept
  }

  nonisolated func lines(of intent: Intent) -> [String] {
    guard let text = try? IntentJSON.text(of: intent, schema: widget.schema) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  func entries(of intent: Intent) async throws(PreviewFailure) -> [String] {
    let words = FormWords(
      locale: language, isASCII: Glyphs(environment: environment).isASCII)
    guard let timeline = widget.timeline else {
      return [words(.noTimeline), ""] + lines(of: intent)
    }
    let context = TimelineProviderContext(
      family: intent.family, of: widget, now: Date(), language: language,
      variables: environment, presentation: presentation)
    var present = await started(intent, timeline, in: context)
    SystemZones.shared.refresh()
    if clock.hasChanged(at: context.now, steady: start.duration(to: .now), zone: .current) {
      present.scheduler.request(.clock, at: context.now)
    }
    if present.files.hasChanged(of: timeline) { present.scheduler.request(.app, at: context.now) }
    while case .reload? = present.scheduler.nextEvent(until: context.now) {
      do {
        // The timeline is requested in the same way as after saving; sample data is for galleries.
        let result = try await present.kept.reload(from: timeline, for: intent, in: context)
        present.scheduler.install(
          result.timeline, at: context.now, retries: result.failure != nil)
        present.failure = result.failure.map { timeline.line(of: $0) }
      } catch {
        throw PreviewFailure(text: words(timeline.line(of: error)))
      }
    }
    self.present = present
    // Entries from an earlier time are shown next to the failure, but a placeholder would hide it.
    if let failure = present.failure, present.kept.last == nil {
      throw PreviewFailure(text: words(failure))
    }
    let printing = TimelinePrinting(zone: .current, words: words, now: context.now)
    let entry = present.scheduler.entry(at: context.now) ?? present.placeholder
    let columns = Terminal.size.columns
    let drawing = printing.box(
      entry.content, in: context, environment,
      margin: columns - FormRenderer.previewColumns(of: columns))
    var coming = present.scheduler.timeline ?? Timeline(entries: [], reload: .never)
    coming.entries = Array(coming.entries(from: context.now))
    return [present.failure].compactMap { $0.map { words($0) } } + drawing
      + printing.table(coming, limit: Self.maximumEntries).map(\.text)
  }

  func nextChange(of intent: Intent) -> Date? {
    guard let present, present.intent == intent else { return nil }
    let now = Date()
    let next = present.scheduler.nextChange(after: now, placeholder: present.placeholder)
    guard let timeline = widget.timeline, FilesWatch.isNeeded(for: timeline) else { return next }
    let look = now.addingTimeInterval(FilesWatch.interval)
    return min(next ?? look, look)
  }

  /// The timeline of the widget for an intent; when it is new, a reload is due.
  private func started(
    _ intent: Intent, _ timeline: any IntentTimelineProvider, in context: TimelineProviderContext
  ) async -> Present {
    if let present, present.intent == intent { return present }
    var new = Present(
      intent: intent, kept: kept(intent),
      placeholder: await timeline.loadedPlaceholder(in: context))
    for last in [new.kept.earlier, new.kept.last].compactMap(\.self) {
      new.scheduler.install(last, at: context.now)
    }
    new.scheduler.request(.configuration, at: context.now)
    return new
  }
}
