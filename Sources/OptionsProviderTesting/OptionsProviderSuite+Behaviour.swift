import IntentModel
import IntentOptions
import Messages

extension OptionsProviderSuite {
  /// An identifier that providers do not offer.
  private var unknown: String { "no-such-option-\u{FFFD}" }

  /// Checks that offered choices can be resolved, in the requested order.
  func checkResolving(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    let offered = whole.items.map(\.identifier)
    let wanted = Array((offered.prefix(3) + offered.suffix(2)).firsts.reversed())
    do {
      let found = try await provider.resolve(identifiers: wanted, for: request).items
      if found.map(\.identifier) != wanted {
        let lost = wanted.filter { identifier in !found.contains { $0.identifier == identifier } }
        let sentence: Message =
          lost.isEmpty
          ? "Offered choices were resolved in a different order."
          : "Some offered choices were not resolved: \(list(lost))."
        report(.resolving, request, sentence, &findings)
      }
      if try await !provider.resolve(identifiers: [unknown], for: request).items.isEmpty {
        report(.resolving, request, "An identifier that is not offered was resolved.", &findings)
      }
    } catch {
      report(.resolving, request, "Resolving threw: \(words(error))", &findings)
    }
  }

  /// Checks that the default choices can be resolved.
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
      report(
        .defaults, request, "The request for default choices threw: \(words(error))", &findings)
    }
  }

  /// Checks that a request that cannot be answered throws an error with a message.
  func checkError(
    _ request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async {
    do {
      let response = try await provider.options(for: request)
      report(
        .errors, request,
        "The provider answered with \(response.count, "choice", "choices"), not an error.",
        &findings)
    } catch is CancellationError {
      report(
        .errors, request,
        "The provider threw CancellationError, but the request was not cancelled.", &findings)
    } catch let error as OptionsError where error.message.isEmpty {
      report(.errors, request, "The error lacks a message.", &findings)
    } catch {}
  }

  /// Checks that a request ends soon after it is cancelled, unless it was answered before that.
  func checkCancellation(
    _ request: OptionsRequest, _ findings: inout [OptionsProviderFinding]
  ) async {
    let ending = PendingResponse<CancelledEnding>()
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
        .cancellation, request,
        """
        A cancelled request did not end within \
        \(number: time.inSeconds.shortest, "second", "seconds").
        """,
        &findings)
    case .threw(let error):
      report(
        .cancellation, request,
        "A cancelled request threw an error other than CancellationError: \(words(error))",
        &findings)
    case .ended, nil: break
    }
  }
}

/// How a cancelled request ended.
private enum CancelledEnding: Sendable {
  case ended
  case tooLate
  case threw(any Error)
}
