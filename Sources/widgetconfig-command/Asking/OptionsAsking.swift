import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import OptionsProviderTesting
import TerminalForm
import WidgetForm
import WidgetFormats
import WidgetLoading
import WidgetTimeline

/// Requests choices from a parameter's provider in the way that a form does.
struct OptionsAsking {
  let command: OptionsCommand
  let widget: ConfigurableWidget
  let provider: any OptionsProvider

  init(_ command: OptionsCommand, _ widget: ConfigurableWidget) throws {
    self.command = command
    self.widget = widget
    guard let parameter = widget.schema.parameter(named: command.parameter) else {
      let issue = widget.schema.unknownParameter(command.parameter)
      throw CommandFailure(.usage, issue.explanation)
    }
    if let provider = widget.providers[command.parameter] {
      self.provider = Self.prepared(provider, timeout: command.timeout)
    } else if !parameter.options.isDynamic,
      let cases = widget.schema.enumeration(of: parameter.type)?.choices
    {
      let items = cases.map { OptionItem(identifier: $0.name, display: $0.label) }
      provider = InMemoryOptionsProvider(OptionsCollection(items: items)).searchable()
    } else {
      throw CommandFailure(
        .usage, .sentences(Self.withoutSource(parameter, of: widget)))
    }
  }

  /// The problem with a parameter that has no choices, and the remedy.
  private static func withoutSource(
    _ parameter: ParameterDefinition, of widget: ConfigurableWidget
  ) -> [Message] {
    let names = widget.providers.keys.sorted()
    let others: Message = names.isEmpty ? .none : .thereAreSources(names: names)
    guard parameter.options.isDynamic else {
      return [
        "“\(name: parameter.name)” of \(name: widget.name) has no choices; people type its value.",
        others,
      ]
    }
    return [
      .hasNoSource(parameter: parameter.name, widget: widget.name), others,
      widget.remedy(
        inManifest: """
          Name a source under “\(WidgetManifest.Key.options.rawValue)” in its \
          \(WidgetFolder.manifestName).
          """),
    ]
  }

  /// The provider with the ability to search, and with a time limit if one is given.
  private static func prepared(
    _ provider: some OptionsProvider, timeout: Double?
  ) -> any OptionsProvider {
    guard let timeout else { return provider.searchable() }
    return provider.timeLimit(.seconds(timeout)).searchable()
  }

  /// The request with the effective values of the other parameters.
  func request() async throws -> OptionsRequest {
    let family =
      try WidgetFamily.chosen(command.family, among: widget.families) ?? widget.firstFamily
    if !family.isKnown, let remark = widget.remark(onFamily: family) {
      command.shared.remark(remark)
    }
    let scripted = try ScriptedAnswers(set: command.answers)
    // The form requests only the data that the answers need; the command itself requests the
    // choices, and only once.
    let needed = Set(
      scripted.answers.flatMap { answer in
        [answer.name] + widget.schema.ancestors(of: answer.name).map(\.name)
      })
    var others = widget
    others.providers = widget.providers.filter { needed.contains($0.key) }
    let setup = command.shared.setup(of: others, families: widget.families.including(family))
    var form = FormDriver(
      FormState(setup, draft: IntentDraft(), family: family), provider: others.router)
    if !scripted.answers.isEmpty { try await scripted.open(&form) }
    if let parent = widget.schema.emptyParent(
      of: command.parameter, in: form.state.evaluation)
    {
      let error = OptionsError.parentNotSet(parent, provider: command.parameter)
      throw CommandFailure(
        .findings,
        [
          .placed(
            place: command.parameter,
            sentences: [error.message, "Give its value with --set \(parent.name)=…."])
        ])
    }
    var request = form.state.request(for: command.parameter, searchTerm: command.search)
    request.limit = command.limit
    return request
  }

  /// The choices that the provider returns for a request.
  ///
  /// - Throws: `CommandFailure` with the status for a failed provider.
  func answer(to request: OptionsRequest) async throws -> OptionsCollection {
    do {
      return try await provider.options(for: request)
        .withoutInvalidItems(provider: provider.name, locale: request.locale)
    } catch {
      throw CommandFailure(.provider, OptionsError(error, provider: provider.name).line)
    }
  }

  /// The rules that the provider breaks, one per line.
  ///
  /// The rules cover lists and searches: the search term is checked in addition, and the limit of
  /// the command is ignored.
  func findings(_ request: OptionsRequest) async -> [Message] {
    await Self.findings(provider, request.whole, terms: request.searchTerm.map { [$0] } ?? [])
  }

  private static func findings(
    _ provider: some OptionsProvider, _ request: OptionsRequest, terms: [String]
  ) async -> [Message] {
    // Unlike a test run, the command keeps the machine busy with nothing else, so it need not wait as
    // long as the suite does by default.
    await OptionsProviderSuite(
      provider, request, searchTerms: terms, cancellationTime: .seconds(2)
    ).findings().map(\.line)
  }
}

/// A collection as the lines of a table, with a title above each section and a column for each kind
/// of text.
struct OptionsTable {
  let lines: [ReportLine]

  init(_ collection: OptionsCollection) {
    let items = collection.items
    func column(of text: (OptionItem) -> String) -> Int {
      min(40, items.map { displayWidth(visible(text($0))) }.max() ?? 0)
    }
    let (width, keys) = (column(of: \.display), column(of: \.identifier))
    var lines: [ReportLine] = []
    for section in collection.sections {
      if let title = section.title { lines.append(ReportLine(visible(title), .heading)) }
      let indent = section.title == nil ? "" : "  "
      for item in section.items {
        let key = visible(item.identifier).padded(to: item.subtitle == nil ? 0 : keys)
        let subtitle = item.subtitle.map { "  " + visible($0) } ?? ""
        lines.append(
          ReportLine(
            [
              .init(indent + visible(item.display).padded(to: width) + "  "),
              .init(key, .secondary), .init(subtitle),
            ], hanging: indent.count + 4))
      }
    }
    self.lines = lines
  }
}
