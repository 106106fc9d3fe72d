import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import IntentOptions
import JSONC
import Logging
import Messages
import WidgetForm
import WidgetPages
import WidgetStore
import WidgetTimeline
import Zones

/// Handles the gallery, timeline and history pages.
enum GalleryPages {
  /// The home page: the available widgets with their defaults, and the placed widgets.
  ///
  /// With a search text, it shows the widgets whose kind, name or description contains the text. It
  /// shows a placed widget if its own name begins with the text, or if the kind or the name of its
  /// widget contains the text.
  static func home(_ page: PageCall) async throws -> Response {
    let call = page.call
    let search = call.search
    func isFound(_ texts: String...) -> Bool {
      search.isEmpty || texts.contains { $0.localizedCaseInsensitiveContains(search) }
    }
    let items = try call.service.servedWidgets.items(in: call.language)
    let shown = items.filter { item in
      isFound(item.widget.kind, item.widget.displayName, item.widget.description)
    }
    // All widgets have the same deadline, so that a slow source does not delay the other widgets.
    let deadline = ContinuousClock.now + .seconds(1)
    let widgets = await withTaskGroup(of: (Int, GalleryPage.Widget).self) { group in
      for (place, item) in shown.enumerated() {
        group.addTask { (place, await widget(item, call, before: deadline)) }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    // A page begins after a name, which is in the link to the page.
    let after = call.query[PageQuery.after.rawValue]
    let kinds = items.filter { isFound($0.widget.kind, $0.widget.displayName) }
    let found = try await placed(call, search, kinds, after: after)
    let (words, zone) = (call.words, try call.zone)
    let drawings = await drawings(
      of: found.readable.prefix(GalleryPage.maximumDrawn).map(\.name), call, before: deadline)
    let placed = found.readable.map { widget -> GalleryPage.Placed in
      var item: ServedWidget?
      var problem: String?
      do {
        item = try PlacedState.item(of: widget.unanswered, among: items, call.logger)
      } catch {
        problem = call.shownProblem(of: error).map { words.line($0.message, $0.remedyOnPage) }
      }
      var shown = GalleryPage.Placed(
        name: widget.name, widget: item?.widget.displayName, family: words(widget.family.title),
        savedAt: EntryShowing.text(of: widget.updatedAt, call, zone), problem: problem)
      shown.drawing = drawings[widget.name]
      return shown
    }
    let damaged = found.damaged.map { entry in
      GalleryPage.Placed(
        name: entry.name, widget: nil, family: "", savedAt: "", problem: words(entry.line),
        isDamaged: true)
    }
    var gallery = GalleryPage(
      page: page.page, widgets: widgets, placed: placed + damaged,
      next: found.next, isFirst: after == nil,
      removed: try await call.store.removedNames(limit: GalleryPage.maximumPlaced)
        .filter { isFound($0) })
    gallery.search = search
    if call.caller.scopes.contains(.admin) {
      gallery.hasDevices = call.service.pushes != nil
      if !gallery.hasDevices {
        gallery.hasDevices = try await !call.store.devices(DeviceQuery(limit: 1)).isEmpty
      }
    }
    return page.response(gallery.document)
  }

  /// The current entries of placed widgets, by name, if they are available in time.
  private static func drawings(
    of names: [String], _ call: ServiceCall, before deadline: ContinuousClock.Instant
  ) async -> [String: (entry: ShownEntry, family: WidgetFamily)] {
    await withTaskGroup(of: (String, (entry: ShownEntry, family: WidgetFamily)?).self) { group in
      for name in names {
        group.addTask {
          var call = call
          call.parameters = [.name: name]
          return (name, try? await drawing(call, before: deadline))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// The current entry of the placed widget of a call; nil if its source does not answer in time.
  private static func drawing(
    _ call: ServiceCall, before deadline: ContinuousClock.Instant
  ) async throws -> (entry: ShownEntry, family: WidgetFamily)? {
    let subject = try await TimelineSubject(placed: call)
    let wait = deadline.timeLeft
    guard let kept = try await result(within: wait, { try await subject.kept(call) }) else {
      return nil
    }
    let present = await subject.present(kept)
    return (
      EntryShowing(call, subject.context).entry(present.entry), subject.context.family
    )
  }

  /// The maximum number of matching kinds for which a search lists the placed widgets.
  private static let maximumKinds = 20

  /// A page of placed widgets: all of them, or the matches of a search.
  ///
  /// A widget matches if its kind matches, or if its name begins with the search text as typed, in
  /// lower case, in upper case, or with capitalized words.
  ///
  /// Each query uses an index and returns at most one page, so the cost of a page does not depend
  /// on the size of the store.
  private static func placed(
    _ call: ServiceCall, _ search: String, _ kinds: [ServedWidget], after: String?
  ) async throws -> (readable: [PlacedSummary], damaged: [DamagedEntry], next: String?) {
    let limit = GalleryPage.maximumPlaced
    guard !search.isEmpty else {
      let page = try await call.store.summaries(PlacedQuery(after: after, limit: limit))
      return (page.readable, page.damaged, page.next)
    }
    let spellings = Set([search, search.lowercased(), search.uppercased(), search.capitalized])
    let queries =
      spellings.map { PlacedQuery(after: after, prefix: $0, limit: limit) }
      + kinds.prefix(maximumKinds).map {
        PlacedQuery(after: after, origin: $0.widget.origin, limit: limit)
      }
    var readable: [String: PlacedSummary] = [:]
    var damaged: [String: DamagedEntry] = [:]
    var hasMore = false
    for query in queries {
      let page = try await call.store.summaries(query)
      for summary in page.readable { readable[summary.name] = summary }
      for entry in page.damaged { damaged[entry.name] = entry }
      hasMore = hasMore || page.next != nil
    }
    let names = Set(readable.keys).union(damaged.keys)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let shown = names.prefix(limit)
    // If a query has more rows, it has returned a whole page, so all names that were not read
    // follow the last name on this page.
    return (
      shown.compactMap { readable[$0] }, shown.compactMap { damaged[$0] },
      hasMore || names.count > limit ? shown.last : nil
    )
  }

  /// A widget with a snapshot in one family; its form shows a snapshot in each family.
  ///
  /// A snapshot is the current entry, or a marked placeholder if the defaults make no intent or the
  /// source does not answer in time.
  private static func widget(
    _ item: ServedWidget, _ call: ServiceCall, before deadline: ContinuousClock.Instant
  ) async -> GalleryPage.Widget {
    let (kind, families) = (item.widget.kind, item.widget.families)
    let family = families.ofNewWidget
    let drawn = await snapshot(item, family, call, before: deadline)
    return GalleryPage.Widget(
      kind: kind, name: item.widget.displayName, description: item.widget.description,
      families: families, family: family, entry: drawn.entry, isPlaceholder: drawn.isPlaceholder)
  }

  private static func snapshot(
    _ item: ServedWidget, _ family: WidgetFamily, _ call: ServiceCall,
    before deadline: ContinuousClock.Instant
  ) async -> (entry: ShownEntry?, isPlaceholder: Bool) {
    guard let provider = item.widget.timeline else { return (nil, false) }
    do {
      let intent = try item.widget.schema.resolve(IntentDraft(), family: family).get()
      let subject = try TimelineSubject(call, item, intent, isSample: true)
      let showing = EntryShowing(call, subject.context)
      let wait = ContinuousClock.now.duration(to: deadline)
      let kept = try await result(within: wait) { try await subject.kept(call) }
      if let kept {
        let present = await subject.present(kept)
        return (showing.entry(present.entry), present.isPlaceholder)
      }
    } catch {
      call.logger.debug("no snapshot", metadata: ["kind": .string(item.widget.kind)])
    }
    guard let plain = try? TimelineSubject.context(call, family: family) else {
      return (nil, false)
    }
    let context = TimelineSubject.context(plain, for: item)
    let entry = await provider.loadedPlaceholder(in: context)
    return (EntryShowing(call, context).entry(entry), true)
  }

  /// The tag of the stored state, by which an open form notices that somebody else has saved; for a
  /// removed widget, the message about the removal.
  ///
  /// `form.js` reads the members.
  static func tag(_ page: PageCall) async throws -> Response {
    let (call, name) = (page.call, page.call[.name])
    if let placed = try await call.store.widget(named: name) {
      let state = PlacedState(placed, call)
      return call.response(.members(of: TagKey.self, [.etag: .string(state.etag)]))
    }
    let error: any Error = try await call.store.notPlaced([name])
    guard let problem = ServiceProblem(error) else { throw error }
    return call.response(
      .members(of: TagKey.self, [.etag: "", .text: .string(call.words(problem.message))]))
  }

  static func timeline(_ page: PageCall) async throws -> Response {
    let call = page.call
    let subject = try await TimelineSubject(placed: call)
    let kept = try await subject.kept(call)
    let showing = EntryShowing(call, subject.context)
    let words = call.words
    let policy = kept.timeline.reload.message {
      EntryShowing.text(of: $0, call, subject.context.zone)
    }
    return page.response(
      TimelinePage(
        page: page.page, name: call[.name],
        present: showing.entry(await subject.present(kept).entry),
        entries: showing.entries(kept.timeline),
        family: subject.context.family, reload: words(.reload(policy: policy))
      ).document)
  }

  static func history(_ page: PageCall) async throws -> Response {
    var document = try await historyPage(page)
    let name = page.call[.name].harmless()
    document.said =
      document.states.contains(where: \.isPresent)
      ? page.said(about: name) : page.words(.pageIsRemoved(name: name))
    return page.response(document.document)
  }

  private static func historyPage(_ page: PageCall) async throws -> HistoryPage {
    let (call, name) = (page.call, page.call[.name])
    let states = try await call.store.history(of: name)
    guard !states.isEmpty else { throw try await call.store.notPlaced([name]) }
    let (words, zone) = (call.words, try call.zone)
    let shown = states.map { state -> HistoryPage.State in
      let item = state.widget.flatMap { try? PlacedState.item(of: $0, call) }
      return HistoryPage.State(
        revision: state.revision,
        savedAt: (state.savedAt ?? state.removedAt).map {
          EntryShowing.text(of: $0, call, zone)
        } ?? "",
        isPresent: state.isPresent,
        summary: state.damage.map { words($0) } ?? state.widget.map { summary($0, item, words) }
          ?? "",
        isReadable: state.widget != nil)
    }
    let present = states.first(where: \.isPresent)?.widget
    return HistoryPage(
      page: page.page, name: name, states: shown,
      hasForm: present.map { PlacedState.isServed($0, call) } ?? false)
  }

  /// The answers of a state in one line.
  private static func summary(
    _ widget: PlacedWidget, _ item: ServedWidget?, _ words: FormWords
  ) -> String {
    let given = widget.answersAsGiven(present: item?.widget.schema)
    let answers = words.summary(
      of: given.parameters, under: given.schema, titles: given.draft.titles)
    let remark = given.isFormer && item != nil ? words("given under an earlier definition") : ""
    return [item == nil ? widget.intent : "", words(widget.family.title), answers, remark]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  static func restore(_ page: PageCall) async throws -> Response {
    guard page.isGenuine else {
      var document = try await historyPage(page)
      document.problem = page.words(.pageSessionNew)
      return page.response(document.document, status: .forbidden)
    }
    let name = page.call[.name]
    let revision = page.fields[.revision].flatMap { Int($0) }
    try await page.change(
      [.name: name], by: PlacedRoutes.restore,
      body: .members([PlacedRoutes.revisionKey: .whole(revision)]))
    return try await page.redirect(toPlaced: name, .restored)
  }
}

/// Formats the entries of a timeline for display.
struct EntryShowing {
  private let call: ServiceCall
  private let words: FormWords
  private let context: TimelineProviderContext

  init(_ call: ServiceCall, _ context: TimelineProviderContext) {
    (self.call, words, self.context) = (call, call.words, context)
  }

  /// The entries, beginning with the entry that is on screen.
  func entries(_ timeline: WidgetTimeline.Timeline) -> [ShownEntry] {
    timeline.entries(from: context.now).map(entry)
  }

  /// The entries after the one that is on screen.
  func entries(
    _ timeline: WidgetTimeline.Timeline, after present: TimelineEntry
  ) -> [ShownEntry] {
    timeline.entries(from: context.now).filter { $0 != present }.map(entry)
  }

  func entry(_ entry: TimelineEntry) -> ShownEntry {
    let content = entry.listed(at: context.now, words: words, zone: context.zone)
    var shown = ShownEntry(
      date: Self.text(of: entry.date, call, context.zone),
      moment: entry.date.formatted(.iso8601), title: content.title.description,
      subtitle: content.subtitle?.description, lines: content.body.map(\.description),
      symbol: content.symbol, gauge: content.percentage,
      share: content.percentage.map { words.percent($0) } ?? "", link: content.link)
    if !context.family.isKnown { shown.shape = context.displaySize.nearestFamily }
    let day: Set<Calendar.Component> = [.year, .month, .day]
    let isToday =
      context.zone.components(day, at: entry.date) == context.zone.components(day, at: context.now)
    shown.soon =
      isToday
      ? words.format.text(of: context.zone.components([.hour, .minute], at: entry.date))
      : shown.date
    if context.family.hasSeveralTapTargets {
      shown.links = content.links.map { ShownEntry.Link(label: $0.label, url: $0.url) }
    }
    return shown
  }

  /// A date and time in the locale's format, with the zone if it may differ from the person's zone.
  static func text(of date: Date, _ call: ServiceCall, _ zone: ZoneRules) -> String {
    let text = call.words.format.text(of: zone.components(at: date))
    return call.query[PageQuery.timeZone.rawValue] == nil ? "\(text) \(zone.title(at: date))" : text
  }
}

extension ServiceCall {
  /// The search text of a page; empty for none.
  var search: String {
    (query[PageQuery.search.rawValue] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension ContinuousClock.Instant {
  /// The time until this instant, but at least long enough to use data that is already available.
  var timeLeft: Duration { max(.milliseconds(50), ContinuousClock.now.duration(to: self)) }
}
