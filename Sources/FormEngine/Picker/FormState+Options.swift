package import IntentModel
package import IntentOptions
import Messages

extension FormState {
  /// Whether choosing from a list is how a parameter is answered.
  func hasOptions(_ parameter: IntentParameter) -> Bool {
    if case .enumeration = parameter.type {
      return schema.enumeration(of: parameter.type) != nil
    }
    return parameter.options.isDynamic && setup.providers[parameter.name] != nil
  }

  /// The question to the provider of a parameter, with the values in effect of the others.
  package func request(for parameter: String, searchTerm: String? = nil) -> OptionsRequest {
    schema.optionsRequest(
      for: parameter, evaluation, locale: setup.locale, searchTerm: searchTerm)
  }

  mutating func openOptions() -> [FormEffect] {
    guard let parameter = parameter(of: focus), hasOptions(parameter) else { return [] }
    if let enumeration = schema.enumeration(of: parameter.type) {
      let items = enumeration.choices.map { OptionItem(identifier: $0.name, display: $0.label) }
      picker = OptionsPicker(
        row: focus, isDynamic: false, content: .loading, chosenElsewhere: chosenElsewhere(focus))
      picker?.load(OptionsCollection(items: items), searchesItself: false)
      highlightChosen()
      return prepareOptions()
    }
    picker = OptionsPicker(
      row: focus, isDynamic: true, content: .loading, chosenElsewhere: chosenElsewhere(focus))
    return askForOptions()
  }

  /// Asks for the choices of the open list, with the search term where its provider searches.
  private mutating func askForOptions() -> [FormEffect] {
    guard let open = picker, let name = open.row.parameter else { return [] }
    let term = setup.providers[name] == true ? open.query.text : ""
    let request = request(for: name, searchTerm: term.isEmpty ? nil : term)
    pickerRequest = request
    if open.collection == nil { picker?.content = .loading } else { picker?.isReloading = true }
    return ask(FormLoad(kind: .options, request: request))
  }

  /// Asks again for the choices of the open list when the value of the parent has changed.
  mutating func refreshPicker() -> [FormEffect] {
    guard let open = picker, open.isDynamic, let name = open.row.parameter,
      let asked = pickerRequest, !isSameQuestion(request(for: name), asked, about: name)
    else { return [] }
    return askForOptions()
  }

  /// The events that mean something else while a list is open; nil leaves the event to the form.
  mutating func handleInPicker(_ event: FormEvent) -> [FormEffect]? {
    pendingSearch.chooses = false
    switch event {
    case .insert(let text): return search { $0.insert(text) }
    case .type(let text): return search { $0.type(text) }
    case .edit(let command):
      return search {
        $0.perform(command)
        return true
      }
    case .moveHighlight(let move), .moveFocus(let move):
      picker?.moveHighlight(move)
      return []
    case .goToInitial(let character): picker?.goTo(initial: character)
    case .moveInitial(let steps): picker?.moveInitial(by: steps)
    case .choose, .commit, .activate: return choose()
    case .dismiss: return setup.isSingleChoice ? cancel() : closePicker()
    case .review where setup.isSingleChoice, .submit where setup.isSingleChoice: return choose()
    case .retry: return retry()
    case .focus, .set, .setText, .setFamily, .undo, .redo, .resetRow, .resetAll, .submit,
      .review, .cancel:
      return closePicker() + handleInForm(event)
    default: return []
    }
    return []
  }

  /// Edits the search term; one that only moved the cursor finds nothing new.
  private mutating func search(_ edit: (inout TextField) -> Bool) -> [FormEffect] {
    guard var query = picker?.query else { return [] }
    let before = query.text
    sayWhereFull(edit(&query), limit: query.limit)
    picker?.query = query
    guard let open = picker, query.text != before else { return [] }
    if open.isDynamic, setup.providers[open.row.parameter ?? ""] == true { return askForOptions() }
    picker?.refresh()
    return findOptions()
  }

