import ExternalSources
import IntentModel
import IntentOptions
import Logging
import Messages
import WidgetStore

/// Reports the failure of a source to two readers: the caller learns which data is missing and
/// whether to try again, and the log tells the operator the cause.
struct SourceReport: Sendable {
  /// The kind of data that a caller requested from a source.
  enum Wanted: Sendable {
    /// The choices of a parameter, with its label in the form.
    case choices(parameter: String, label: String)
    case timeline(kind: String)
  }

  let failures: FailureLog
  let metrics: ServiceMetrics

  /// The failure in words for a caller, after it has been logged.
  func reported(_ error: any Error, by source: String, _ wanted: Wanted) -> OptionsError {
    let cause = OptionsError(error, provider: source)
    // In this case the source was not asked at all.
    if cause.code == .parentNotSet { return cause }
    let isLate = cause.code == .timedOut
    var fields: Logger.Metadata = ["source": .string(source.harmless())]
    let (name, message): (String, Message)
    switch wanted {
    case .choices(let parameter, let label):
      fields["parameter"] = .string(parameter.harmlessText)
      name = parameter
      message =
        isLate
        ? "Loading the choices of “\(name: label)” takes too long."
        : "The choices of “\(name: label)” cannot be loaded at the moment."
    case .timeline(let kind):
      fields["kind"] = .string(kind.harmlessText)
      name = kind
      message =
        isLate
        ? "Loading what the widget shows takes too long."
        : "What the widget shows cannot be loaded at the moment."
    }
    failures.report(.warning, .sourceFailed, cause.code.rawValue, cause: "\(cause)", fields)
    if cause.isForPeople {
      var shown = cause
      shown.provider = name
      return shown
    }
    var shown = OptionsError(
      cause.code, message, remedy: cause.retryAfter.map { .tryAgainIn(seconds: $0) } ?? .tryAgain)
    shown.provider = name
    shown.retryAfter = cause.retryAfter
    return shown
  }
}

/// A failure in words for a caller, which has already been logged.
struct ReportedFailure: Error {
  let error: OptionsError

  init(_ error: OptionsError) { self.error = error }
}

/// The sources of a widget, whose failures are written for callers and logged for operators.
struct ReportedOptionsProvider: OptionsProvider {
  let base: RoutingOptionsProvider
  let report: SourceReport
  /// The names of the sources and the labels of their parameters, by parameter.
  let sources: [String: (name: String, label: String)]
  /// The parameters whose sources depend on the scope of a request.
  var scoped: Set<String> = []

  /// The request, with the caller's tenant as its scope if the source depends on the scope.
  ///
  /// Other sources are asked only once for all tenants.
  func own(_ request: OptionsRequest) -> OptionsRequest {
    guard scoped.contains(request.parameter), let current = RequestScope.current else {
      return request
    }
    var request = request
    request.scope = TenantStores.tenant(current.tenant).name
    return request
  }

  var name: String { base.name }
  var searchesItself: Bool { base.searchesItself }
  var limitsItself: Bool { base.limitsItself }
  var givesDefaults: Bool { base.givesDefaults }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    var collection = try await reportingFailures(request) {
      try await base.options(for: own(request))
    }
    if let failure = collection.failure {
      collection.notice = reported(failure, request).message.text(
        in: MessageLanguage(locale: request.locale))
      collection.failure = nil
    }
    return collection
  }

  func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await reportingFailures(request) { try await base.defaultOptions(for: own(request)) }
  }

  func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    try await reportingFailures(request) {
      try await base.resolve(identifiers: identifiers, for: own(request))
    }
  }

  /// The failure of a request in words for a caller, after it has been logged.
  func reported(_ error: any Error, _ request: OptionsRequest) -> OptionsError {
    let source = sources[request.parameter]
    return report.reported(
      error, by: source?.name ?? base.name,
      .choices(parameter: request.parameter, label: source?.label ?? request.parameter))
  }

  private func reportingFailures<Value>(
    _ request: OptionsRequest, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      throw reported(error, request)
    }
  }
}
