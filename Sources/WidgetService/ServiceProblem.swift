import DefinitionFormats
import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Messages
import NIOCore
import WidgetStore

/// Why a request was not done, as it is answered: a problem of RFC 9457.
///
///     { "type": "/v1/problems/no-such-widget", "title": "There is no widget of the kind “Clock”.",
///       "status": 404, "detail": "Did you mean “WorldClock”?", "code": "no-such-widget",
///       "issues": [{ "code": "…", "pointer": "/draft/style", "text": "…", "remedy": "…" }] }
struct ServiceProblem: Error, Sendable {
  var status: HTTPResponse.Status
  /// The kind of problem in lower-case words with hyphens, stable for programs.
  var code: String
  var message: Message
  var remedy: Message
  var issues: [ServiceIssue] = []
  /// Further members.
  var members: [(key: String, value: JSONValue)] = []
  var headers = HTTPFields()

  init(
    _ status: HTTPResponse.Status, _ code: String, _ message: Message, _ remedy: Message,
    issues: [ServiceIssue] = []
  ) {
    (self.status, self.code, self.message, self.remedy) = (status, code, message, remedy)
    self.issues = issues
  }

  /// A part of a request that does not say what it should.
  init(_ status: HTTPResponse.Status, _ problem: FormatProblem) {
    self.init(status, problem.code, problem.message, problem.advice)
  }

  /// A request with something wrong in it.
  static func invalid(_ issues: [ServiceIssue]) -> ServiceProblem {
    ServiceProblem(
      .unprocessableContent, "invalid-request", .requestIsInvalid, .correctIssues, issues: issues)
  }

  /// The answer in the language of the caller.
  func response(in words: FormWords) -> Response {
    var object = JSONObject([
      (key: "type", value: .string("/v1/problems/\(code)")),
      (key: "title", value: .string(words(message))),
      (key: "status", value: .integer(status.code)),
      (key: "detail", value: .string(words(remedy))),
      (key: "code", value: .string(code)),
    ])
    if !issues.isEmpty {
      object.append(key: "issues", value: .array(issues.map { $0.json(in: words) }))
    }
    for member in members { object.append(key: member.key, value: member.value) }
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONValue.object(object).wire)))
  }
}

/// One thing that is wrong with what was sent.
struct ServiceIssue: Sendable, Hashable {
  var code: String
  /// The place in what was sent, as a JSON Pointer; nil for what is not JSON.
  var pointer: String?
  var message: Message
  var remedy: Message
  var severity = IntentIssue.Severity.error
  var line: Int?
  var column: Int?

  /// An issue with a value of a draft.
  init(_ issue: IntentIssue, below base: [JSONPathComponent]) {
    let issue = issue.inJSON
    (code, message, remedy) = (issue.code, issue.message, issue.advice)
    severity = issue.severity
    pointer = issue.path.pointer(below: base)
  }

  /// An issue with a document of an intent.
  init(_ located: LocatedIssue) {
    let issue = located.issue
    (code, message, remedy) = (issue.code, issue.message, issue.advice)
    severity = issue.severity
    (line, column) = (located.line, located.column)
    pointer =
      located.excerpt == nil ? issue.path.components.map(JSONPathComponent.init).pointer : nil
  }

  /// An error of a text.
  init(_ error: FormatError) {
    (code, message, remedy) = (error.code, error.message, error.advice)
    (line, column, pointer) = (error.line, error.column, error.pointer)
  }

  /// An issue with a part of a request.
  init(_ code: String, at pointer: String?, _ message: Message, _ remedy: Message) {
    (self.code, self.pointer, self.message, self.remedy) = (code, pointer, message, remedy)
  }

  func json(in words: FormWords) -> JSONValue {
    .members([
      "code": .string(code), "pointer": .text(pointer), "severity": .string(severity.rawValue),
      "text": .string(words(message)), "remedy": remedy.isEmpty ? nil : .string(words(remedy)),
      "line": .whole(line), "column": .whole(column),
    ])
  }
}

extension ServiceProblem {
  /// What an error of the parts below means for the caller; nil for one that nobody foresaw.
  init?(_ error: any Error) {
    switch error {
    case let problem as ServiceProblem: self = problem
    case let errors as FormatErrors: self = .invalid(errors.errors.map { ServiceIssue($0) })
    case let error as FormatError: self = .invalid([ServiceIssue(error)])
    case let located as LocatedIssues: self = .invalid(located.issues.map { ServiceIssue($0) })
    case let error as OptionsError: self.init(error)
    case let error as StoreError: self.init(error)
    default: return nil
    }
  }

  /// A source that gave no answer.
  init(_ error: OptionsError) {
    let status: HTTPResponse.Status = error.code == .timedOut ? .gatewayTimeout : .badGateway
    self.init(
      status, "source-failed", .sourceGaveNoAnswer(source: error.provider),
      .sentences([error.message, error.remedy]))
  }

  /// A caller gets to know what it did wrong, and not where the store of the service lies.
  private init(_ error: StoreError) {
    let problem = error.problem
    switch problem {
    case .notPlaced, .noSuchRevision: self.init(.notFound, problem.code, problem.message, .none)
    case .invalidTexts, .repeatedNames, .unstorableDraft:
      self.init(.unprocessableContent, problem.code, problem.message, problem.advice)
    case .conflicts: self.init(.conflict, problem.code, problem.message, problem.advice)
    case .damagedEntries:
      self.init(.internalServerError, problem.code, problem.message, .none)
    default:
      self.init(.serviceUnavailable, "store-unavailable", .storeNotReachable, .sendAgain)
      var seconds = 2.0
      if case .unavailable(_, let wait) = problem { seconds = min(wait.rounded(.up), 60) }
      headers[.retryAfter] = String(Int(max(1, seconds)))
    }
  }
}