  private mutating func retry() -> [FormEffect] {
    guard let open = picker, case .failed = open.content else { return [] }
    return askForOptions()
  }

  mutating func closePicker() -> [FormEffect] {
    (picker, pickerRequest) = (nil, nil)
    return supersede { $0.kind == .options } + cancelSearches()
  }

  private mutating func choose() -> [FormEffect] {
    if pendingSearch.search != nil {
      // What is highlighted matches an earlier term; the choice waits for what matches this one.
      pendingSearch.chooses = true
      return []
    }
    guard let open = picker, let item = open.highlightedItem,
      let parameter = parameter(of: open.row)
    else { return [] }
    guard let value = item.value(for: parameter.type) else {
      message = words(.isNot(text: item.identifier, kind: parameter.type.kindMessage))
      return []
    }
    let closing = closePicker()
    if open.isDynamic, let identifier = value.choiceIdentifier {
      noteOffered(identifier, for: parameter.name)
    }
    let effects = closing + setValue(value, of: open.row)
    return setup.isSingleChoice ? effects + submit() : effects
  }

  private mutating func highlightChosen() {
    guard let row = picker?.row, let value = value(of: row), let parameter = parameter(of: row)
    else { return }
    if let identifier = value.choiceIdentifier {
      picker?.highlight(identifier: identifier)
    } else {
      picker?.highlight { $0.value(for: parameter.type) == value }
    }
  }

  mutating func optionsLoaded(
    _ id: Int, _ answer: Result<OptionsCollection, OptionsError>
  ) -> [FormEffect] {
    guard let load = takeLoad(id, .options), let open = picker else { return [] }
    switch answer {
    case .failure(let error):
      picker?.fail(error)
      return cancelSearches()
    case .success(let collection):
      let isFirst = open.collection == nil
      let searchesItself = setup.providers[load.request.parameter] == true
      picker?.load(collection, searchesItself: searchesItself)
      if isFirst { highlightChosen() }
      return prepareOptions()
    }
  }
}

extension FormState {
  /// Asks a question, after cancelling an open one of the same kind about the same parameter.
  mutating func ask(_ load: FormLoad) -> [FormEffect] {
    let cancelled = supersede {
      $0.kind == load.kind && $0.request.parameter == load.request.parameter
    }
    lastLoad += 1
    loads[lastLoad] = load
    let effect: FormEffect =
      switch load.kind {
      case .options: .loadOptions(lastLoad, load.request)
      case .defaults: .loadDefaults(lastLoad, load.request)
      case .choices:
        .resolveChoices(lastLoad, identifiers: load.identifiers, load.request)
      }
    return cancelled + [effect]
  }

  mutating func supersede(_ isOld: (FormLoad) -> Bool) -> [FormEffect] {
    let old = loads.filter { isOld($0.value) }.keys.sorted()
    for id in old { loads[id] = nil }
    return old.map { .cancelLoad($0) }
  }
}

extension IntentValue {
  /// The identifier by which a provider knows a chosen value; nil for values that are not chosen.
  package var choiceIdentifier: String? {
    switch self {
    case .object(let object): object.identifier
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    case .integer(let number): String(number)
    case .person(let person): person.identifier
    case .paymentMethod(let method): method.kind
    case .speakableString(let speakable): speakable.vocabularyIdentifier
    // The others do not hold what their provider knows them by.
    default: nil
    }
  }
}

extension IntentSchema {
  /// What a provider is asked about a parameter: with the effective values of the other ones.
  package func optionsRequest(
    for parameter: String, _ evaluation: IntentEvaluation, locale: String,
    searchTerm: String? = nil
  ) -> OptionsRequest {
    var values: [String: IntentValue] = [:]
    for (position, other) in intent.parameters.enumerated()
    where other.name != parameter && self.position(of: other.name) == position {
      values[other.name] = evaluation.states[position].value
    }
    return OptionsRequest(
      parameter: parameter, values: values, family: evaluation.family, locale: locale,
      searchTerm: searchTerm)
  }
}
