import ExternalSources
import FormEngine
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetLoading
import WidgetPages
import WidgetStore

/// The codes of problems: the meaning and the remedy of each, with a page at its `type` URI.
enum ProblemCode: String, Sendable, CaseIterable {
  case noSuchPath = "no-such-path"
  case methodNotAllowed = "method-not-allowed"
  case hostMissing = "host-missing"
  case wrongHost = "wrong-host"
  case callerGone = "caller-gone"
  case tokenMissing = "token-missing"
  case tokenInvalid = "token-invalid"
  case scopeMissing = "scope-missing"
  case foreignOrigin = "foreign-origin"
  case keysUnavailable = "keys-unavailable"
  case tooManyRequests = "too-many-requests"
  case tooManyAtOnce = "too-many-at-once"
  case tooBusy = "too-busy"
  case stopping
  case notReady = "not-ready"
  case serviceFailed = "service-failed"
  case storeNotWritable = "store-not-writable"
  case storeUnavailable = "store-unavailable"
  case damagedEntry = "damaged-entry"
  case malformedBody = "malformed-body"
  case bodyMissing = "body-missing"
  case bodyTooLarge = "body-too-large"
  case bodyTooSlow = "body-too-slow"
  case wrongContentType = "wrong-content-type"
  case contentCoding = "content-coding"
  case invalidRequest = "invalid-request"
  case unknownQueryItem = "unknown-query-item"
  case missingQueryItem = "missing-query-item"
  case unknownWord = "unknown-word"
  case outOfRange = "out-of-range"
  case notADate = "not-a-date"
  case notPercentEncoded = "not-percent-encoded"
  case containsNul = "contains-nul"
  case cursorMismatch = "cursor-mismatch"
  case snapshotGone = "snapshot-gone"
  case malformedField = "malformed-field"
  case noSuchRow = "no-such-row"
  case notAnEtag = "not-an-etag"
  case notATenant = "not-a-tenant"
  case conditionMissing = "condition-missing"
  case changed
  case answersLost = "answers-lost"
  case definitionChanged = "definition-changed"
  case conflict
  case keyUsed = "key-used"
  case keyNotTaken = "key-not-taken"
  case notPlaced = "not-placed"
  case noSuchRevision = "no-such-revision"
  case invalidText = "invalid-text"
  case repeatedName = "repeated-name"
  case unstorableDraft = "unstorable-draft"
  case unknownFamily = "unknown-family"
  case noSuchWidget = "no-such-widget"
  case unknownParameter = "unknown-parameter"
  case noSource = "no-source"
  case noTimeline = "no-timeline"
  case parentNotSet = "parent-not-set"
  case sourceFailed = "source-failed"
  case formTooLarge = "form-too-large"
  case wrongIntent = "wrong-intent"
  case noIntents = "no-intents"
  case noSubject = "no-subject"
  case noSuchWebhook = "no-such-webhook"
  case webhookDisabled = "webhook-disabled"
  case invalidRange = "invalid-range"
  case noSuchDevice = "no-such-device"
  case invalidDevice = "invalid-device"
  case invalidToken = "invalid-token"
  case invalidWidget = "invalid-widget"
  case unknownApp = "unknown-app"
  case pushOff = "push-off"
  case deviceTaken = "device-taken"
  case tooManyDevices = "too-many-devices"
  case deviceNotActive = "device-not-active"
  case budgetUsedUp = "budget-used-up"

  /// The meaning of a code, wherever it occurs.
  struct Meaning: Sendable {
    /// The statuses of the responses with the code; never empty, with the usual status first.
    let statuses: [Int]
    let title: Message
    let remedy: Message

    fileprivate init(_ statuses: [Int], _ title: Message, _ remedy: Message) {
      (self.statuses, self.title, self.remedy) = (statuses, title, remedy)
    }
  }

  private typealias Key = ServiceProblem.Key

