import Messages
import IntentOptions

extension OptionsProviderSuite {
  /// An identifier that no provider offers.
  private var unknown: String { "no-such-option-\u{FFFD}" }

  /// What was offered is found again, in the order asked for.
  func checkResolving(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    let offered = whole.items.map(\.identifier)
    let wanted = Array((offered.prefix(3) + offered.suffix(2)).uniqued().reversed())
    do {
      let found = try await provider.resolve(identifiers: wanted, for: request).items
      if found.map(\.identifier) != wanted {
        let lost = wanted.filter { identifier in !found.contains { $0.identifier == identifier } }
        let words = lost.isEmpty ? "They came in another order." : "It lacks \(list(lost))."
        report(.resolving, request, "Offered choices were not resolved. \(words)", &findings)
      }
      if try await !provider.resolve(identifiers: [unknown], for: request).items.isEmpty {
        report(.resolving, request, "An identifier was resolved that is not offered.", &findings)
      }
    } catch {
      report(.resolving, request, "Resolving threw: \(words(error))", &findings)
    }
  }

  /// The default choices are among those that can be resolved.
  func checkDefaults(
    _ request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async {
    do {
      let wanted = try await provider.defaultOptions(for: request).map(\.identifier)
      if wanted.isEmpty { return }
      let standings = try await provider.resolve(identifiers: wanted, for: request)
        .standings(of: wanted)
      let lost = wanted.filter { standings[$0] == .gone }
      if lost.isEmpty { return }
      report(.defaults, request, "Default choices are not offered: \(list(lost)).", &findings)
    } catch {
      report(.defaults, request, "The default choices threw: \(words(error))", &findings)
    }
  }

  /// A request that cannot be answered throws, with words.
  func checkError(
    _ request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async {
    do {
      let answer = try await provider.options(for: request)
      report(
        .errors, request, "The provider answered with \(choices(answer.count)), not an error.",
        &findings)
    } catch is CancellationError {
      report(
        .errors, request,
        "The provider threw CancellationError, but the request was not cancelled.", &findings)
    } catch let error as OptionsError where error.message.isEmpty || error.remedy.isEmpty {
      report(.errors, request, "The error lacks a message or a remedy.", &findings)
    } catch {}
  }

  /// A request ends soon after it is cancelled, or was answered before.
  func checkCancellation(
    _ request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async {
    let ending = PendingAnswer<CancelledEnding>()
    let (provider, sleep, time) = (provider, sleep, cancellationTime)
    let work = ending.work {
      do {
        _ = try await provider.options(for: request)
        return .ended
      } catch {
        return error is CancellationError ? .ended : .threw(error)
      }
    }
    work.cancel()
    let alarm = ending.work {
      try await sleep(time)
      return .tooLate
    }
    defer { alarm.cancel() }
    switch try? await ending.value() {
    case .tooLate:
      report(
        .cancellation, request, "A cancelled request did not end within \(time).", &findings)
    case .threw(let error):
      report(
        .cancellation, request, "A cancelled request threw something else: \(words(error))",
        &findings)
    case .ended, nil: break
    }
  }
}

/// How a cancelled request came to its end.
private enum CancelledEnding: Sendable {
  case ended
  case tooLate
  case threw(any Error)
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
