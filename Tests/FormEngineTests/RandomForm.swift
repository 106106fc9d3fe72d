import FormEngine
import IntentModel
import IntentOptions
import WidgetTestSupport

/// Random forms, events and provider responses from a seed.
struct RandomForm {
  private var random: SeededGenerator
  /// The form's requests that are neither cancelled nor answered.
  private(set) var open: Set<Int> = []
  private var questions: [FormEffect] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  static let types: [ParameterType] = [
    .flag, .number, AdjustingTests.slider, AdjustingTests.endless, .decimal(.init()), .text,
    .string(StringMetadata(defaultValue: LocalizedText("a"))), .style, .thing,
    .dateComponents(.init()), .timeInterval(.init()), .url(defaultValue: nil),
    .placemark(detail: nil), .person(detail: nil), .file(.init()), .currencyAmount(.init()),
    .paymentMethod, .speakableString(.init()), .measurement(.init(dimension: .distance)),
    .other("Magic"),
  ]

  static let texts = [
    "", "a", "b", "c", "1", "12", "x y", "yes", "bold", "07:30", "2026-11-21", "1h", "5 km", "a|b",
    "https://a.b", "12 EUR", "52,13", "\u{1B}", "a\nb", "é", "👩‍👩‍👧", " ",
  ]

  mutating func form() -> FormState {
    var rows: [ParameterDefinition] = []
    for index in 0..<Int.random(in: 1...9, using: &random) {
      rows.append(parameter(index))
    }
    let names = rows.filter(\.options.isDynamic).map { ($0.name, Bool.random(using: &random)) }
    var values: [String: IntentValue] = [:]
    for row in rows where chance(3) { values[row.name] = value(row) }
    return FormState.form(
      rows, enums: [.styles], providers: Dictionary(names) { first, _ in first },
      draft: IntentDraft(values: values))
  }

  private mutating func parameter(_ index: Int) -> ParameterDefinition {
    let isDynamic = chance(2)
    let type = isDynamic && chance(2) ? .thing : pick(Self.types)
    var parent: ParameterRelationship?
    if chance(2), index > 0 {
      let name = "p\(Int.random(in: 0..<12, using: &random))"
      parent =
        chance(2)
        ? .whenSet(name)
        : chance(2) ? .whenNot(name, .thing("a")) : .when(name, is: .boolean(false))
    }
    let sizes = ArraySizes([.systemSmall: 2, .systemLarge: 4])
    let isMany = chance(3)
    // Sometimes two parameters have the same name, as in broken files.
    return .row(
      "p\(chance(20) ? 0 : index)", type, dynamic: isDynamic, many: isMany,
      sizes: isMany && chance(2) ? sizes : nil, parent: parent)
  }

  private mutating func value(_ row: ParameterDefinition) -> IntentValue {
    let name = pick(["a", "b", "c"])
    let one: IntentValue =
      switch pick([0, 1, 2, 3]) {
      case 0: .thing(name)
      case 1: .integer(Int.random(in: -3...3, using: &random))
      case 2: .string(name)
      default: .boolean(true)
      }
    return row.supportsMultipleValues && !chance(9) ? .array([one, .thing(name, "x")]) : one
  }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  mutating func note(_ effects: [FormEffect]) {
    for effect in effects {
      switch effect {
      case .cancelLoad(let id): open.remove(id)
      case .finish: open = []
      default:
        questions.append(effect)
        if let id = effect.mark { open.insert(id) }
      }
    }
  }
}

extension RandomForm {
  /// An action of a person, or a response to a new or an old request.
  mutating func event(for form: FormState) -> FormEvent {
    guard chance(3), !questions.isEmpty else { return step(for: form) }
    let question = chance(2) ? questions[questions.count - 1] : pick(questions)
    return answer(to: question)
  }

