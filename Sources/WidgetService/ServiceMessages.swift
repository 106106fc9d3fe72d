package import Messages

/// The service's messages; their texts are in the string tables.
extension Message {
  // Errors that prevent a service from starting.
  package static func tokenSecretTooShort(count: Int) -> Message { entry(.integer(count)) }
  package static var keySetWithoutKey: Message { entry() }
  package static func keySetUnreadable(cause: String) -> Message { entry(.text(cause)) }
  package static func tooManyWebhooks(count: Int, limit: Int) -> Message {
    entry(.integer(count), .integer(limit))
  }
  package static func webhookNotOfTheWeb(address: String) -> Message { entry(.text(address)) }
  package static func webhookNotSecure(address: String) -> Message { entry(.text(address)) }
  package static func webhookSecretTooShort(count: Int, limit: Int) -> Message {
    entry(.integer(count), .integer(limit))
  }
  package static func openToOthers(host: String) -> Message { entry(.text(host)) }
  package static func addressInUse(address: String) -> Message { entry(.text(address)) }
  package static func addressNotHere(host: String) -> Message { entry(.text(host)) }
  package static func portNotPermitted(address: String) -> Message { entry(.text(address)) }
  package static func cannotListen(address: String, cause: String) -> Message {
    entry(.text(address), .text(cause))
  }
  package static func frameAncestorInvalid(origin: String) -> Message { entry(.text(origin)) }
  package static func unknownLogLevel(name: String) -> Message { entry(.text(name)) }
  package static func intentsFolderMissing(path: String) -> Message { entry(.text(path)) }
  package static func settingNotANumber(
    key: String, text: String, lower: Int, upper: Int
  ) -> Message {
    entry(.text(key), .text(text), .integer(lower), .integer(upper))
  }
  package static func settingNotSeconds(key: String, text: String) -> Message {
    entry(.text(key), .text(text))
  }
  package static func settingWithoutFlag(key: String, variable: String) -> Message {
    entry(.text(key), .text(variable))
  }
  package static var noWidgetsServed: Message { entry() }
  package static var settingsAreGood: Message { entry() }

  package static func nothingAtPath(path: String) -> Message { entry(.text(path)) }
  package static var seeOpenAPI: Message { entry() }
  package static func restoreByRequest(path: String) -> Message { entry(.text(path)) }
  package static var listByRequest: Message { entry() }
  package static func methodNotAllowed(method: String) -> Message { entry(.text(method)) }
  package static func useMethods(methods: String) -> Message { entry(.text(methods)) }
  package static var hostMissing: Message { entry() }
  package static var sendHost: Message { entry() }
  package static func hostIsAnother(host: String) -> Message { entry(.text(host)) }
  package static var callThisMachine: Message { entry() }
  package static func notPercentEncoded(text: String) -> Message { entry(.text(text)) }
  package static var encodeUTF8: Message { entry() }
  package static func definitionNotServed(file: String) -> Message { entry(.text(file)) }
  package static var serveDefinition: Message { entry() }
  package static func widgetNotServed(name: String) -> Message { entry(.text(name)) }
  package static var lookForDefinition: Message { entry() }
  package static var sendValueItself: Message { entry() }
  package static func bodyTooLarge(limit: Int) -> Message { entry(.integer(limit)) }
  package static func sendAtMostBytes(limit: Int) -> Message { entry(.integer(limit)) }
  package static var bodyMissing: Message { entry() }
  package static func bodyTooSlow(seconds: Int) -> Message { entry(.integer(seconds)) }
  package static var sendAgain: Message { entry() }
  package static func nameOneInQuery(key: String) -> Message { entry(.text(key)) }
  package static func noQueryItem(key: String) -> Message { entry(.text(key)) }
  package static func queryItemMissing(key: String) -> Message { entry(.text(key)) }
  package static func queryItemUnknown(key: String, text: String) -> Message {
    entry(.text(key), .text(text))
  }
  package static func serviceMember(name: Message) -> Message { entry(.message(name)) }
  package static var tokenMissing: Message { entry() }
  package static var sendBearerToken: Message { entry() }
  package static var tokenMalformed: Message { entry() }
  package static var tokenSignatureWrong: Message { entry() }
  package static var tokenKeyUnknown: Message { entry() }
  package static var tokenExpired: Message { entry() }
  package static var tokenTooEarly: Message { entry() }
  package static func tokenClaimMissing(name: String) -> Message { entry(.text(name)) }
  package static func tokenClaimMistyped(name: String) -> Message { entry(.text(name)) }
  package static func tokenClaimRefused(name: String) -> Message { entry(.text(name)) }
  package static var tokenTenantInvalid: Message { entry() }
  package static var getNewToken: Message { entry() }
  package static func scopeMissing(scope: String) -> Message { entry(.text(scope)) }
  package static var useTokenWithScope: Message { entry() }
  package static var tooManyRequests: Message { entry() }
  package static func waitSeconds(seconds: Int) -> Message { entry(.integer(seconds)) }
  package static var tooBusy: Message { entry() }
  package static var conditionMissing: Message { entry() }
  package static var sendCondition: Message { entry() }
  package static var sendIfMatch: Message { entry() }
  package static func notAnETag(text: String, header: String) -> Message {
    entry(.text(text), .text(header))
  }
  package static func quoteETag(example: String) -> Message { entry(.text(example)) }
  package static func changedMeanwhile(name: String) -> Message { entry(.text(name)) }
  package static var takeBothSides: Message { entry() }
  package static var applyYours: Message { entry() }
  package static var placeAnew: Message { entry() }
  package static var readWidgetAgain: Message { entry() }
  package static var definitionIsAnother: Message { entry() }
  package static var readFormAgain: Message { entry() }
  package static func fieldMalformed(name: String) -> Message { entry(.text(name)) }
  package static func keyUsedOtherwise(key: String) -> Message { entry(.text(key)) }
  package static var useNewKey: Message { entry() }
  package static func wrongContentType(type: String) -> Message { entry(.text(type)) }
  package static func sendContentType(types: String) -> Message { entry(.text(types)) }
  package static func contentIsCoded(name: String) -> Message { entry(.text(name)) }
  package static var sendUncoded: Message { entry() }
  package static var requestIsInvalid: Message { entry() }
  package static var correctIssues: Message { entry() }
  package static var serviceFailed: Message { entry() }
  package static func seeLog(request: String) -> Message { entry(.text(request)) }
  package static var storeNotReachable: Message { entry() }
  package static var serviceStops: Message { entry() }
  package static var askAnotherReplica: Message { entry() }
  package static var serviceNotReady: Message { entry() }
  package static var readServiceLog: Message { entry() }
  package static func sourceGaveNoAnswer(source: String) -> Message { entry(.text(source)) }
}
