package import Messages

/// The service's messages; their texts are in the string tables.
extension Message {
  // Errors that prevent a service from starting.
  package static func tokenSecretTooShort(count: Int) -> Message {
    "The secret for tokens has too few bytes: \(count). Give at least 32."
  }
  package static var keySetWithoutKey: Message {
    "The key set has no key, or a key that is not for RS256 or ES256. Correct it."
  }
  package static func keySetUnreadable(cause: String) -> Message {
    "The key set cannot be read: \(cause). Give a JWKS file."
  }
  package static func tooManyWebhooks(count: Int, limit: Int) -> Message {
    "“webhooks” has \(count) addresses. Give at most \(limit)."
  }
  package static func webhookNotOfTheWeb(address: String) -> Message {
    "The webhook “\(address)” is not a web address. Begin it with https://."
  }
  package static func webhookNotSecure(address: String) -> Message {
    """
    The webhook “\(address)” is not secure. Begin it with https://, or name its host in \
    “webhookPrivateHosts”.
    """
  }
  package static func openToOthers(host: String) -> Message {
    """
    The address “\(host)” can be reached by others, but no token is needed. Give a secret or a key \
    set, or use the address 127.0.0.1.
    """
  }
  package static func addressInUse(address: String) -> Message {
    """
    Another program already listens on \(address). End it, or give another “port”; 0 takes a free \
    one.
    """
  }
  package static func addressNotHere(host: String) -> Message {
    """
    This machine does not have the address “\(host)”. Give one of its addresses as “host”, or \
    0.0.0.0 for all of them.
    """
  }
  package static func portNotPermitted(address: String) -> Message {
    "Listening on \(address) is not permitted. Give a “port” from 1024 to 65535."
  }
  package static func cannotListen(address: String, cause: String) -> Message {
    "The service cannot listen on \(address): \(cause). Give another “host” or “port”."
  }
  package static func frameAncestorInvalid(origin: String) -> Message {
    """
    The setting “frameAncestors” has “\(origin)”. Give origins such as https://example.com, or \
    http://localhost:3000 on this machine, with commas between them.
    """
  }
  package static func unknownLogLevel(name: String) -> Message {
    "The logLevel “\(name)” is unknown."
  }
  package static func intentsFolderMissing(path: String) -> Message {
    "The folder “\(path)” of “intents” does not exist. Give the folder of the widgets."
  }
  package static func settingNotANumber(
    key: String, text: String, lower: Int, upper: Int
  ) -> Message {
    "The setting “\(key)” is “\(text)”. Give a whole number from \(lower) to \(upper)."
  }
  package static func settingNotSeconds(key: String, text: String) -> Message {
    "The setting “\(key)” is “\(text)”. Give more than 0 and at most 3600 seconds."
  }
  package static func settingWithoutFlag(key: String, variable: String) -> Message {
    """
    The setting “\(key)” has no flag. Set the variable \(variable), or “\(key)” in the file of \
    --config.
    """
  }
  package static var noWidgetsServed: Message {
    "There are no widgets. Give their folder with --intents."
  }
  package static var settingsAreGood: Message { "The settings are valid." }

