import FormEngine
import IntentModel
import IntentOptions
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FormPage {
  /// One row with its mark.
  package struct Row: Sendable {
    package var id: String
    package var html: HTML
    package var mark: String
  }

  /// The rows that can be answered, from top to bottom.
  ///
  /// Of an array's empty slots, only the first is included. An answer in it adds an element.
  package var rows: [Row] {
    var extended: Set<String> = []
    let wrong = wasAttempted ? Set(problems.compactMap(\.row)) : []
    return formRows.compactMap { row in
      guard row.hiddenReason == nil else { return nil }
      if case .button = row.control { return nil }
      if let array = state.arrayThatGrows(by: row), !extended.insert(array).inserted { return nil }
      guard let page = (row.id ?? row.parameter.map { .parameter($0) })?.page else { return nil }
      let preventsSaving = row.id.map(wrong.contains) ?? false
      let parts = RowParts(row: row, page: page, form: self, preventsSaving: preventsSaving)
      let mark = HTML(parts.content).mark
      return Row(id: page, html: parts.html(mark: mark), mark: mark)
    }
  }
}

/// Writes one row.
private struct RowParts {
  let row: FormRow
  let page: String
  @Boxed private(set) var form: FormPage
  /// Whether an attempt to save failed because of this row.
  let preventsSaving: Bool

  private var state: FormState { form.state }
  private var words: FormWords { form.words }
  private var parameter: ParameterDefinition? {
    row.parameter.flatMap { state.schema.parameter(named: $0) }
  }

  /// The readable name of the row; for an array element it includes the label of the array.
  private var name: String {
    row.isElement ? "\(parameter?.label ?? "") \(row.label)" : row.label
  }

  /// The accessible name of a button: its action, followed by its row or the value of an element.
  private func of(_ action: Message) -> String {
    words(.pageOf(action: action, name: row.isElement && !row.value.isEmpty ? row.value : name))
  }

  /// A button for the row.
  ///
  /// - Parameters:
  ///   - label: The action in words; together with the row, it is the accessible name.
  ///   - sign: The text of the button; nil for the label.
  private func button(
    _ action: RowAction, _ label: Message, style: String? = nil, sign: String? = nil
  ) -> HTML {
    actionButton(action.value(page), sign ?? words(label), style: style, name: of(label))
  }

  /// The ID of an element of the row.
  private func element(_ element: RowElement) -> String { element.id(page) }

  func html(mark: String) -> HTML {
    HTML(
      .div,
      [
        .style(
          ["row", row.isElement ? "element" : nil, row.isBeyondFamily ? "beyond" : nil]
            .compactMap { $0 }.joined(separator: " ")), .set(.id, element(.row)),
        .set(.row, page), .set(.control, row.control.kindName),
        .set(.depth, row.depth == 0 ? nil : String(row.depth)),
        .set(.mark, mark), .set(.modified, row.isModified ? "true" : nil),
        .set(.busy, row.isLoading ? "true" : nil),
      ] + (row.id.flatMap { form.choices[$0] } == nil ? entrance : []), content)
  }

  /// The attributes that give an element of the row the focus on a page without the script.
  private var entrance: [HTML.Attribute] {
    form.pressedRow == page ? [.set(.tabindex, "-1"), .flag(.autofocus)] : []
  }

  var content: [HTML] {
    guard let id = row.id else { return head }
    let fields = RowFields(row, id, in: state)
    return [controls(id, fields), hint, problem, tools(id)]
  }

  /// The head of an array.
  private var head: [HTML] {
    [
      HTML(
        .p, [.style("label"), .set(.id, element(.field)), .set(.tabindex, "-1")],
        [HTML.isolated(row.label)]),
      // If there is no maximum, the elements below the head show the count.
      parameter?.maximumCount(for: state.family) == nil
        ? .none : HTML(.p, [.style("count")], text: row.value), hint, problem,
      tools(retry + reset),
    ]
  }

