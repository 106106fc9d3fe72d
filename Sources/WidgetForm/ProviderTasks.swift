package import FormEngine
package import IntentOptions
import Messages
import Synchronization

/// Performs the requests of a form in tasks, and returns the responses as events.
package struct ProviderTasks: ~Copyable {
  /// A request whose response is pending.
  package struct Request: Sendable {
    /// The request, as an effect of the form.
    package let effect: FormEffect
    /// When the request was made.
    package let start: ContinuousClock.Instant
    fileprivate let task: Task<Void, Never>
  }

  /// The pending requests, by their marks.
  package private(set) var requests: [Int: Request] = [:]

  private let provider: any OptionsProvider
  private let folders: (any FolderReading)?
  private let lingering: Duration?
  private let wake: @Sendable () -> Void
  private let mailbox = Mailbox()

  /// Makes the tasks of a form; the parameters are the same as for a ``FormDriver``.
  package init(
    provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    lingering: Duration? = nil, wake: @escaping @Sendable () -> Void
  ) {
    self.provider = provider
    self.folders = folders
    self.lingering = lingering
    self.wake = wake
  }

  deinit {
    Self.end(requests.values.map(\.task), after: lingering)
  }

  /// Cancels tasks whose responses the form no longer needs, either immediately or after a delay.
  private static func end(_ tasks: [Task<Void, Never>], after lingering: Duration?) {
    guard let lingering, !tasks.isEmpty else { return tasks.forEach { $0.cancel() } }
    Task {
      try? await Task.sleep(for: lingering)
      tasks.forEach { $0.cancel() }
    }
  }

  /// Cancels all pending requests.
  mutating func cancel() {
    for request in requests.values { request.task.cancel() }
    requests = [:]
  }

  /// Whether a request is pending.
  package var isWaiting: Bool { !requests.isEmpty }

  /// Starts and cancels tasks for the effects of a form.
  ///
  /// - Returns: The responses that need no task: responses about files if there is no file system.
  package mutating func carryOut(_ effects: [FormEffect]) -> [FormEvent] {
    var events: [FormEvent] = []
    for effect in effects {
      switch effect {
      case .cancelLoad(let id):
        let request = requests.removeValue(forKey: id)
        Self.end([request?.task].compactMap(\.self), after: lingering)
      case .finish: continue
      case .listFolder(let id, _) where folders == nil:
        events.append(.folderListed(id, .failure(.notThere)))
      case .lookForFile(let id, _) where folders == nil: events.append(.fileLookedFor(id, nil))
      case .loadOptions(let id, _), .searchOptions(let id, _), .loadDefaults(let id, _),
        .resolveChoices(let id, _, _), .findChoices(let id, _), .listFolder(let id, _),
        .lookForFile(let id, _):
        requests[id] = Request(effect: effect, start: .now, task: task(for: effect, id))
      }
    }
    return events
  }

  private func task(for effect: FormEffect, _ id: Int) -> Task<Void, Never> {
    let (provider, folders, mailbox, wake) = (provider, folders, mailbox, wake)
    return Task(executorPreference: SharedWorkPlace.executor) {
      guard let event = await Self.response(to: effect, from: provider, folders) else { return }
      mailbox.post(event, to: id)
      wake()
    }
  }

  /// The responses to pending requests that have arrived since the last call.
  package mutating func responses() -> [FormEvent] {
    var events: [FormEvent] = []
    for (id, event) in mailbox.empty() where requests.removeValue(forKey: id) != nil {
      events.append(event)
    }
    return events
  }

  /// Waits until a response arrives, a time is reached, or the task is cancelled.
  func nextResponse(until end: ContinuousClock.Instant?) async { await mailbox.wait(until: end) }

  /// The event that an effect results in; nil for an effect without a response and for a cancelled
  /// request.
  static func response(
    to effect: FormEffect, from provider: any OptionsProvider, _ folders: (any FolderReading)?
  ) async -> FormEvent? {
    switch effect {
    case .loadOptions(let id, let request):
      await result(provider) { try await $0.options(for: request).tellingApart() }
        .map { .optionsLoaded(id, $0) }
    case .searchOptions(let id, let search):
      // A search fails only if it is cancelled, in which case its result is not needed.
      (try? await search.finder.matches(of: search.term)).map { .optionsFound(id, $0) }
    case .loadDefaults(let id, let request):
      await result(provider) { try await $0.defaultOptions(for: request) }
        .map { .defaultsLoaded(id, $0) }
    case .resolveChoices(let id, let identifiers, let request):
      await result(provider) { try await $0.resolve(identifiers: identifiers, for: request) }
        .map { .choicesResolved(id, $0) }
    case .findChoices(let id, let search):
      await result(provider) { try await $0.choices(for: search) }.map { .choicesFound(id, $0) }
    case .listFolder(let id, let folder):
      .folderListed(id, await entries(of: folder, in: folders))
    case .lookForFile(let id, let path): .fileLookedFor(id, await folders?.isThere(path))
    case .cancelLoad, .finish: nil
    }
  }

  /// The entries of a folder; if there is no file system, every folder is missing.
  static func entries(
    of folder: String, in folders: (any FolderReading)?
  ) async -> Result<[FolderEntry], FolderError> {
    guard let folders else { return .failure(.notThere) }
    do {
      return .success(try await folders.entries(of: folder))
    } catch {
      return .failure(error)
    }
  }

  private static func result<Response>(
    _ provider: any OptionsProvider,
    _ ask: (any OptionsProvider) async throws -> Response
  ) async -> Result<Response, OptionsError>? {
    do {
      return .success(try await ask(provider))
    } catch is CancellationError where Task.isCancelled {
      return nil
    } catch is CancellationError {
      // The provider stopped although this task was not cancelled. Without a response, the form
      // would wait forever.
      return .failure(
        OptionsError(
          .failed, provider: provider.name, message: "The source cancelled the request.",
          remedy: .tryAgain))
    } catch {
      return .failure(OptionsError(error, provider: provider.name))
    }
  }
}