  var meaning: Meaning {
    switch self {
    case .noSuchPath:
      .init(
        [404], "The service has no such path.",
        "See \(ServicePath.openAPI) for the available paths.")
    case .methodNotAllowed:
      .init(
        [405], "The path does not support the method.",
        "Use one of the methods of the header field “Allow”.")
    case .hostMissing:
      .init(
        [400], "The request does not name one host.",
        "Send one “Host” field with a host, and a port if it has one.")
    case .wrongHost:
      .init(
        [421], "The service does not answer for the host of the request.",
        """
        Call it as \(WebAddress.loopbackHosts.listed("or")), or start the service with tokens.
        """)
    case .callerGone:
      .init(
        [Self.callerGoneStatus],
        "The caller closed the connection before the response was complete.",
        "Send the request again, and wait for the response.")
    case .tokenMissing:
      .init(
        [401], "The request needs a token.",
        "Send the header field “Authorization: \(ServiceAccess.scheme) TOKEN”.")
    case .tokenInvalid:
      .init(
        [401], "The token is not accepted; the title of the problem says why.",
        "Get a new token.")
    case .scopeMissing:
      .init(
        [403], "The token does not have the scope that the request needs.",
        "Use a token with the scope that the header field “WWW-Authenticate” names.")
    case .foreignOrigin:
      .init(
        [403], "The request came from a page of another site.",
        """
        Name the origin of that page in the setting \
        “\(ServiceSettingKey.allowedOrigins.rawValue)”, or send the request from a page of the \
        service.
        """)
    case .keysUnavailable:
      .init(
        [503], "The service does not have the keys that tokens are signed with.",
        .sendLater)
    case .tooManyRequests:
      .init(
        [429], "The caller sends more requests per second than the service allows.",
        "Wait as long as the header field “Retry-After” says.")
    case .tooManyAtOnce:
      .init(
        [429], "The caller has as many requests of this kind in progress as the service allows.",
        "Wait until one of them has ended.")
    case .tooBusy:
      .init(
        [503], "The service has as many requests of this kind in progress as it allows.",
        .sendAfterPause)
    case .stopping:
      .init([503], "The service is shutting down.", "Send the request to another replica.")
    case .notReady:
      .init(
        [503], "The service cannot read its widgets or its store.",
        "See the log of the service for the reason.")
    case .serviceFailed:
      .init(
        [500], "The service could not answer.",
        "The log of the service has the cause, under the ID of the request.")
    case .storeNotWritable:
      .init(
        [503], "The service cannot save anything at present.",
        .sendLater)
    case .storeUnavailable:
      .init(
        [503], "The store cannot be reached at present.",
        .sendAfterPause)
    case .damagedEntry:
      .init(
        [500], "A stored widget cannot be read.",
        """
        Restore an earlier state of the widget. If it has none, whoever runs the service can \
        remove it with: widgetconfig remove NAME
        """)
    case .malformedBody:
      .init(
        [400], "The body is not valid HTTP; for example, a chunk has no size.",
        .sendAgain)
    case .bodyMissing:
      .init(
        [400], "The request does not have a body.",
        "Send a body of the type that \(ServicePath.openAPI) names.")
    case .bodyTooLarge:
      .init(
        [413], "The body has more bytes than the service accepts.",
        """
        Send a smaller body, or raise the setting \
        “\(ServiceSettingKey.maximumBodyBytes.rawValue)”.
        """)
    case .bodyTooSlow: .init([408], "The body did not arrive in time.", .sendAgain)
    case .wrongContentType:
      .init(
        [415], "The body has no type, or one that the operation does not accept.",
        "Send the type that \(ServicePath.openAPI) names.")
    case .contentCoding:
      .init(
        [415], "The body has a content coding, which the service does not decode.",
        "Send it without “Content-Encoding”.")
    case .invalidRequest:
      .init(
        [422], "The request is not valid.",
        "Correct the problems in “\(Key.issues.rawValue)”: each has its place and its remedy.")
    case .unknownQueryItem:
      .init(
        [400], "The operation has no query item with this name.",
        .correctName)
    case .missingQueryItem:
      .init([400], "A query item that the operation needs is missing.", "Add the query item.")
    case .unknownWord:
      .init(
        [400, 422], "A query item or a member has an unknown value.",
        "Use one of the known values.")
    case .outOfRange:
      .init(
        [400], "A number or a date of the query is out of range.",
        "Give one in the range that the problem names.")
    case .notADate:
      .init(
        [400], "A text of the query is not a date.", .writeDateWithOffset)
    case .notPercentEncoded:
      .init(
        [400], "A part of the address is not percent-encoded UTF-8.",
        "Percent-encode the UTF-8 bytes of the text.")
    case .containsNul:
      .init(
        [400], "A part of the address contains NUL (%00).",
        "Leave it out: names and texts cannot contain it.")
    case .cursorMismatch:
      .init(
        [400], "“after” is not the “next” of a response to the same query.",
        """
        Leave it out to begin with the first page, and keep the other query items the same from \
        page to page.
        """)
    case .snapshotGone:
      .init(
        [410],
        """
        The list of choices that “after” belongs to is no longer kept, or belongs to another \
        replica.
        """,
        "Leave “after” out to begin with the first page of the present list.")
    case .malformedField:
      .init([400], "A field of a page's form does not fit the form.", .readFormAgain)
    case .noSuchRow: .init([400], "A page's form has no such row.", .readFormAgain)
    case .notAnEtag:
      .init(
        [400], "A member of “If-Match” or “If-None-Match” is not an ETag.",
        "Send the ETag as the service wrote it, in quotation marks.")
    case .notATenant:
      .init([400], "A text is not a valid name for a tenant.", "Give \(Tenant.nameRule).")
    case .conditionMissing:
      .init(
        [428], "A change must name the state that it was made for.",
        "Send “If-Match” with the ETag of the widget, or “If-None-Match: *” for a new one.")
    case .changed:
      .init(
        [412],
        "“If-Match” or “If-None-Match” does not fit the present state.",
        """
        For a change, combine “\(Key.yours.rawValue)” and “\(Key.theirs.rawValue)”, and send the ETag \
        of “\(Key.current.rawValue)”.
        """)
    case .answersLost:
      .init(
        [409], "The definition has changed, and stored answers would be lost.",
        """
        Send other answers for the parameters in “\(Key.changes.rawValue)”, or \
        “\(FormRequest.Key.acceptLosses.rawValue)”: true.
        """)
    case .definitionChanged:
      .init(
        [409], .definitionIsAnother,
        """
        Continue with “\(Key.draft.rawValue)”, the answers under the present \
        “\(Key.definition.rawValue)”; “\(Key.changes.rawValue)” lists what happened to each.
        """)
    case .conflict:
      .init(
        [409],
        "The name is taken, perhaps by another widget, or the widget has changed in the meantime.",
        "Read the widget again, or choose another name.")
    case .keyNotTaken:
      .init(
        [400], "The request has an “Idempotency-Key”, which the operation does not support.",
        "Send the request without it.")
    case .keyUsed:
      .init(
        [422], "The Idempotency-Key was used for another request.",
        "Use a new key for each request.")
    case .notPlaced:
      .init([404], "Nothing is placed under the name.", .listByRequest)
    case .noSuchRevision:
      .init(
        [404], "The widget does not have an earlier state with this revision.",
        "List the states with: GET \(ServicePath.history)")
    case .invalidText:
      .init(
        [422], "A name or another text cannot be stored.",
        "Change the text as the problem says.")
    case .repeatedName:
      .init(
        [422], "Several widgets to save have the same name.",
        .giveOwnNames)
    case .unstorableDraft:
      .init([422], "The draft cannot be stored.", .correctValue)
    case .unknownFamily:
      .init([400], "There is no such widget family.", "Use one of the families of the widget.")
    case .noSuchWidget:
      .init(
        [404], "The service does not have the widget.",
        "List the widgets with: GET \(ServicePath.widgets)")
    case .unknownParameter:
      .init(
        [404], "The widget has no such parameter.",
        .correctName)
    case .noSource:
      .init([404], "The parameter has no source of choices.", "Send its value in the draft.")
    case .noTimeline:
      .init(
        [404], "The widget has no timeline provider.",
        "Ask whoever runs the service to add one.")
    case .parentNotSet:
      .init(
        [422],
        """
        The choices depend on a parameter that has no value, so the source is not asked.
        """,
        "Set that parameter first.")
    case .sourceFailed:
      .init(
        [502, 504], "A source of choices or timelines failed, or did not answer in time.",
        .sendLater)
    case .formTooLarge:
      .init([422], "An array has more elements than a form shows.", "Shorten the array.")
    case .wrongIntent:
      .init(
        [422], "The definition has several intents, or none with this name.",
        "Name one with the query item “intent”.")
    case .noIntents:
      .init([422], .definitionHasNoIntents, "Send a definition with an intent.")
    case .noSubject:
      .init([422], "The subject is empty.", "Give the subject as it is in the log of changes.")
    case .noSuchWebhook:
      .init(
        [404], "There is no such webhook.", "List the webhooks with: GET \(ServicePath.webhooks)")
    case .webhookDisabled:
      .init([409], "The webhook is disabled.", "Enable it with: POST \(ServicePath.enable)")
    case .invalidRange:
      .init(
        [422], "“from” and “to” are not a range of numbers that the operation accepts.",
        "Give the range that the problem names.")
    case .noSuchDevice:
      .init([404], "There is no such device.", "List the devices with: GET \(ServicePath.devices)")
    case .invalidDevice:
      .init(
        [422], "The identifier of the device is not \(DeviceID.rule).",
        .useRandomIdentifier)
    case .invalidToken:
      .init(
        [422], "The token of the device is not in hexadecimal digits, or too long.",
        "Send the bytes of “WidgetPushInfo.token”, two hexadecimal digits for each.")
    case .invalidWidget:
      .init(
        [422], "A “kind” or “placed” of the device is too long.",
        "Send at most \(DeviceRequest.maximumNameBytes, "byte", "bytes").")
    case .unknownApp:
      .init(
        [422], "No pushes are sent for the app or its environment.",
        "Use an app and an environment that the problem names, or ask whoever runs the service.")
    case .pushOff:
      .init(
        [422], "The service sends no pushes.",
        """
        Whoever runs the service can turn them on. Until then, the system asks for timelines by \
        itself.
        """)
    case .deviceTaken:
      .init(
        [409], "Somebody else has registered the identifier.",
        .useRandomIdentifier)
    case .tooManyDevices:
      .init(
        [409], "The caller has registered as many devices as the service allows.",
        "Remove a device that is no longer used with: DELETE \(ServicePath.device)")
    case .deviceNotActive:
      .init(
        [409], "No pushes are sent to the device.",
        "Register it again with its present token and the widgets that it shows.")
    case .budgetUsedUp:
      .init(
        [409], "The push budget of the device is used up.",
        "Wait until the time that the problem names.")
    }
  }