  // MARK: Label, hint, problem

  private func label(for target: String) -> HTML {
    guard row.isElement else {
      return HTML(.label, [.set(.for, target)], [HTML.isolated(row.label), spot])
    }
    return HTML(
      .label, [.set(.for, target)],
      [
        HTML(.span, [.style("visually-hidden")], text: (parameter?.label ?? "") + " "),
        HTML(isSlot ? placeholder ?? "" : row.label), spot,
      ])
  }

  /// Whether an answer in the row adds an element to its array.
  private var isSlot: Bool { state.arrayThatGrows(by: row) != nil }

  /// The placeholder of an empty field; for a slot, the action that an answer performs.
  private var placeholder: String? {
    guard isSlot else { return row.placeholder.isEmpty ? nil : row.placeholder }
    let type = parameter.flatMap { state.schema.objectType(of: $0.type)?.displayName.text } ?? ""
    return type.isEmpty ? words(.add) : words("Add \(name: type)")
  }

  /// A spot in the colour of the chosen item.
  private var spot: HTML {
    guard case .object(let object)? = row.answer,
      let color = ChoiceColor(object.properties)
    else { return .none }
    return HTML.spot(color)
  }

  /// The help text of the row, or else how to type a value of its type.
  ///
  /// The head of an array shows the guidance for all elements.
  private var guidance: String? {
    let (help, bounds) = (row.help, row.bounds?.text)
    switch parameter?.type {
    case .integer, .decimal:
      return help.map { joined($0, bounds) } ?? (bounds == nil ? nil : row.expected)
    case .timeInterval:
      return (help ?? row.expected).map { joined($0, bounds) } ?? bounds
    case .dateComponents: return help ?? row.expected
    case .measurement, .currencyAmount:
      let hasUnit = row.id.map { RowFields(row, $0, in: state).unit != nil } ?? false
      return help.map { joined($0, bounds) } ?? (hasUnit ? bounds : row.expected)
    // Rows of all other types are explained by their labels and controls.
    default: return help
    }
  }

  private func joined(_ text: String, _ bounds: String?) -> String {
    [text, bounds].compactMap { $0 }.joined(separator: " ")
  }

  /// The sentences below the row; elements leave the guidance to the head of their array.
  private var sentences: [String] {
    [
      row.isElement ? nil : guidance, row.isBeyondFamily ? words(.notInFamily) : nil,
      row.isLoading ? words(.pageAsking) : nil,
    ].compactMap { $0 }
  }

  private var hint: HTML {
    guard !sentences.isEmpty else { return .none }
    // The browser's own field does not accept text, so a screen that shows only that field needs no
    // example.
    let isExample = sentences == [row.expected] && isMoment
    return HTML(
      .p,
      [
        .set(.id, element(.hint)), .style(isExample ? "hint typed" : "hint"), .set(.dir, "auto"),
      ],
      [isolatingExample(in: sentences.joined(separator: " "))]
        + [row.isLoading ? form.lookAgain : .none, lateDefault])
  }

  /// Tells the service that an array was shown before its default arrived: see
  /// ``PostedForm/lateArrays``.
  private var lateDefault: HTML {
    guard case .array = row.control, let name = row.parameter, state.awaitsDefault(of: name) else {
      return .none
    }
    return hidden(.late, name)
  }

  private var isMoment: Bool {
    if case .dateComponents? = parameter?.type { true } else { false }
  }

  /// A text in which the example keeps its own direction and stays on one line.
  private func isolatingExample(in text: String) -> HTML {
    guard let type = parameter?.type,
      let example = ValueText.example(of: type, notation: state.setup.notation),
      let range = text.ranges(of: example).first
    else { return HTML(text) }
    return HTML([
      HTML(String(text[..<range.lowerBound])), HTML.isolated(example),
      HTML(String(text[range.upperBound...])),
    ])
  }

