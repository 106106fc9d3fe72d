public import FormEngine
public import IntentModel
public import IntentOptions

/// Answers what a form asks providers, at once and in one thread.
///
///     var driver = ProviderDriver { request in .success(["Oslo", "Paris"]) }
///     driver.start(&form)
///     try driver.run("down, enter, type 'os', enter", on: &form)
///
/// Answers come in the order of the questions, until nothing is asked any more. A driver that is
/// holding collects the questions instead, so that a test decides which is answered, when and how.
public struct ProviderDriver {
  /// What a provider answers with.
  public typealias Answer<Value> = Result<Value, OptionsError>

  /// The choices for a request.
  public var options: (OptionsRequest) -> Answer<OptionsCollection>

  /// The defaults for a request.
  public var defaults: (OptionsRequest) -> Answer<[OptionItem]>

  /// The items of stored identifiers; nil looks them up among the choices.
  public var resolve: (([String], OptionsRequest) -> Answer<[OptionItem]>)?

  /// The entries of a folder, given as it was typed; by default no folder is there.
  public var folders: (String) -> Result<[FolderEntry], FolderError> = { _ in .failure(.notThere) }

  /// Whether questions are kept in ``open`` until a test answers them.
  public var isHolding = false

  /// Everything that a form has asked for, in order, cancellations included.
  public private(set) var effects: [FormEffect] = []

  /// The questions that are neither answered nor cancelled, in order.
  public private(set) var open: [FormEffect] = []

  /// The intent that a form has made.
  public private(set) var finished: Intent?

  /// Whether the form asked more than it can have reason to, and the driver stopped answering.
  public private(set) var isRunaway = false

  /// The greatest number of answers to one event.
  public static let mostAnswers = 1_000

  /// Makes a driver; without defaults, forms begin without them.
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

  /// Sends one event.
  public mutating func send(_ event: FormEvent, to form: inout FormState) {
    take(form.handle(event))
    settle(&form)
  }

  /// Sends the events of a script.
  ///
  /// - Throws: ``FormScriptError`` before anything is sent.
  public mutating func run(_ script: String, on form: inout FormState) throws(FormScriptError) {
    for event in try FormScript(script).events { send(event, to: &form) }
  }

  /// Answers what is open, also when holding.
  public mutating func answerAll(_ form: inout FormState) {
    var answers = 0
    while let question = open.first {
      answers += 1
      guard answers <= Self.mostAnswers else {
        isRunaway = true
        return
      }
      open.removeFirst()
      if let event = event(for: question) { take(form.handle(event)) }
    }
  }

  /// Notes effects without answering them.
  public mutating func take(_ new: [FormEffect]) {
    effects += new
    for effect in new {
      switch effect {
      case .loadOptions, .searchOptions, .loadDefaults, .resolveChoices, .listFolder,
        .lookForFile:
        open.append(effect)
      case .cancelLoad(let id): open.removeAll { $0.mark == id }
      case .finish(let intent): finished = intent
      }
    }
  }

  /// The answer to a question, as an event; nil for an effect that asks nothing.
  public func event(for question: FormEffect) -> FormEvent? {
    switch question {
    case .loadOptions(let id, let request): .optionsLoaded(id, options(request))
    case .searchOptions(let id, let search): .optionsFound(id, search.matches)
    case .loadDefaults(let id, let request): .defaultsLoaded(id, defaults(request))
    case .resolveChoices(let id, let identifiers, let request):
      .choicesResolved(id, resolved(identifiers, request))
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
  /// The mark that the answer to a question carries; nil for the end of a form.
  public var mark: Int? {
    switch self {
    case .loadOptions(let id, _), .searchOptions(let id, _), .loadDefaults(let id, _),
      .resolveChoices(let id, _, _), .cancelLoad(let id), .listFolder(let id, _),
      .lookForFile(let id, _):
      id
    case .finish: nil
    }
  }

  /// The parameter that a question is about, with its kind, such as `defaults city`, for tests.
  public var words: String {
    switch self {
    case .loadOptions(_, let request): "options \(request.parameter)"
    case .searchOptions(_, let search): search.term.isEmpty ? "prepare" : "search \(search.term)"
    case .loadDefaults(_, let request): "defaults \(request.parameter)"
    case .resolveChoices(_, let identifiers, let request):
      "check \(request.parameter): \(identifiers.joined(separator: " "))"
    case .listFolder(_, let folder): "list \(folder)"
    case .lookForFile(_, let path): "look for \(path)"
    case .cancelLoad: "cancel"
    case .finish: "finish"
    }
  }
}
