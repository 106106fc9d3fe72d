public import FormEngine
public import IntentOptions
import Messages
import Synchronization

/// Performs the requests of a form in tasks, and returns the answers as events.
package struct ProviderTasks: ~Copyable {
  private let provider: any OptionsProvider
  private let folders: (any FolderReading)?
  private let mailbox = Mailbox()
  private let wake: @Sendable () -> Void
  private var tasks: [Int: Task<Void, Never>] = [:]

  /// Makes the tasks of a form; `wake` is called from other tasks whenever an answer arrives.
  package init(
    provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    wake: @escaping @Sendable () -> Void
  ) {
    self.provider = provider
    self.folders = folders
    self.wake = wake
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }

  /// Whether a request is pending.
  package var isWaiting: Bool { !tasks.isEmpty }

  /// Starts and cancels tasks for the effects of a form.
  package mutating func carryOut(_ effects: [FormEffect]) {
    for effect in effects {
      switch effect {
      case .cancelLoad(let id): tasks.removeValue(forKey: id)?.cancel()
      case .finish: continue
      case .listFolder(let id, let folder):
        let (folders, mailbox, wake) = (folders, mailbox, wake)
        tasks[id] = Task.detached {
          mailbox.post(.folderListed(id, await Self.entries(of: folder, in: folders)))
          wake()
        }
      case .lookForFile(let id, let path):
        guard let folders else { continue }
        let (mailbox, wake) = (mailbox, wake)
        tasks[id] = Task.detached {
          mailbox.post(.fileLookedFor(id, await folders.isThere(path)))
          wake()
        }
      case .loadOptions(let id, _), .searchOptions(let id, _), .loadDefaults(let id, _),
        .resolveChoices(let id, _, _):
        let (provider, mailbox, wake) = (provider, mailbox, wake)
        tasks[id] = Task.detached {
          guard let event = await Self.answer(to: effect, from: provider) else { return }
          mailbox.post(event)
          wake()
        }
      }
    }
  }

  /// The answers that have arrived since the last call.
  package mutating func answers() -> [FormEvent] {
    let events = mailbox.empty()
    for event in events {
      switch event {
      case .optionsLoaded(let id, _), .optionsFound(let id, _), .defaultsLoaded(let id, _),
        .choicesResolved(let id, _), .folderListed(let id, _), .fileLookedFor(let id, _):
        tasks[id] = nil
      default: continue
      }
    }
    return events
  }

  /// Waits until an answer arrives, a time is reached, or the task is cancelled.
  func nextAnswer(until end: ContinuousClock.Instant?) async {
    let mailbox = mailbox
    let timer = end.map { end in
      Task {
        try? await Task.sleep(until: end, clock: .continuous)
        mailbox.endWaiting()
      }
    }
    await withTaskCancellationHandler {
      await mailbox.wait()
    } onCancel: {
      mailbox.endWaiting()
    }
    timer?.cancel()
  }

  /// The event that answers an effect; nil for an effect without an answer and for a cancelled
  /// request.
  package static func answer(
    to effect: FormEffect, from provider: any OptionsProvider
  ) async -> FormEvent? {
    switch effect {
    case .loadOptions(let id, let request):
      await result(provider) { try await $0.options(for: request) }.map { .optionsLoaded(id, $0) }
    case .searchOptions(let id, let search):
      // A search fails only if it is cancelled, and then its result is not needed.
      (try? await search.finder.matches(of: search.term)).map { .optionsFound(id, $0) }
    case .loadDefaults(let id, let request):
      await result(provider) { try await $0.defaultOptions(for: request) }
        .map { .defaultsLoaded(id, $0) }
    case .resolveChoices(let id, let identifiers, let request):
      await result(provider) { try await $0.resolve(identifiers: identifiers, for: request) }
        .map { .choicesResolved(id, $0) }
    case .cancelLoad, .finish, .listFolder, .lookForFile: nil
    }
  }

  /// The entries of a folder; without a file system, every folder is missing.
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

  private static func result<Answer>(
    _ provider: any OptionsProvider,
    _ ask: (any OptionsProvider) async throws -> Answer
  ) async -> Result<Answer, OptionsError>? {
    do {
      return .success(try await ask(provider))
    } catch is CancellationError where Task.isCancelled {
      return nil
    } catch is CancellationError {
      // The provider gave up although this task was not cancelled. Without an answer, the form
      // would wait forever.
      return .failure(
        OptionsError(
          .failed, provider: provider.name, message: .sourceGaveUp,
          remedy: .tryAgain))
    } catch {
      return .failure(OptionsError(error, provider: provider.name))
    }
  }
}

/// Delivers events from tasks to the form.
private final class Mailbox: Sendable {
  private struct Content {
    var events: [FormEvent] = []
    /// The task that waits for an event.
    var waiter: CheckedContinuation<Void, Never>?
    /// Whether the next wait returns immediately, because it was ended before it began.
    var endsNext = false
  }

  private let content = Mutex(Content())

  func post(_ event: FormEvent) {
    content.withLock { $0.events.append(event) }
    endWaiting()
  }

  func empty() -> [FormEvent] {
    content.withLock { content in
      defer { content.events = [] }
      return content.events
    }
  }

  /// Waits until there is an event, or until the wait is ended.
  func wait() async {
    await withCheckedContinuation { waiter in
      let isThere = content.withLock { content in
        guard content.events.isEmpty, !content.endsNext else {
          content.endsNext = false
          return true
        }
        content.waiter = waiter
        return false
      }
      if isThere { waiter.resume() }
    }
  }

  func endWaiting() {
    let waiter = content.withLock { content in
      defer { content.waiter = nil }
      content.endsNext = content.waiter == nil
      return content.waiter
    }
    waiter?.resume()
  }
}

extension FormState {
  /// Performs effects and those that follow from their answers, one after another, until none is
  /// left.
  public mutating func settle(
    _ effects: [FormEffect], with provider: any OptionsProvider,
    folders: (any FolderReading)? = nil
  ) async {
    var pending = effects
    while !pending.isEmpty {
      let effect = pending.removeFirst()
      if case .lookForFile(let id, let path) = effect {
        pending += handle(.fileLookedFor(id, await folders?.isThere(path)))
        continue
      }
      guard let event = await ProviderTasks.answer(to: effect, from: provider) else { continue }
      pending += handle(event)
    }
  }
}
