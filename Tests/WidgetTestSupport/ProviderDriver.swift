public import FormEngine
public import IntentModel
public import IntentOptions

/// Responds to a form's requests to providers, immediately and in a single thread.
///
///     var driver = ProviderDriver { request in .success(["Oslo", "Paris"]) }
///     driver.start(&form)
///     try driver.run("down, enter, type 'os', enter", on: &form)
///
/// Responses come in the order of the requests, until there are no more requests. A driver that is
/// holding collects the requests instead, so that a test decides which one is answered, when and
/// how.
public struct ProviderDriver {
  /// The response of a provider.
  public typealias Answer<Value> = Result<Value, OptionsError>

  /// The choices for a request.
  public var options: (OptionsRequest) -> Answer<OptionsCollection>

  /// The defaults for a request.
  public var defaults: (OptionsRequest) -> Answer<[OptionItem]>

  /// The items for stored identifiers; nil to look them up among the choices.
  public var resolve: (([String], OptionsRequest) -> Answer<[OptionItem]>)?

  /// The entries of a folder, given its path as typed; by default, every folder is missing.
  public var folders: (String) -> Result<[FolderEntry], FolderError> = { _ in .failure(.notThere) }

  /// Whether requests stay in ``open`` until a test answers them.
  public var isHolding = false

  /// All effects of a form in order, including cancellations.
  public private(set) var effects: [FormEffect] = []

  /// The requests that are neither answered nor cancelled, in order.
  public private(set) var open: [FormEffect] = []

  /// The finished intent of a form.
  public private(set) var finished: Intent?

  /// Whether the form made an implausible number of requests, so that the driver stopped
  /// responding.
  public private(set) var isRunaway = false

  /// The maximum number of responses to one event.
  public static let maximumAnswers = 1_000

  /// Makes a driver; by default, there are no choices and no defaults.
  public init(
    options: @escaping (OptionsRequest) -> Answer<OptionsCollection> = { _ in .success([]) },
    defaults: @escaping (OptionsRequest) -> Answer<[OptionItem]> = { _ in .success([]) }
  ) {
    self.options = options
    self.defaults = defaults
  }

  /// Opens a form.
  public mutating func start(_ form: inout FormState) {
    take(form.start())
    settle(&form)
  }

  /// Sends an event.
  public mutating func send(_ event: FormEvent, to form: inout FormState) {
    if !pick(event, in: &form) { take(form.handle(event)) }
    settle(&form)
  }

  /// Makes the provider offer the text that a script sets in a row, and picks it; returns false for
  /// any other event.
  private mutating func pick(_ event: FormEvent, in form: inout FormState) -> Bool {
    guard case .setText(let row, let text) = event, !text.isEmpty,
      let parameter = row.parameter.flatMap({ form.schema.parameter(named: $0) }),
      form.hasProvider(parameter)
    else { return false }
    let halves = text.split(separator: "|").map(String.init)
    let item = OptionItem(identifier: halves.first ?? text, display: halves.last ?? text)
    for effect in form.handle(.enter([.choice(row, identifier: item.identifier)])) {
      if case .findChoices(let mark, _) = effect {
        let found = FoundChoices(known: [item.identifier: item])
        take(form.handle(.choicesFound(mark, .success(found))))
      } else {
        take([effect])
      }
    }
    return true
  }

  /// Sends the events of a script.
  ///
  /// A text that is set in a row with a provider stands for one of the provider's choices.
  ///
  /// - Throws: ``FormScriptError`` before anything is sent.
  public mutating func run(_ script: String, on form: inout FormState) throws(FormScriptError) {
    for event in try FormScript(script).events { send(event, to: &form) }
  }

  /// Answers the open requests, even while holding.
  public mutating func answerAll(_ form: inout FormState) {
    var answers = 0
    while let question = open.first {
      answers += 1
      guard answers <= Self.maximumAnswers else {
        isRunaway = true
        return
      }
      open.removeFirst()
      if let event = event(for: question) { take(form.handle(event)) }
    }
  }

  /// Records effects without answering them.
  public mutating func take(_ new: [FormEffect]) {
    effects += new
    for effect in new {
      switch effect {
      case .loadOptions, .searchOptions, .loadDefaults, .resolveChoices, .findChoices,
        .listFolder, .lookForFile:
        open.append(effect)
      case .cancelLoad(let id): open.removeAll { $0.mark == id }
      case .finish(let intent): finished = intent
      }
    }
  }

  /// The response to a request, as an event; nil for an effect that is not a request.
  public func event(for question: FormEffect) -> FormEvent? {
    switch question {
    case .loadOptions(let id, let request): .optionsLoaded(id, options(request))
    case .searchOptions(let id, let search): .optionsFound(id, search.matches)
    case .loadDefaults(let id, let request): .defaultsLoaded(id, defaults(request))
    case .resolveChoices(let id, let identifiers, let request):
      .choicesResolved(id, resolved(identifiers, request))
    case .findChoices(let id, let search):
      .choicesFound(id, options(search.request).map { FoundChoices(lists: ["": $0.items]) })
    case .listFolder(let id, let folder): .folderListed(id, folders(folder))
    case .lookForFile(let id, let path): .fileLookedFor(id, path.contains("missing") ? false : nil)
    case .cancelLoad, .finish: nil
    }
  }

  private func resolved(_ names: [String], _ request: OptionsRequest) -> Answer<ResolvedOptions> {
    if let resolve { return resolve(names, request).map { ResolvedOptions($0) } }
    return options(request).map { $0.resolving(names, isWhole: true) }
  }

  private mutating func settle(_ form: inout FormState) {
    if !isHolding { answerAll(&form) }
  }
}

extension FormEffect {
  /// The ID for the response to a request; nil for the end of a form.
  public var mark: Int? {
    switch self {
    case .loadOptions(let id, _), .searchOptions(let id, _), .loadDefaults(let id, _),
      .resolveChoices(let id, _, _), .findChoices(let id, _), .cancelLoad(let id),
      .listFolder(let id, _), .lookForFile(let id, _):
      id
    case .finish: nil
    }
  }

  /// A short description of a request, such as `defaults city`, for tests.
  public var words: String {
    switch self {
    case .loadOptions(_, let request): "options \(request.parameter)"
    case .searchOptions(_, let search): search.term.isEmpty ? "prepare" : "search \(search.term)"
    case .loadDefaults(_, let request): "defaults \(request.parameter)"
    case .resolveChoices(_, let identifiers, let request):
      "check \(request.parameter): \(identifiers.joined(separator: " "))"
    case .findChoices(_, let search):
      "find \(search.request.parameter): \(search.texts.joined(separator: ", "))"
    case .listFolder(_, let folder): "list \(folder)"
    case .lookForFile(_, let path): "look for \(path)"
    case .cancelLoad: "cancel"
    case .finish: "finish"
    }
  }
}