  private mutating func answer(to question: FormEffect) -> FormEvent {
    // A response of the wrong kind is ignored, and the request stays open.
    if chance(12) { return .optionsLoaded(-1, collection()) }
    switch question {
    case .loadOptions(let id, _):
      open.remove(id)
      return .optionsLoaded(id, collection())
    case .searchOptions(let id, let search):
      open.remove(id)
      return .optionsFound(id, search.matches)
    case .loadDefaults(let id, _):
      open.remove(id)
      return .defaultsLoaded(id, items())
    case .resolveChoices(let id, _, _):
      open.remove(id)
      return .choicesResolved(id, items().map { ResolvedOptions($0) })
    case .findChoices(let id, _):
      open.remove(id)
      return .choicesFound(id, items().map { FoundChoices(lists: ["": $0]) })
    case .listFolder(let id, _):
      open.remove(id)
      return .folderListed(id, .success([FolderEntry("a"), FolderEntry("ab", isFolder: true)]))
    case .lookForFile(let id, _):
      open.remove(id)
      return .fileLookedFor(id, chance(2))
    case .cancelLoad, .finish: return .retry
    }
  }

  mutating func items() -> Result<[OptionItem], OptionsError> {
    if chance(5) { return .failure(.down) }
    let count = chance(40) ? 1_500 : Int.random(in: 0...4, using: &random)
    return .success((0..<count).map { _ in item() })
  }

  private mutating func item() -> OptionItem {
    OptionItem(identifier: pick(["a", "b", "c", "1", "2"]), display: pick(["A", "B", "new", "1"]))
  }

  mutating func collection() -> Result<OptionsCollection, OptionsError> {
    items().map {
      OptionsCollection(sections: [OptionsSection(items: $0), OptionsSection(items: [])])
    }
  }

  /// An action of a person, with any kind of event.
  mutating func step(for form: FormState) -> FormEvent {
    let row = pick(form.focusableRows + [.parameter("gone"), .element("p0", 7)])
    let name = "p\(Int.random(in: 0...9, using: &random))"
    let text = pick(Self.texts)
    let move = pick([FocusMove.next, .previous, .first, .last, .by(3), .by(.min), .by(.max)])
    let count = pick([1, -1, 2, -7, .max, .min])
    switch Int.random(in: 0..<30, using: &random) {
    case 0...2: return .moveFocus(move)
    case 3...5: return .focus(row)
    case 6: return row == .save || row == .cancel ? .focus(row) : guarded(.activate, form)
    case 7: return guarded(.activate, form)
    case 8: return .adjust(count)
    case 9...11: return text == " " ? guarded(.insert(" "), form) : .insert(text)
    case 12: return .edit(pick(TextField.Command.allCases))
    case 13: return .nextPart
    case 14, 15: return guarded(.commit, form)
    // If no editor or list is open, `dismiss` would leave the form, which ends the run.
    case 16: return form.editing == nil && form.picker == nil ? .nextPart : .dismiss
    case 17: return .openOptions
    case 18: return .moveHighlight(move)
    case 19: return .choose
    case 20: return .retry
    case 21: return .set(name, chance(3) ? nil : value(.row(name, .thing, many: chance(2))))
    case 22: return .setText(row, text)
    case 23: return .enter((0..<4).map { _ in entry(for: form) })
    case 24: return chance(2) ? .removeElement : .moveElement(count)
    case 25: return .setFamily(pick([.systemSmall, .systemLarge, .accessoryInline]))
    case 26: return chance(3) ? .resetAll : .resetRow
    case 27: return .undo
    case 28: return .redo
    default: return chance(30) ? pick([.submit, .cancel]) : .moveFocus(.next)
    }
  }

  /// An entry for any row, including hidden ones.
  mutating func entry(for form: FormState) -> RowEntry {
    let name = "p\(Int.random(in: 0...9, using: &random))"
    switch pick([0, 1, 2, 3]) {
    case 0: return .value(name, chance(3) ? nil : value(.row(name, .thing, many: chance(2))))
    case 1: return .text(.parameter(name), pick(Self.texts + ["km", "mi"]))
    default: return .text(pick(form.focusableRows + [.element(name, 1)]), pick(Self.texts))
    }
  }

  /// Replaces most events while a button has the focus, because they could end the form.
  private mutating func guarded(_ event: FormEvent, _ form: FormState) -> FormEvent {
    let isButton = form.focus == .save || form.focus == .cancel
    return isButton && !chance(30) ? .moveFocus(.next) : event
  }
}