  /// The usual response with the code, for the OpenAPI document.
  var response: (status: Int, summary: String) { (meaning.statuses[0], meaning.title.text()) }

  /// The status of a response that its caller does not receive; it is not defined in a standard.
  static let callerGoneStatus = 499

  /// The usual status of a response with the code; the cause can select another of the code's
  /// statuses.
  var status: HTTPResponse.Status {
    let code = meaning.statuses[0]
    // The HTTP library does not have a name for this status.
    return code == Self.callerGoneStatus
      ? HTTPResponse.Status(code: code, reasonPhrase: "Client Closed Request")
      : HTTPResponse.Status(code: code)
  }

  /// The codes of the responses with a status.
  static func codes(of status: Int) -> [ProblemCode] {
    allCases.filter { $0.meaning.statuses.contains(status) }
  }

  /// The statuses of all codes, in ascending order.
  static let statuses = Set(allCases.flatMap(\.meaning.statuses)).sorted()

  /// The URI that identifies the code in a problem (RFC 9457); a page there explains the code.
  var type: String { ServicePath.path(ServicePath.problem, of: rawValue) }
}

/// Routes that explain the codes of problems.
enum ProblemRoutes {
  /// How long the meanings may be cached, in seconds.
  private static let maxAge = 300

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.problems, name: "listProblems",
        summary: "The codes of problems: what each means and what to do.",
        responses: [(200, "The codes."), ServiceRoute.notModified], schema: .problemTypes
      ) { call in
        call.cachedResponse(listCoding.json(ProblemCode.allCases).wire, maxAge: maxAge)
      },
      ServiceRoute(
        method: .get, path: ServicePath.problem, name: "getProblem",
        summary: """
          The meaning and the remedy of a problem's code; a browser gets a page. The URL is the \
          “type” of each problem with the code.
          """,
        responses: [
          (200, "The meaning."), ServiceRoute.notModified, (404, "There is no such code."),
        ], schema: .problemType, otherTypes: [(MediaType.html, nil)]
      ) { try explain($0) },
    ]
  }

  static let listCoding = ObjectCoding<[ProblemCode]>([
    .value("problems", SchemaPart.list(ResponseSchema.problemType.reference)) {
      .array($0.map { coding.json($0) })
    }
  ])

  /// A code and its meaning.
  static let coding = ObjectCoding<ProblemCode>([
    .text("type") { $0.type },
    .word("code") { $0 },
    .value("statuses", SchemaPart.list(SchemaPart.integer)) {
      .array($0.meaning.statuses.map { .integer($0) })
    },
    .text("title") { $0.meaning.title.text() },
    .text("remedy") { $0.meaning.remedy.text() },
  ])

  private static func explain(_ call: ServiceCall) throws -> Response {
    guard let code = ProblemCode(rawValue: call[.code]) else {
      throw ServiceProblem(
        .noSuchPath,
        "There is no problem with the code “\(call[.code].harmlessText)”.",
        .suggestion(for: call[.code], among: ProblemCode.allCases.map(\.rawValue)))
    }
    guard call.request.acceptsPage else {
      return call.cachedResponse(coding.json(code).wire, maxAge: maxAge)
    }
    // The texts on this page are in English.
    let page = Page(words: FormWords(locale: AcceptedLanguage.standard), locale: nil, csrf: "")
    return PageCall.response(
      ProblemPage.document(
        page, title: code.meaning.title.text(), remedy: code.meaning.remedy.text()),
      to: call.request, status: .ok)
  }
}
