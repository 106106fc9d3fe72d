import FormEngine
import HTTPTypes
import Hummingbird
import IntentOptions
import JSONC
import Messages
import WidgetLoading
import WidgetPages
import WidgetTimeline

/// Handles the form pages: opening, changing and saving.
enum FormPages {
  static func open(_ page: PageCall) async throws -> Response {
    var page = page
    var name = page.call.parameters[.name]
    // A page of another site names the widget before the widget is placed.
    if page.isEmbedded, let free = name, try await isFree(free, page) {
      page.call.parameters[.name] = nil
    } else {
      name = nil
    }
    var form = try await PageForm(page)
    if let name { form.newName = name }
    await form.settle()
    form.said = page.said(about: form.placedName ?? form.newName)
    let document = try await form.shown().document
    form.readAhead()
    return page.response(document)
  }

  /// Whether the form of a new widget can use a name: no placed widget has the name and, unless the
  /// script is asking, no removed widget has it.
  private static func isFree(_ name: String, _ page: PageCall) async throws -> Bool {
    guard try await page.call.store.widget(named: name) == nil else { return false }
    if page.isScript { return true }
    return try await page.call.store.history(of: name).isEmpty
  }

  static func change(_ page: PageCall) async throws -> Response {
    if page.call.parameters[.name] != nil { _ = try page.stateTag() }
    var form = try await PageForm(page)
    await form.settle()
    if form.isCarriedOver {
      form.said = page.words(.sentences([.definitionIsAnother, .pageLookAndPress]))
      try await form.takeFields()
      await form.settle()
      return page.response(try await form.shown().document, status: .conflict)
    }
    try form.checkFields()
    if !page.isScript, !page.isGenuine {
      form.said = page.words(
        "The session of this page ended. Your answers are still here: press the button again.")
      try await form.takeFields()
      return page.response(try await form.shown().document, status: .forbidden)
    }
    form.noteIntent()
    try await form.takeFields()
    if let answer = try await form.act() { return answer }
    await form.settle()
    if form.isAskedForParts { return page.call.response(try await form.fragments()) }
    return page.response(
      try await form.shown().document,
      status: form.mergedETag != nil && form.isRefused
        ? .conflict : form.isRefused ? .unprocessableContent : .ok)
  }

  /// The picture of a choice as markup; nil if it has none.
  private static func picture(of item: OptionItem) -> String? {
    let markup = HTML.picture(of: item).markup
    return markup.isEmpty ? nil : markup
  }

  /// Returns a window of a row's choices to the script.
  static func window(_ page: PageCall) async throws -> Response {
    let form = try await PageForm(page)
    await form.settle()
    let fields = page.fields
    guard let row = fields[.row].flatMap({ FormRowID(page: $0, schema: form.schema) }) else {
      throw ServiceProblem.noRow(fields[.row], of: form.item.widget)
    }
    let from = fields.number(PageField.from.rawValue)
    let asked = fields[.count].flatMap { Int($0) } ?? FormRequest.usualWindow
    let count = min(FormRequest.usualWindow, max(1, asked))
    let window: PageForm.Window
    do {
      window = try await form.choices(
        of: row, term: fields[.search] ?? "", from..<from + count)
    } catch let error as OptionsError {
      // If a list cannot be loaded, the reason is shown in place of its choices.
      return page.call.response(
        choices(
          total: 0, isComplete: false,
          notice: page.words.line(error.message, error.remedy), items: []))
    }
    let chosen = form.run.state.value(of: row)?.choiceIdentifier
    let taken = form.run.state.chosenElsewhere(row)
    let items = window.shown.items.map { section, item -> JSONValue in
      let matched = window.query.map { $0.highlights(in: item.display) } ?? []
      return .members(
        of: ChoiceKey.self,
        [
          .id: .string(item.identifier), .title: .string(item.display),
          .subtitle: .text(item.subtitle), .section: .text(section),
          .picture: .text(picture(of: item)),
          .match: matched.isEmpty ? nil : .array(matched.map { .integer($0) }),
          .chosen: .flag(item.identifier == chosen),
          .taken: taken.contains(item.identifier)
            ? .string(page.words(.chosenAlready)) : nil,
        ])
    }
    let shown = window.shown
    let said = page.words(
      shown.items.isEmpty ? .nothingMatches : .pageChoices(shown.total))
    return page.call.response(
      choices(
        said: said, total: shown.total, isComplete: window.isComplete, notice: shown.notice,
        items: items))
  }

  /// A window of a list of choices, as `pickers.js` reads it.
  private static func choices(
    said: String? = nil, total: Int, isComplete: Bool, notice: String?, items: [JSONValue]
  ) -> JSONValue {
    .members(
      of: ChoicesKey.self,
      [
        .said: .text(said), .total: .integer(total), .complete: .bool(isComplete),
        .notice: .text(notice), .items: .array(items),
      ])
  }
}

extension PostedForm {
  /// The value of a numeric field, clamped to the range of positions; 0 if the field is missing or
  /// not a number.
  func number(_ name: String) -> Int {
    let places = FormRequest.places
    let number = self[name].flatMap { Int($0) } ?? 0
    return min(places.upperBound, max(places.lowerBound, number))
  }
}

extension ServiceProblem {
  static func noRow(_ name: String?, of widget: ConfigurableWidget) -> ServiceProblem {
    ServiceProblem(
      .noSuchRow,
      .hasNoSource(parameter: name ?? "", widget: widget.kind))
  }
}