  /// The reason why the answer is not accepted, or else the problem that the widget finds in it.
  private var fault: String? {
    if let text = row.problem { return joined(text, row.remedy) }
    guard case .parameter(let name)? = row.id else { return nil }
    return form.preview.remarks[name]
  }

  private var problem: HTML {
    guard let fault else { return .none }
    return HTML(
      .p, [.set(.id, element(.problem)), .style("problem"), .set(.dir, "auto")],
      [isolatingExample(in: fault)])
  }

  /// Attributes that refer to the hint and the problem, and mark an invalid answer.
  private var descriptions: [HTML.Attribute] { descriptions(isTyped: true) }

  private func descriptions(isTyped: Bool) -> [HTML.Attribute] {
    // An unreadable text is marked immediately, a missing answer only after an attempt to save; a
    // problem that does not prevent saving does not make the field invalid.
    let isUnread = row.id.map { state.unreadTexts[$0] != nil } ?? false
    let isWrong = row.problem != nil && (preventsSaving || isUnread)
    return [description(isTyped: isTyped), .set(.invalid, isWrong ? "true" : nil)]
  }

  /// The attribute that refers to the hint and the problem.
  private func description(isTyped: Bool) -> HTML.Attribute {
    let array = row.isElement ? row.parameter.flatMap { FormRowID.parameter($0).page } : nil
    let parts = [
      guidance == nil ? nil : array.map { RowElement.hint.id($0) },
      sentences.isEmpty || !isTyped && sentences == [row.expected] ? nil : element(.hint),
      fault == nil ? nil : element(.problem),
    ].compactMap { $0 }
    return .set(.describedBy, parts.isEmpty ? nil : parts.joined(separator: " "))
  }

  // MARK: Controls

  private func field(_ prefix: String, _ value: String, _ attributes: [HTML.Attribute] = []) -> HTML
  {
    HTML(
      .input,
      [
        .set(.id, element(.field)), .set(.name, prefix + page),
        .set(.value, value), .set(.dir, "auto"), .set(.placeholder, placeholder),
      ] + descriptions + attributes)
  }

  private func controls(_ id: FormRowID, _ fields: RowFields) -> HTML {
    let target = element(.field)
    switch row.control {
    case .array, .button: return .none
    case .family:
      return HTML([
        label(for: target),
        select(
          FieldPrefix.value, fields.value,
          state.setup.families.map { (value: $0.rawValue, label: words($0.title)) }),
      ])
    case .toggle(let isOn): return toggle(isOn)
    case .slider(let position, let last): return slider(fields, position, last)
    case .stepper:
      return HTML([
        label(for: target),
        HTML(
          .div, [.style("stepper")],
          [
            button(.less, "Less", sign: "−"),
            field(FieldPrefix.value, fields.value, [.set(.inputmode, inputMode)]),
            button(.plus, "More", sign: "+"),
          ]),
      ])
    case .choice(let choices, _): return choice(fields, among: choices)
    case .options: return options(id, fields)
    case .typedObject: return object(fields)
    case .field: return textual(id, fields)
    }
  }

  private var inputMode: String {
    if case .integer? = parameter?.type { "numeric" } else { "decimal" }
  }

  private func toggle(_ isOn: Bool) -> HTML {
    HTML(
      .div, [.style("switch")],
      [
        hidden(FieldPrefix.value + page, "false"),
        HTML(
          .input,
          [
            .set(.id, element(.field)), .set(.name, FieldPrefix.value + page),
            .set(.type, "checkbox"),
            .set(.role, "switch"), .set(.value, "true"), .flag(.checked, isOn),
          ] + descriptions),
        label(for: element(.field)),
        HTML(.span, [.style("value"), .set(.hidden, "true")], text: row.value),
      ])
  }

