import FormDriver
import FormEngine
import IntentModel
import IntentOptions
import Synchronization

/// Carries out a form's requests to its sources while a caller waits.
///
/// A request continues after the caller stops waiting, up to its source's time limit, so that the
/// caller's next request finds the cached result.
struct FormRun {
  private(set) var state: FormState
  /// The pending requests by identifier.
  private(set) var questions: [Int: Question] = [:]
  private let router: RoutingOptionsProvider
  private let answers = AnswerBox()

  /// A pending request to a source.
  struct Question {
    /// What is requested from a source.
    enum Kind: String, CaseIterable { case choice, `default`, options }

    var parameter: String
    var kind: Kind
    var start: ContinuousClock.Instant
  }

  /// - Parameter asksSources: Whether to request defaults and stored choices from sources.
  init(
    _ item: ServedWidgets.Item, _ request: FormRequest, asksSources: Bool = true
  ) {
    router = item.router
    state = FormState(
      item.setup(including: request.family), draft: request.draft, family: request.family)
    if asksSources { carryOut(state.start()) }
    if !request.texts.isEmpty {
      let effects = state.handle(.enter(request.texts))
      if asksSources { carryOut(effects) }
    }
  }

  /// Resumes a form from its state.
  init(_ item: ServedWidgets.Item, _ state: FormState) {
    router = item.router
    self.state = state
    carryOut(self.state.start())
    if !state.showsHidden { _ = self.state.handle(.toggleHidden) }
  }

  /// Passes an event to the form and carries out the resulting effects.
  mutating func handle(_ event: FormEvent) { carryOut(state.handle(event)) }

  /// Handles results until none is pending or a deadline is reached.
  ///
  /// - Parameter limit: The number of results after which to return; nil for all.
  /// - Returns: Whether nothing is pending.
  mutating func settle(
    until deadline: ContinuousClock.Instant, answers limit: Int? = nil
  ) async -> Bool {
    guard !questions.isEmpty else { return true }
    var taken = 0
    while !questions.isEmpty {
      for answer in answers.take() where questions.removeValue(forKey: answer.id) != nil {
        carryOut(state.handle(answer.event))
        taken += 1
      }
      if questions.isEmpty { break }
      if let limit, taken >= limit { return false }
      if ContinuousClock.now >= deadline || Task.isCancelled { return false }
      await answers.wait(until: deadline)
    }
    return true
  }

  /// A parameter whose default is pending; nil if there is none.
  var awaitedParameter: String? {
    questions.values.filter { $0.kind == .default }.map(\.parameter).min()
  }

  private mutating func carryOut(_ effects: [FormEffect]) {
    for effect in effects {
      switch effect {
      case .cancelLoad(let id): questions[id] = nil
      case .loadDefaults(let id, let request): ask(effect, id, .default, request)
      case .resolveChoices(let id, _, let request): ask(effect, id, .choice, request)
      case .loadOptions(let id, let request): ask(effect, id, .options, request)
      // Callers must not see the file system of the service.
      case .lookForFile(let id, _): carryOut(state.handle(.fileLookedFor(id, nil)))
      case .listFolder(let id, _): carryOut(state.handle(.folderListed(id, .failure(.notThere))))
      case .searchOptions, .finish: continue
      }
    }
  }

  private mutating func ask(
    _ effect: FormEffect, _ id: Int, _ kind: Question.Kind, _ request: OptionsRequest
  ) {
    questions[id] = Question(parameter: request.parameter, kind: kind, start: .now)
    let (router, answers) = (router, answers)
    Task {
      guard let event = await ProviderTasks.answer(to: effect, from: router) else { return }
      answers.post(id, event)
    }
  }
}

/// Passes results from sources to a form.
private final class AnswerBox: Sendable {
  private let answers = Mutex<[(id: Int, event: FormEvent)]>([])
  private let waker = Waker()

  func post(_ id: Int, _ event: FormEvent) {
    answers.withLock { $0.append((id, event)) }
    waker.wake()
  }

  func take() -> [(id: Int, event: FormEvent)] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  func wait(until deadline: ContinuousClock.Instant) async { await waker.wait(until: deadline) }
}
