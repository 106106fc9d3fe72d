import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Logging
import Messages
import NIOCore
import WidgetStore

/// The error response to a request, as an RFC 9457 problem.
///
///     { "title": "There is no widget of the kind “Clock”.",
///       "detail": "Did you mean “WorldClock”?", … }
struct ServiceProblem: Error, Sendable {
  /// The keys of a problem in JSON.
  enum Key: String {
    case type, title, status, detail, code, issues
    /// The draft under the current definition, and how the change of the definition affected the
    /// draft.
    case definition, draft, changes
    /// The current state, and the changes of both sides.
    case current, yours, theirs, familyChanges, kindChanges
  }

  var status: HTTPResponse.Status
  var code: ProblemCode
  var message: Message
  var remedy: Message
  var issues: [ServiceIssue] = []
  /// The remedy without the ID of the request, for a part of a page that stays visible.
  private(set) var advice: Message
  /// The ID of the request, if the service is responsible for the problem.
  private let request: String?
  /// The cause for the operator, which the caller must not see; nil if there is none or if the
  /// failure has already been logged.
  var cause: String?
  /// Whether the failure is already in the log.
  var isLogged = false
  /// Additional members.
  var members: [(key: Key, value: JSONValue)] = []
  var headers = HTTPFields()

  /// Makes a problem; if the service is responsible, the problem has the ID of the request, so that
  /// a person can quote it.
  ///
  /// - Parameters:
  ///   - status: One of the statuses of the code; by default the first of them.
  ///   - message: The problem with this request; by default the title of the code.
  ///   - remedy: What to do about this request; by default the remedy of the code.
  init(
    _ code: ProblemCode, status: HTTPResponse.Status? = nil, _ message: Message? = nil,
    _ remedy: Message? = nil, issues: [ServiceIssue] = []
  ) {
    let meaning = code.meaning
    let (message, remedy) = (message ?? meaning.title, remedy ?? meaning.remedy)
    (self.status, self.code) = (status ?? code.status, code)
    (self.message, self.remedy, advice, self.issues) = (message, remedy, remedy, issues)
    request = self.status.code >= 500 ? RequestScope.current?.request : nil
    self.remedy = withRequest(remedy)
  }

  /// The remedy, followed by the ID of the request if the problem has it.
  private func withRequest(_ remedy: Message) -> Message {
    guard let request else { return remedy }
    return .sentences([remedy, "Request ID: “\(request)”."])
  }

  /// Makes the problem for an invalid part of a query.
  init(_ status: HTTPResponse.Status, _ problem: FormatProblem) {
    let code = ProblemCode(rawValue: problem.code) ?? .unknownWord
    self.init(code, status: status, problem.message, problem.advice)
  }

  /// The problem for an invalid request.
  static func invalid(_ issues: [ServiceIssue]) -> ServiceProblem {
    ServiceProblem(.invalidRequest, issues: issues)
  }

  /// The problem in the caller's language.
  func json(in words: FormWords) -> JSONValue {
    var all: [(key: Key, value: JSONValue)] = [
      (.type, .string(code.type)), (.title, .string(words(message))),
      (.status, .integer(status.code)), (.detail, .string(words(remedy))),
      (.code, .string(code.rawValue)),
    ]
    if !issues.isEmpty { all.append((.issues, .array(issues.map { $0.json(in: words) }))) }
    return .object(
      JSONObject((all + members).map { (key: $0.key.rawValue, value: $0.value) }))
  }

  /// The response in the caller's language.
  func response(in words: FormWords) -> Response {
    var headers = headers
    headers[.contentType] = MediaType.problem
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json(in: words).wire)))
  }
}

/// The remedies on pages.
extension ServiceProblem {
  /// The remedy for a person on a page.
  ///
  /// The remedies of some codes name parts of requests and responses, which only a program sees.
  var remedyOnPage: Message {
    let advice = adviceOnPage
    return advice == self.advice ? remedy : withRequest(advice)
  }

  /// The problem with the remedy for a person, for the script, which shows both.
  var onPage: ServiceProblem {
    var problem = self
    problem.remedy = remedyOnPage
    return problem
  }

  /// The remedy for a person without the ID of the request, for a part of a page that stays
  /// visible.
  var adviceOnPage: Message {
    guard advice == code.meaning.remedy else { return advice }
    let sentences = issues.flatMap { [$0.message, $0.remedy] }
    return switch code {
    case .noSuchPath, .methodNotAllowed: .none
    case .malformedBody, .bodyTooSlow, .tooManyRequests, .tooBusy, .stopping, .storeUnavailable:
      "Try again."
    case .keysUnavailable, .storeNotWritable: "Try again later."
    case .invalidRequest: .sentences(sentences)
    case .answersLost: "Save again. The review then lists the answers that would be lost."
    case .definitionChanged: .sentences([.readFormAgain] + sentences)
    case .notPlaced: "The first page lists the placed widgets."
    case .noSuchDevice: "See the list of the devices."
    default: advice
    }
  }
}

extension ServiceCore {
  /// Logs a problem that the caller did not cause, or that many callers caused together.
  func report(_ problem: ServiceProblem) {
    let status = problem.status.code
    guard status >= 500, !problem.isLogged else { return }
    let isBusy = [.tooBusy, .stopping].contains(problem.code)
    failures.report(
      isBusy ? .warning : .error, .requestFailed, problem.code.rawValue,
      cause: problem.cause ?? problem.message.text(), ["status": .stringConvertible(status)])
  }
}