  private func slider(_ fields: RowFields, _ position: Int, _ last: Int) -> HTML {
    HTML([
      HTML(.label, [.set(.for, element(.field))], [HTML.isolated(row.label)]),
      HTML(
        .div, [.style("slider")],
        [
          HTML(
            .input,
            [
              .set(.id, element(.field)), .set(.name, FieldPrefix.position + page),
              .set(.type, "range"),
              .set(.min, "0"), .set(.max, String(last)), .set(.step, "1"),
              .set(.value, String(position)), .set(.ariaLabel, name),
              .set(.valueText, fields.value),
              // A position is always valid, but a text in the field next to it may not be.
              description(isTyped: true),
            ]),
          HTML(
            .input,
            [
              .set(.id, element(.number)), .set(.name, FieldPrefix.value + page),
              .set(.type, "text"),
              .set(.inputmode, inputMode), .set(.value, fields.value), .set(.ariaLabel, name),
            ] + descriptions),
        ]),
    ])
  }

  private func select(
    _ prefix: String, _ chosen: String, _ choices: [(value: String, label: String)],
    _ attributes: [HTML.Attribute] = []
  ) -> HTML {
    HTML(
      .select,
      [.set(.id, element(.field)), .set(.name, prefix + page)] + descriptions + attributes,
      choices.map {
        HTML(
          .option, [.set(.value, $0.value), .flag(.selected, $0.value == chosen)], text: $0.label)
      })
  }

  /// Radio buttons for a parameter with few cases, or else a list.
  private func choice(_ fields: RowFields, among choices: [FormChoice]) -> HTML {
    let cases = choices.map { (value: $0.name, label: $0.label) }
    guard cases.count <= 5, row.id.map({ if case .parameter = $0 { true } else { false } }) == true
    else {
      let empty = fields.value.isEmpty ? [(value: "", label: placeholder ?? "")] : []
      return HTML([
        label(for: element(.field)),
        select(FieldPrefix.value, fields.value, empty + cases),
      ])
    }
    let radios = cases.enumerated().map { place, choice -> HTML in
      let target = place == 0 ? element(.field) : RowElement.field.id("\(page).\(place + 1)")
      return HTML(
        .div, [.style("radio")],
        [
          HTML(
            .input,
            [
              .set(.id, target), .set(.name, FieldPrefix.value + page), .set(.type, "radio"),
              .set(.value, choice.value), .flag(.checked, choice.value == fields.value),
            ]),
          HTML(.label, [.set(.for, target)], [HTML.isolated(choice.label)]),
        ])
    }
    return HTML(
      .fieldset, descriptions,
      [HTML(.legend, [], [HTML.isolated(row.label)])] + radios)
  }

  private func object(_ fields: RowFields) -> HTML {
    guard let display = fields.display else {
      return HTML([label(for: element(.field)), field(FieldPrefix.value, fields.value)])
    }
    return HTML(
      .fieldset, descriptions,
      [
        HTML(.legend, [], [HTML(name)]),
        HTML(.label, [.set(.for, element(.field))], text: words("Identifier")),
        HTML(
          .input,
          [
            .set(.id, element(.field)), .set(.name, FieldPrefix.value + page),
            .set(.value, fields.value), .set(.dir, "auto"),
          ]),
        HTML(.label, [.set(.for, element(.display))], text: words("Display text")),
        HTML(
          .input,
          [
            .set(.id, element(.display)), .set(.name, FieldPrefix.display + page),
            .set(.value, display), .set(.dir, "auto"),
          ]),
      ])
  }

