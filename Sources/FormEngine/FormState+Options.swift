import IntentModel
package import IntentOptions

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
    var values: [String: IntentValue] = [:]
    for (position, other) in schema.intent.parameters.enumerated() where other.name != parameter {
      values[other.name] = evaluation.states[position].value
    }
    return OptionsRequest(
      parameter: parameter, values: values, family: family, locale: setup.locale,
      searchTerm: searchTerm)
  }

  mutating func openOptions() -> [FormEffect] {
    guard let parameter = parameter(of: focus), hasOptions(parameter) else { return [] }
    if let enumeration = schema.enumeration(of: parameter.type) {
      let items = enumeration.choices.map { OptionItem(identifier: $0.name, display: $0.label) }
      picker = OptionsPicker(row: focus, isDynamic: false, content: .loading)
      picker?.load(OptionsCollection(items: items), searchesItself: false)
      highlightChosen()
      return []
    }
    picker = OptionsPicker(row: focus, isDynamic: true, content: .loading)
    return ask(FormLoad(kind: .options, request: request(for: parameter.name)))
  }

  /// The events that mean something else while a list is open; nil leaves the event to the form.
  mutating func handleInPicker(_ event: FormEvent) -> [FormEffect]? {
    switch event {
    case .insert(let text): picker?.query.insert(text)
    case .edit(let command): picker?.query.perform(command)
    case .moveHighlight(let move), .moveFocus(let move):
      picker?.moveHighlight(move)
      return []
    case .choose, .commit, .activate: return choose()
    case .dismiss: return closePicker()
    case .retry: return retry()
    case .cancel: return closePicker() + handle(.cancel)
    default: return []
    }
    return search()
  }

  private mutating func search() -> [FormEffect] {
    guard let open = picker else { return [] }
    let name = open.row.parameter ?? ""
    guard open.isDynamic, setup.providers[name] == true else {
      picker?.refresh()
      return []
    }
    picker?.isReloading = true
    let term = open.query.text
    return ask(
      FormLoad(kind: .options, request: request(for: name, searchTerm: term.isEmpty ? nil : term)))
  }

  private mutating func retry() -> [FormEffect] {
    guard let open = picker, case .failed = open.content else { return [] }
    picker?.content = .loading
    return ask(FormLoad(kind: .options, request: request(for: open.row.parameter ?? "")))
  }

  private mutating func closePicker() -> [FormEffect] {
    picker = nil
    return supersede { $0.kind == .options }
  }

  private mutating func choose() -> [FormEffect] {
    guard let open = picker, let item = open.highlightedItem,
      let parameter = parameter(of: open.row)
    else { return [] }
    guard let value = item.value(for: parameter.type) else {
      message = "“\(item.identifier)” is not \(parameter.type.valueKind)."
      return []
    }
    let closing = closePicker()
    if let name = open.row.parameter { missing[name]?.remove(item.identifier) }
    return closing + setValue(value, of: open.row)
  }

  private mutating func highlightChosen() {
    guard let row = picker?.row, let value = value(of: row) else { return }
    picker?.highlight(identifier: value.choiceIdentifier ?? "")
  }

  mutating func optionsLoaded(
    _ id: Int, _ answer: Result<OptionsCollection, OptionsError>
  ) -> [FormEffect] {
    guard let load = loads.removeValue(forKey: id), load.kind == .options,
      let open = picker, open.row.parameter == load.request.parameter
    else { return [] }
    switch answer {
    case .failure(let error):
      picker?.content = .failed(error)
      picker?.isReloading = false
    case .success(let collection):
      let isFirst = open.collection == nil
      let searchesItself = setup.providers[load.request.parameter] == true
      picker?.load(collection, searchesItself: searchesItself)
      if isFirst { highlightChosen() }
    }
    return []
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
  var choiceIdentifier: String? {
    switch self {
    case .object(let object): object.identifier
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    case .integer(let number): String(number)
    case .person(let person): person.identifier ?? person.name
    case .paymentMethod(let method): method.kind
    case .placemark(let place): place.name
    case .speakableString(let speakable): speakable.spokenPhrase
    default: nil
    }
  }
}