extension ServiceCall {
  /// The problem that a page shows for an error, which this method logs; nil for an unexpected
  /// error.
  func shownProblem(of error: any Error) -> ServiceProblem? {
    let problem = ServiceProblem(error)
    problem.map(service.report)
    return problem
  }
}

/// One issue with a request.
struct ServiceIssue: Sendable, Hashable {
  var code: String
  /// The location in the request as a JSON Pointer; nil if the request is not JSON.
  var pointer: String?
  var message: Message
  var remedy: Message
  var severity = IntentIssue.Severity.error
  var line: Int?
  var column: Int?

  /// Makes an issue for a problem with a value in a member of the request.
  ///
  /// - Parameter isTyped: Whether the value was typed as text rather than sent as JSON.
  init(_ issue: IntentIssue, in member: FormRequest.Key = .draft, isTyped: Bool = false) {
    let issue = isTyped ? issue : issue.inJSON
    (code, message, remedy) = (issue.code, issue.message, issue.advice)
    severity = issue.severity
    pointer = issue.path.location(in: member).pointer
  }

  /// Makes an issue for a problem with an intent document.
  init(_ located: LocatedIssue) {
    let issue = located.issue
    (code, message, remedy) = (issue.code, issue.message, issue.advice)
    severity = issue.severity
    (line, column) = (located.line, located.column)
    pointer =
      located.excerpt == nil ? issue.path.components.map(JSONPathComponent.init).pointer : nil
  }

  /// Makes an issue from a format error.
  init(_ error: FormatError) {
    (code, remedy) = (error.code, error.advice)
    message = error.messageWithoutPath ?? error.message
    (line, column, pointer) = (error.line, error.column, error.pointer)
  }

  /// Makes an issue from a remark about a valid document.
  init(_ remark: IntentStream.Remark) {
    self.init(remark.error)
    severity = remark.severity
  }

  /// Makes an issue about a part of a request.
  init(_ code: String, at pointer: String?, _ message: Message, _ remedy: Message) {
    (self.code, self.pointer, self.message, self.remedy) = (code, pointer, message, remedy)
  }

  func json(in words: FormWords) -> JSONValue { Self.coding.json((self, words)) }

  /// An issue, with the language of its texts.
  static let coding = ObjectCoding<(issue: ServiceIssue, words: FormWords)>([
    .text("code") { $0.issue.code },
    .text(optional: "pointer") { $0.issue.pointer },
    .word("severity") { $0.issue.severity },
    .text("text") { $0.words($0.issue.message) },
    .text(optional: "remedy") { $0.issue.remedy.isEmpty ? nil : $0.words($0.issue.remedy) },
    .integer(optional: "line") { $0.issue.line },
    .integer(optional: "column") { $0.issue.column },
  ])
}

extension ServiceProblem {
  /// Makes the problem for a known error of the lower layers; nil for an unexpected error.
  init?(_ error: any Error) {
    switch error {
    case let problem as ServiceProblem: self = problem
    case let errors as FormatErrors: self = .invalid(errors.errors.map { ServiceIssue($0) })
    case let error as FormatError: self = .invalid([ServiceIssue(error)])
    case let located as LocatedIssues: self = .invalid(located.issues.map { ServiceIssue($0) })
    case let failure as ReportedFailure: self.init(failure.error)
    case let error as OptionsError: self.init(error)
    case let error as StoreError: self.init(error)
    default: return nil
    }
  }

  /// Makes the problem for an error that no layer expects.
  init(unexpected error: any Error) {
    self.init(.serviceFailed)
    cause = "\(error)"
  }

  /// Makes the problem for a source that failed, using the words for a caller.
  init(_ error: OptionsError) {
    guard error.code != .parentNotSet else {
      self.init(.parentNotSet, error.message, error.remedy)
      return
    }
    let status: HTTPResponse.Status = error.code == .timedOut ? .gatewayTimeout : .badGateway
    self.init(.sourceFailed, status: status, error.message, error.remedy)
    if let seconds = error.retryAfter { headers[.retryAfter] = String(seconds) }
    isLogged = true
  }

  /// Makes the problem for a store error; it tells callers about their mistakes, but not where the
  /// store is.
  private init(_ error: StoreError) {
    let problem = error.problem
    switch problem {
    case .notPlaced(_, let nearest, let removed):
      let restoring = removed.map { name -> Message in
        "It was removed; restore it with: POST \(ServicePath.path(ServicePath.restore, of: name))"
      }
      self.init(
        .notPlaced, problem.message,
        !restoring.isEmpty ? .sentences(restoring) : nearest.isEmpty ? nil : problem.advice)
    case .noSuchRevision:
      self.init(.noSuchRevision, problem.message, problem.advice)
    case .invalidTexts:
      self.init(.invalidText, problem.message, problem.advice)
    case .repeatedNames:
      self.init(.repeatedName, problem.message, problem.advice)
    case .unstorableDraft:
      self.init(.unstorableDraft, problem.message, problem.advice)
    case .conflicts: self.init(.conflict, problem.message, problem.advice)
    case .damagedEntries:
      self.init(.damagedEntry, problem.message, Message.none)
      cause = "\(error)"
    case .diskFull, .readOnly:
      self.init(.storeNotWritable)
      headers[.retryAfter] = "30"
      cause = "\(error)"
    default:
      self.init(.storeUnavailable)
      cause = "\(error)"
      var seconds = 2.0
      if case .unavailable(_, let wait) = problem { seconds = min(wait.rounded(.up), 60) }
      headers[.retryAfter] = String(Int(max(1, seconds)))
    }
  }
}

extension StringProtocol {
  /// A short text from a caller, such as an identifier, made safe for a message or the log.
  var harmlessText: String { harmless(limit: 100) }
}
