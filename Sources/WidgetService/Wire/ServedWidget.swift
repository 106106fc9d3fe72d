import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import IntentOptions
import Messages
import NIOCore
import Synchronization
import WidgetForm
import WidgetStore
import WidgetTimeline

extension ConfigurableWidget {
  /// A warning about a family that is used although the widget does not list it, or about an
  /// unknown family without a defined size; empty for any other family.
  func issues(ofFamily family: WidgetFamily) -> [ServiceIssue] {
    guard let remark = remark(onFamily: family) else { return [] }
    let place = FormRequest.Key.family.pointer
    var issue =
      families.contains(family)
      ? ServiceIssue(ProblemCode.unknownFamily.rawValue, at: place, remark, .none)
      : ServiceIssue(
        "family-not-listed", at: place, remark,
        .suggestion(for: family.rawValue, among: families.map(\.rawValue)))
    issue.severity = .warning
    return [issue]
  }
}

/// A widget of the service in a language, with its cached responses.
///
/// This is a class, because each request passes it on many times.
final class ServedWidget: Sendable {
  let widget: ConfigurableWidget
  /// The widget with the names by which placed widgets refer to it.
  let origin: PlacedOrigin
  /// All providers as a single provider; each has a time limit and a cache, and equal requests to
  /// it are combined.
  let router: ReportedOptionsProvider
  /// A mark for the parts of the definition that affect answers.
  let definition: String
  /// The language of the widget's texts, as the caller requested it.
  let language: String
  /// The language in which texts are available, used to call sources and to cache responses.
  let textLanguage: String
  /// The responses that depend only on the widget.
  let responses = MemoTable<PreparedResponse, TaggedResponse>()
  private let setups = MemoTable<WidgetFamily, FormSetup>()
  private let rows = MemoTable<WidgetFamily, UntouchedRows>()
  /// The rows of the answers that were given most recently.
  let recentRows = RecentRows()

  init(
    widget: ConfigurableWidget, router: ReportedOptionsProvider, definition: String,
    language: String, textLanguage: String
  ) {
    self.widget = widget
    origin = widget.origin
    self.router = router
    self.definition = definition
    self.language = language
    self.textLanguage = textLanguage
  }

  /// The setup of the widget's form.
  ///
  /// - Parameters:
  ///   - families: Families that are offered even if the widget does not list them; never empty.
  ///   - today: The current day of the caller; nil for a form without typed input.
  func setup(including families: [WidgetFamily], today: CallerDay?) -> FormSetup {
    func make() -> FormSetup {
      var setup = FormSetup(
        widget, families: widget.families.including(families[0]), locale: language)
      // A response can be read on a later day, when a name such as “today” would be wrong.
      setup.showsDayNames = false
      return setup
    }
    var setup = keeps(families[0]) ? setups(families[0], make) : make()
    for family in families.dropFirst() { setup.families = setup.families.including(family) }
    (setup.today, setup.timeZone, setup.clock) = (today?.day, today?.zone, today?.clock)
    return setup
  }

  /// The rows of the widget's form in a family, before any answer is given.
  func untouchedRows(in family: WidgetFamily) -> UntouchedRows {
    func make() -> UntouchedRows {
      UntouchedRows(FormState(setup(including: [family], today: nil), family: family))
    }
    return keeps(family) ? rows(family, make) : make()
  }

  /// Whether responses for a family are kept; they are not kept for names that callers invent, so
  /// that callers cannot fill the memory.
  func keeps(_ family: WidgetFamily) -> Bool {
    family.isKnown || widget.families.contains(family)
  }

  /// The failure of a source whose default did not arrive, after it has been logged.
  func timedOut(_ parameter: String?, _ limit: Duration) -> OptionsError {
    let source = parameter.flatMap { router.sources[$0] }
    return router.report.reported(
      OptionsError.timedOut(provider: source?.name ?? widget.kind, limit: limit),
      by: source?.name ?? widget.kind,
      .choices(parameter: parameter ?? "", label: source?.label ?? parameter ?? widget.kind))
  }
}

/// The widgets of a service, loaded once for each language.
final class ServedWidgets: Sendable {
  /// The maximum number of locales for which widgets are kept.
  private static let maximumLocales = 32

  /// A widget and the language in which its sources are called.
  private struct Asked: Hashable {
    var kind: String
    var textLanguage: String
  }

  /// The loaded widgets, which are kept until the next load.
  private struct Kept: Sendable {
    let loaded = ExpiringCache<String, [ServedWidget], ContinuousClock>(
      capacity: maximumLocales, bytes: .max, clock: ContinuousClock())
    /// The sources with their caches, shared by all locales of a language.
    let routers = MemoTable<Asked, RoutingOptionsProvider>()
    let mark = Memo<String>()
    let languages = Memo<[String]>()
  }

  private let load: @Sendable (String) throws -> [ConfigurableWidget]
  private let settings: ServiceSettings
  private let report: SourceReport
  private let kept: Mutex<Kept>

  init(
    settings: ServiceSettings, report: SourceReport,
    load: @escaping @Sendable (String) throws -> [ConfigurableWidget]
  ) {
    (self.settings, self.report, self.load) = (settings, report, load)
    kept = Mutex(Kept())
  }

  /// All widgets in the order of their kinds, with texts in a language.
  func items(in language: String) throws -> [ServedWidget] {
    let language = Self.known(language)
    let kept = kept.withLock { $0 }
    if let items = kept.loaded.value(language) { return items }
    return try items(in: language, keeping: kept)
  }

  private func items(in language: String, keeping kept: Kept) throws -> [ServedWidget] {
    let items = try load(language).sorted { $0.kind < $1.kind }.map { item($0, language, kept) }
    kept.loaded.keep(items, for: language, lasting: .seconds(86_400), bytes: 0)
    return items
  }