  private func textual(_ id: FormRowID, _ fields: RowFields) -> HTML {
    if state.takesLines(id) {
      return HTML([
        label(for: element(.field)),
        HTML.textArea(
          [
            .set(.id, element(.field)), .set(.name, FieldPrefix.value + page), .set(.rows, "4"),
            .set(.dir, "auto"),
            .set(.placeholder, placeholder),
          ] + descriptions, value: fields.value),
      ])
    }
    if let unit = fields.unit { return quantity(fields, unit) }
    var parts = [label(for: element(.field))]
    switch parameter?.type {
    case .url: parts.append(field(FieldPrefix.value, fields.value, [.set(.inputmode, "url")]))
    case .integer, .decimal:
      parts.append(field(FieldPrefix.value, fields.value, [.set(.inputmode, inputMode)]))
    case .dateComponents: parts.append(when(id, fields))
    default: parts.append(field(FieldPrefix.value, fields.value))
    }
    parts.append(understood)
    if let month = form.months[id], let calendar = state.calendar(of: id) {
      let grid = MonthGrid(
        month: month, chosen: calendar.chosen, page: page, name: name, form: form)
      parts.append(grid.html)
    }
    return HTML(parts)
  }

  /// The text of a date or a time, with the browser's own field for the same value, and the button
  /// that opens a month.
  ///
  /// The text stays in its own field if the browser's field cannot show the value.
  private func when(_ id: FormRowID, _ fields: RowFields) -> HTML {
    let native = fields.native.map { native in
      HTML(
        .input,
        [
          .set(.id, element(.native)), .set(.name, FieldPrefix.native + page),
          .set(.type, native.type),
          .set(.value, native.text), .style("native"), .set(.ariaLabel, name),
          .set(.step, native.text.filter { $0 == ":" }.count == 2 ? "1" : nil),
        ] + descriptions(isTyped: false))
    }
    let opensMonth = form.months[id] == nil && state.calendar(of: id) != nil
    return HTML(
      .div, [.style("when")],
      [
        field(FieldPrefix.value, fields.value), native ?? .none,
        opensMonth
          ? button(.month, .pageCalendar, style: "calendar") : .none,
      ])
  }

  /// The date or the duration that the text means, shown while it is typed.
  private var understood: HTML {
    switch parameter?.type {
    case .timeInterval?, .dateComponents?: break
    default: return .none
    }
    guard row.problem == nil, !row.value.isEmpty else { return .none }
    return HTML(
      .output, [.style("echo"), .set(.for, element(.field))],
      [HTML(FormRowBuilder.meaningSign), HTML.isolated(row.value)])
  }

  private func quantity(_ fields: RowFields, _ unit: String) -> HTML {
    let isMeasured = if case .measurement? = parameter?.type { true } else { false }
    let unitName = words(isMeasured ? "Unit" : "Currency")
    // A unit can be chosen before its number is typed.
    let ahead = fields.value.isEmpty ? form.units[page] : nil
    let unit = ahead.map(fields.units.contains) == true ? ahead : unit
    return HTML(
      .fieldset, [],
      [
        HTML(.legend, [], [HTML(name)]),
        HTML(
          .input,
          [
            .set(.id, element(.field)), .set(.name, FieldPrefix.value + page),
            .set(.inputmode, "decimal"), .set(.value, fields.value), .set(.ariaLabel, name),
            .set(.placeholder, placeholder),
          ] + descriptions),
        HTML(
          .select,
          [
            .set(.id, element(.unit)), .set(.name, FieldPrefix.unit + page),
            .set(.ariaLabel, unitName),
          ],
          // Without `dir`, the degree sign of °C would be shown last in a right-to-left language.
          fields.units.map {
            HTML(
              .option, [.set(.value, $0), .set(.dir, "auto"), .flag(.selected, $0 == unit)],
              text: $0)
          }),
        // An unread text does not have a number to convert.
        isMeasured && !fields.value.isEmpty && row.id.flatMap { state.unreadTexts[$0] } == nil
          ? button(.convert, .pageConvert, style: "quiet") : .none,
      ])
  }

  // MARK: Choices