extension OptionsProvider {
  /// The choices among which typed texts are looked up.
  ///
  /// A text that is the identifier of a choice finds this choice. All other texts are looked up in
  /// the choices that the provider finds, or in its whole list.
  fileprivate func choices(for search: ChoiceSearch) async throws -> FoundChoices {
    if let refusal = search.refusal { throw refusal }
    let resolved = try await resolve(identifiers: search.texts, for: search.request)
    let known = Dictionary(firsts: resolved.items.map { ($0.identifier, $0) })
    var found = FoundChoices(known: known, titles: resolved.titles)
    let others = search.isPicked ? [] : search.texts.filter { known[$0] == nil }
    // Another choice can have the same title as a known one.
    let looksForEquals = found.titles == nil && !known.isEmpty
    guard search.isSearched else {
      guard !others.isEmpty || looksForEquals else { return found }
      do {
        let list = try await options(for: search.request)
        if !others.isEmpty { found.lists[""] = list.items }
        found.titles = list.titlesToldApart(of: Array(known.values))
      } catch  where others.isEmpty && !(error is CancellationError) {}
      return found
    }
    func list(_ term: String) async throws -> OptionsCollection {
      var request = search.request
      request.searchTerm = term
      return try await options(for: request)
    }
    for text in others where found.lists[text] == nil {
      found.lists[text] = try await list(text).items
    }
    for item in known.values.prefix(looksForEquals ? Self.maximumCompared : 0) {
      guard let list = try? await list(item.display) else { continue }
      found.titles = (found.titles ?? [:]).merging(list.titlesToldApart(of: [item])) { $1 }
    }
    return found
  }

  /// The maximum number of known choices for which the provider is searched for choices with the
  /// same title.
  private static var maximumCompared: Int { 8 }
}

/// Delivers events from tasks to the form.
private final class Mailbox: Sendable {
  private let events = Mutex<[(id: Int, event: FormEvent)]>([])
  private let waker = Waker()

  func post(_ event: FormEvent, to id: Int) {
    events.withLock { $0.append((id, event)) }
    waker.wake()
  }

  func empty() -> [(id: Int, event: FormEvent)] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func wait(until end: ContinuousClock.Instant?) async { await waker.wait(until: end) }
}