  /// A mark for all widgets with their definitions: replicas with the same widgets have the same
  /// mark.
  var mark: String {
    get throws {
      let items = try items(in: AcceptedLanguage.standard)
      return kept.withLock({ $0 }).mark {
        let parts = items.map { item in
          let widget = item.widget
          let own = [widget.kind, widget.displayName, widget.description]
          let schema = (try? DraftJSON.text(of: widget.schema)) ?? item.definition
          let sources = widget.providers.keys.sorted() + [widget.timeline == nil ? "" : "timeline"]
          let sizes = widget.familySizes.sorted { $0.key < $1.key }
            .map { "\($0.key.rawValue) \($0.value.width) \($0.value.height)" }
          return (own + widget.families.map(\.rawValue) + sizes + sources + [schema])
            .joined(separator: "\u{0}")
        }
        return ContentMark.of(parts.joined(separator: "\u{1}"))
      }
    }
  }

  /// The languages of the service's texts, and of the widgets that can be read.
  var languages: [String] {
    kept.withLock({ $0 }).languages {
      let items = (try? items(in: AcceptedLanguage.standard)) ?? []
      let own = items.flatMap { Self.languages(of: $0.widget) }
      return (MessageLanguage.allCases.map(\.rawValue) + own).firsts
    }
  }

  /// The languages in which a widget has texts.
  private static func languages(of widget: ConfigurableWidget) -> [String] {
    widget.definitionPath.isEmpty
      ? [] : DefinitionLocalization.languages(beside: widget.definitionPath)
  }

  /// Loads the widgets again; the previous ones stay in use if that fails.
  ///
  /// - Returns: The number of widgets.
  /// - Throws: The error from loading.
  func reload() throws -> Int {
    let fresh = Kept()
    let items = try items(in: AcceptedLanguage.standard, keeping: fresh)
    kept.withLock { $0 = fresh }
    return items.count
  }

  /// A locale without its unknown parts; English for a language that does not exist.
  ///
  /// Callers choose the text, so each part must be in a known list.
  private static func known(_ locale: String) -> String {
    if locale == AcceptedLanguage.standard { return locale }
    guard let tag = LanguageTag(locale), Locale.LanguageCode(tag.language).isISOLanguage else {
      return AcceptedLanguage.standard
    }
    let script = tag.script.flatMap { ["Hans", "Hant", "Cyrl", "Latn"].contains($0) ? $0 : nil }
    let region = tag.region.flatMap { $0 == "419" || Locale.Region($0).isISORegion ? $0 : nil }
    return [tag.language, script, region].compactMap(\.self).joined(separator: "-")
  }

  private func item(_ widget: ConfigurableWidget, _ language: String, _ kept: Kept) -> ServedWidget
  {
    var widget = widget
    widget.timeline = widget.timeline.map {
      TracedTimelineProvider(
        base: $0, timeLimit: settings.sourceTimeLimit, kind: widget.kind, report: report)
    }
    let sources = widget.providers.map { name, provider in
      (name, (provider.name, widget.schema.parameter(named: name)?.label ?? name))
    }
    let languages = Self.languages(of: widget) + MessageLanguage.allCases.map(\.rawValue)
    let textLanguage =
      DefinitionLocalization.choose(language, from: languages) ?? AcceptedLanguage.standard
    let router = kept.routers(Asked(kind: widget.kind, textLanguage: textLanguage)) {
      RoutingOptionsProvider(
        name: widget.kind, widget.providers.mapValues { prepared($0, textLanguage) })
    }
    return ServedWidget(
      widget: widget,
      router: ReportedOptionsProvider(
        base: router, report: report,
        sources: Dictionary(firsts: sources),
        scoped: Set(widget.providers.filter(\.value.dependsOnScope).keys)),
      definition: Self.mark(of: widget.schema), language: language, textLanguage: textLanguage)
  }

  /// A mark for the parts of a definition that affect answers.
  static func mark(of schema: IntentSchema) -> String {
    mark(of: WireText.definition(of: schema))
  }

  /// Whether a mark is the mark that earlier programs gave to a definition; those marks did not
  /// depend on the sizes of arrays.
  static func isFormerMark(_ mark: String, of schema: IntentSchema) -> Bool {
    mark == self.mark(of: WireText.definition(ofAnswers: schema.answerSchema.withoutSizes))
  }

  private static func mark(of definition: String) -> String { "d-" + ContentMark.of(definition) }

  private func prepared(
    _ provider: some OptionsProvider, _ language: String
  ) -> any OptionsProvider {
    let cached = TracedOptionsProvider(base: provider, metrics: report.metrics)
      .timeLimit(settings.sourceTimeLimit)
      .cached(for: settings.optionsFreshFor, staleFor: settings.optionsStaleFor)
    return LanguageOptionsProvider(base: cached, language: language)
  }
}

/// An options provider that is called in the language of a widget's texts rather than in the
/// caller's locale, so that the cache has at most one response to a request for each language.
private struct LanguageOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  let base: Base
  let language: String

  func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    try await question.changing { $0.locale = language }.ask(base)
  }
}

/// The responses that depend only on a widget.
enum PreparedResponse: Hashable {
  case summary, schema, form(WidgetFamily)
}

/// The bytes of a response with their ETag.
struct TaggedResponse: Sendable {
  let bytes: ByteBuffer
  let etag: String

  init(_ bytes: [UInt8]) {
    self.init(bytes, etag: ContentMark.etag(of: bytes))
  }

  init(_ bytes: [UInt8], etag: String) {
    self.bytes = ByteBuffer(bytes: bytes)
    self.etag = etag
  }
}