  private func options(_ id: FormRowID, _ fields: RowFields) -> HTML {
    let found = form.choices[id]
    return HTML([
      label(for: element(.field)),
      HTML(
        .div, [.style("options"), .set(.options, page)],
        [
          field(FieldPrefix.value, found?.term ?? row.value, [.set(.spellcheck, "false")]),
          hidden(FieldPrefix.identifier + page, fields.identifier ?? ""),
          hidden(FieldPrefix.shown + page, row.value),
          button(.search, .pageSearch),
        ]),
      found.map { list($0, fields) } ?? .none,
    ])
  }

  private func list(_ found: FormPage.Choices, _ fields: RowFields) -> HTML {
    let taken = row.id.map { state.chosenElsewhere($0) } ?? []
    var groups: [HTML] = []
    var start = found.items.startIndex
    while start < found.items.endIndex {
      let section = found.items[start].section
      let end =
        found.items[start...].firstIndex { $0.section != section } ?? found.items.endIndex
      let radios = (start..<end).map {
        radio(found.items[$0].item, $0, fields, taken: taken)
      }
      groups.append(
        section.map {
          HTML(
            .fieldset, [.style("section")], [HTML(.legend, [], [HTML.isolated($0)])] + radios)
        } ?? HTML(radios))
      start = end
    }
    let shown = found.from + found.items.count
    var buttons: [HTML] = []
    if !found.items.isEmpty { buttons.append(button(.choose, .choose)) }
    if shown < found.total { buttons.append(button(.more, .pageMore)) }
    let count = words(
      found.items.isEmpty
        ? .nothingMatches
        : .pageShown(from: found.from + 1, to: shown, total: found.total))
    return HTML(
      .fieldset, [.style("choices"), .set(.id, element(.choices)), .set(.tabindex, "-1")],
      [
        HTML(.legend, entrance, text: of("Choices")),
        HTML(.p, [.style("count")], text: count),
        found.notice.map { HTML(.p, [.style("notice"), .set(.dir, "auto")], text: $0) } ?? .none,
        hidden(FieldPrefix.term + page, found.term), hidden(FieldPrefix.from + page, String(shown)),
      ] + groups + [HTML(.div, [.style("tools")], buttons)])
  }

  private func radio(
    _ item: OptionItem, _ place: Int, _ fields: RowFields, taken: Set<String>
  ) -> HTML {
    let target = RowElement.choice.id("\(page).\(place)")
    return HTML(
      .div, [.style("radio")],
      [
        HTML(
          .input,
          [
            .set(.id, target), .set(.name, FieldPrefix.picked + page), .set(.type, "radio"),
            .set(.value, item.identifier),
            .flag(.checked, item.identifier == fields.identifier),
          ]),
        HTML(
          .label, [.set(.for, target)],
          [
            HTML.picture(of: item),
            HTML.isolated(item.display),
            item.subtitle.map {
              HTML(.small, [], [HTML(" "), HTML.isolated($0)])
            } ?? .none,
            taken.contains(item.identifier)
              ? HTML(.small, text: " – " + words(.chosenAlready)) : .none,
          ]),
      ])
  }

  // MARK: Tools

  private var reset: [HTML] {
    guard let parameter,
      state.draft.values[parameter.name] != nil
        || row.id.map({ state.unreadTexts[$0] != nil }) == true
    else { return [] }
    let standard = state.schema.defaultValue(
      of: parameter, draft: state.draft, family: state.family)
    let hasDefault = standard != nil || parameter.isDefaultUnknown
    let label: Message = hasDefault ? "Use default" : "Clear"
    return [button(.reset, label, style: "quiet")]
  }

  /// The button that asks a failed source again, for its choices or for the choice that a typed
  /// text names.
  ///
  /// The choices for an array are requested once for all of its elements.
  private var retry: [HTML] {
    let unread = row.id.flatMap { state.unreadTexts[$0] }
    guard row.canRetry || unread?.issue.isFailureOfSource == true else { return [] }
    return [button(.retry, .pageRetry, style: "quiet")]
  }

