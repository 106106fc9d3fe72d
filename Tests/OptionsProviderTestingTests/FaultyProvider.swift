import IntentModel
import IntentOptions
import Messages
import Synchronization

struct No: Error, CustomStringConvertible {
  let description = "no"
}

/// A provider with exactly one fault.
final class FaultyProvider: OptionsProvider {
  let name = "faulty"
  var limitsItself: Bool { fault != .limitNotClaimed }
  var searchesItself: Bool { fault == .termIgnored }
  private let fault: Fault
  private let calls = Mutex(0)
  private let hanging = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(_ fault: Fault) { self.fault = fault }

  /// Ends all requests that hang.
  func release() {
    let continuations = hanging.withLock { hanging in
      defer { hanging = [] }
      return hanging
    }
    for continuation in continuations { continuation.resume() }
  }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await failIfDue()
    let collection = list(for: request)
    guard let limit = request.limit else { return collection }
    switch fault {
    case .limitIgnored, .limitNotClaimed: return collection
    case .limitTooEager: return collection.prefix(limit - 1)
    default: return collection.prefix(limit)
    }
  }

  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    if fault == .defaultsThrow { throw No() }
    return fault == .strangeDefault ? ["Atlantis"] : []
  }

  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let known = list(for: OptionsRequest(parameter: request.parameter)).items
    let found = identifiers.filter { identifier in known.contains { $0.identifier == identifier } }
    switch fault {
    case .resolvesNothing: return []
    case .resolvingThrows: throw No()
    case .resolvesBackwards: return ResolvedOptions(found.reversed().map(OptionItem.init))
    case .resolvesAnything: return ResolvedOptions(identifiers.map(OptionItem.init))
    case .unstable:
      return ResolvedOptions(identifiers.filter { !$0.hasPrefix("no") }.map(OptionItem.init))
    default: return ResolvedOptions(found.map(OptionItem.init))
    }
  }

  private func failIfDue() async throws {
    if [.wrongErrorWhenCancelled, .hangsWhenCancelled].contains(fault) {
      // The suite cancels the task a moment after the request is made.
      for _ in 0..<100 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
    }
    switch fault {
    case .fails: throw No()
    case .throwsCancellation: throw CancellationError()
    case .wordlessError:
      throw OptionsError(
        .failed, provider: name, message: .verbatim(""), remedy: .verbatim("Wait."))
    case .wrongErrorWhenCancelled where Task.isCancelled: throw No()
    case .hangsWhenCancelled where Task.isCancelled:
      await withCheckedContinuation { continuation in hanging.withLock { $0.append(continuation) } }
    default: break
    }
  }

  private func list(for request: OptionsRequest) -> OptionsCollection {
    let call = calls.withLock { calls in
      defer { calls += 1 }
      return calls
    }
    var collection = OptionsProviderSuiteTests.good
    let isSearch = request.searchTerm != nil
    switch fault {
    case .duplicate: return ["a", "b", "a"]
    case .tooLong:
      let long = String(repeating: "i", count: 4_097)
      return OptionsCollection(items: [
        OptionItem(identifier: String(repeating: "é", count: 4_096), display: "within"),
        OptionItem(identifier: long, display: "beyond"),
        OptionItem(
          identifier: "heavy", display: "heavy",
          properties: ["note": .string(String(repeating: "n", count: 10_000_001))]),
      ])
    case .emptyIdentifier: return ["a", ""]
    case .controlCharacter: return ["a\u{7}"]
    case .empties where call > 0: return []
    case .unstable where !isSearch:
      collection.sections[1].items.append(OptionItem(stringLiteral: "a\(min(call, 1))"))
    case .reordered where call == 1: collection.sections[0].items.reverse()
    case .searchBeyond where isSearch: collection.sections[0].items.append("extra")
    default: break
    }
    return collection
  }
}