  package static func nothingAtPath(path: String) -> Message { "There is nothing at “\(path)”." }
  package static var seeOpenAPI: Message { "See /v1/openapi.json for the available paths." }
  package static func restoreByRequest(path: String) -> Message {
    "It was removed; restore it with: POST \(path)"
  }
  package static var listByRequest: Message { "List the names with: GET /v1/placed" }
  package static func methodNotAllowed(method: String) -> Message {
    "The method “\(method)” is not allowed here."
  }
  package static func useMethods(methods: String) -> Message { "Use \(methods)." }
  package static var hostMissing: Message { "The request does not name one host." }
  package static var sendHost: Message { "Send one “Host” field." }
  package static func hostIsAnother(host: String) -> Message {
    "The service does not answer for the host “\(host)”."
  }
  package static var callThisMachine: Message {
    "Call it as localhost, 127.0.0.1 or [::1], or start the service with tokens."
  }
  package static func notPercentEncoded(text: String) -> Message {
    "“\(text)” is not percent-encoded UTF-8."
  }
  package static var encodeUTF8: Message { "Percent-encode the UTF-8 bytes of the text." }
  package static func definitionNotServed(file: String) -> Message {
    "The definition “\(file)” is not in the folder of this service."
  }
  package static var serveDefinition: Message {
    "Ask whoever runs the service to put it there; the log of the service has its path."
  }
  package static func widgetNotServed(name: String) -> Message {
    "The service does not offer the widget “\(name)”."
  }
  package static var lookForDefinition: Message {
    "Its definition is missing or cannot be read; the log of the service says more."
  }
  package static var sendValueItself: Message { "Send its value in the draft." }
  package static func bodyTooLarge(limit: Int) -> Message {
    "The body has more than \(limit, "byte", "bytes")."
  }
  package static func sendAtMostBytes(limit: Int) -> Message {
    "Send at most \(limit, "byte", "bytes")."
  }
  package static var bodyMissing: Message { "The request does not have a body." }
  package static func bodyTooSlow(seconds: Int) -> Message {
    "The body did not arrive within \(seconds, "second", "seconds")."
  }
  package static var sendAgain: Message { "Send the request again." }
  package static func nameOneInQuery(key: String) -> Message {
    "Name one with the query item “\(key)”."
  }
  package static func noQueryItem(key: String) -> Message {
    "There is no query item “\(key)” here."
  }
  package static func queryItemMissing(key: String) -> Message {
    "The query item “\(key)” is missing."
  }
  package static func queryItemUnknown(key: String, text: String) -> Message {
    "The query item “\(key)” cannot be “\(text)”."
  }
  package static func serviceMember(name: Message) -> Message { "member “\(name)”" }
  package static var tokenMissing: Message { "This request needs a token." }
  package static var sendBearerToken: Message { "Send the header “Authorization: Bearer TOKEN”." }
  package static var tokenMalformed: Message { "The token does not have the form of a token." }
  package static var tokenSignatureWrong: Message { "The signature of the token does not match." }
  package static var tokenKeyUnknown: Message {
    "The token is signed with an unknown key or algorithm."
  }
  package static var tokenExpired: Message { "The token has expired." }
  package static var tokenTooEarly: Message { "The token is not valid yet." }
  package static func tokenClaimMissing(name: String) -> Message {
    "The token does not have the claim “\(name)”."
  }
  package static func tokenClaimMistyped(name: String) -> Message {
    "The claim “\(name)” of the token has a value of the wrong type."
  }
  package static func tokenClaimRefused(name: String) -> Message {
    "The claim “\(name)” of the token is not the one that this service expects."
  }
  package static var tokenTenantInvalid: Message {
    "The claim “tenant” of the token is not 1 to 100 visible ASCII characters."
  }
  package static var getNewToken: Message { "Get a new token." }
  package static func scopeMissing(scope: String) -> Message {
    "The token does not have the scope “\(scope)”."
  }
  package static var useTokenWithScope: Message { "Use a token that has it." }
  package static var tooManyRequests: Message { "There are too many requests." }
  package static func waitSeconds(seconds: Int) -> Message {
    "Wait \(seconds, "second", "seconds")."
  }
  package static var tooBusy: Message { "The service is busy." }
  package static var conditionMissing: Message {
    "A change must name the state that it was made for."
  }
  package static var sendCondition: Message {
    "Send “If-Match” with the ETag of the widget, or “If-None-Match: *” for a new one."
  }
  package static var sendIfMatch: Message { "Send “If-Match” with the ETag of the widget." }
  package static func notAnETag(text: String, header: String) -> Message {
    "“\(text)” in “\(header)” is not an ETag."
  }
  package static func quoteETag(example: String) -> Message {
    "Send the ETag as the service wrote it, in quotation marks: \(example)"
  }
  package static func changedMeanwhile(name: String) -> Message {
    "“\(name)” is not in the state that the change was made for."
  }
  package static var takeBothSides: Message {
    "Combine “yours” and “theirs”, and send the ETag of “current”."
  }
  package static var applyYours: Message {
    "Apply “yours” to “current”, and send the ETag of “current”."
  }
  package static var placeAnew: Message {
    "Nothing is placed under this name. Send “If-None-Match: *” to place it."
  }
  package static var readWidgetAgain: Message {
    "Read the widget again, and send the ETag of “current”."
  }
  package static var definitionIsAnother: Message {
    "The definition has changed since the form was read."
  }
  package static var readFormAgain: Message { "Read the form again." }
  package static func fieldMalformed(name: String) -> Message {
    "The field “\(name)” does not fit the form."
  }
  package static func keyUsedOtherwise(key: String) -> Message {
    "The Idempotency-Key “\(key)” was used for another request."
  }
  package static var useNewKey: Message { "Use a new key for each request." }
  package static func wrongContentType(type: String) -> Message {
    "The body is of the type “\(type)”."
  }
  package static func sendContentType(types: String) -> Message { "Send \(types)." }
  package static func contentIsCoded(name: String) -> Message {
    "The body has the content coding “\(name)”."
  }
  package static var sendUncoded: Message { "Send it without “Content-Encoding”." }
  package static var requestIsInvalid: Message { "The request is not valid." }
  package static var correctIssues: Message { "Correct what “issues” lists." }
  package static var serviceFailed: Message { "The service could not answer." }
  package static func seeLog(request: String) -> Message {
    "The log has the cause under the request “\(request)”."
  }
  package static var storeNotReachable: Message { "The store cannot be reached at present." }
  package static var serviceStops: Message { "The service is shutting down." }
  package static var askAnotherReplica: Message { "Send the request to another replica." }
  package static var serviceNotReady: Message {
    "The service cannot read its widgets or its store at present."
  }
  package static var readServiceLog: Message { "See the log of the service for the reason." }
}