  private func tools(_ buttons: [HTML]) -> HTML {
    buttons.isEmpty ? .none : HTML(.div, [.style("tools")], buttons)
  }

  private func tools(_ id: FormRowID) -> HTML {
    var buttons: [HTML] = []
    switch id {
    case .element(let parameter, let index):
      buttons += retry
      let count = state.elementCount(of: parameter)
      guard index < count else { break }
      if index > 0 { buttons.append(button(.up, .pageUp, style: "quiet up")) }
      if index + 1 < count { buttons.append(button(.down, .pageDown, style: "quiet down")) }
      buttons.append(button(.remove, .pageRemove, style: "quiet remove"))
    case .parameter: buttons += retry + reset
    case .family, .save, .cancel: break
    }
    return tools(buttons)
  }
}

extension FormState {
  /// The number of values of an array, including those beyond the family's maximum.
  fileprivate func elementCount(of parameter: String) -> Int {
    value(of: .parameter(parameter))?.elements.count ?? 0
  }

  /// The array that gets another element if a row is answered; nil unless the row is an empty slot.
  fileprivate func arrayThatGrows(by row: FormRow) -> String? {
    guard case .element(let name, let index)? = row.id, row.value.isEmpty,
      index >= elementCount(of: name)
    else { return nil }
    return name
  }
}

/// A calendar month to choose a day from.
private struct MonthGrid {
  let month: CivilDate
  let chosen: CivilDate?
  let page: String
  let name: String
  @Boxed private(set) var form: FormPage

  var html: HTML {
    let words = form.words
    let title = words.format.monthAndYear(month.month, month.year)
    return HTML(
      .div, [.style("month"), .set(.id, RowElement.month.id(page))],
      [
        // The month stays open while other rows are answered.
        hidden(FieldPrefix.month + page, month.pageMonth),
        HTML(
          .div, [.style("tools")],
          [
            go(to: month.adding(months: -1), "‹", words("Previous month")),
            HTML(.strong, [.set(.live, "polite")], text: title),
            go(to: month.adding(months: 1), "›", words("Next month")),
            actionButton(
              RowAction.close.value(page), "×", name: words("Close the calendar")),
          ]),
        HTML(
          .table, [.set(.ariaLabel, "\(name): \(title)")],
          [HTML.tableHead(heads), HTML(.tbody, [], weeks)]),
      ])
  }

  private var firstWeekday: Int { form.state.setup.notation.format.firstWeekday }

  private var heads: [String] {
    let names = form.words.format.weekdayNames
    return (0..<7).map { place in
      names.count == 7 ? names[(firstWeekday + place) % 7] : "\(place + 1)"
    }
  }

  private func go(to date: CivilDate, _ sign: String, _ label: String) -> HTML {
    actionButton(RowAction.month.value(page, date.pageMonth), sign, name: label)
  }

  /// A day with its weekday, month and year.
  private func name(of day: CivilDate) -> String? {
    form.words.format.dateText(
      DateComponents(year: day.year, month: day.month, day: day.day), style: .full)
  }

  private var weeks: [HTML] {
    let first = CivilDate(year: month.year, month: month.month, day: 1)
    let offset = first.days(sinceWeekday: firstWeekday)
    let count = first.daysInMonth
    return stride(from: 0, to: offset + count, by: 7).map { start in
      HTML(
        .tr, [],
        (start..<start + 7).map { place -> HTML in
          let day = place - offset + 1
          guard (1...count).contains(day) else { return HTML(.td) }
          let date = CivilDate(year: month.year, month: month.month, day: day)
          return HTML(
            .td, [],
            [
              actionButton(
                RowAction.day.value(page, date.pageDay), form.words.format.inDigits("\(day)"),
                style: "day", name: name(of: date),
                [
                  .set(.current, date == form.state.setup.today ? "date" : nil),
                  .set(.pressed, date == chosen ? "true" : "false"),
                ])
            ])
        })
    }
  }
}
