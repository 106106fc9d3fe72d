import DefinitionFormats
import Foundation
import HTTPTypes
import IntentCodegen
import IntentModel
import JSONC
import Messages
import StoreModel
import Testing
import WidgetLoading
import WidgetStore
import WidgetTestSupport
import WidgetTimeline

@testable import BundledWidgets
@testable import DevicePush
@testable import ExternalSources
@testable import ICalendar
@testable import IntentDocuments
@testable import IntentOptions
@testable import PostgresStore
@testable import SQLiteStore
@testable import TerminalForm
@testable import WidgetFormats
@testable import WidgetPages
@testable import WidgetService
@testable import Zones
@testable import widgetconfig_command

/// The figures in the articles equal the figures in the code.
@Suite struct ArticleFigureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let article: String
    let text: String

    var testDescription: String { "\(article): \(text)" }
  }

  private static func seconds(_ duration: Duration) -> Int { Int(duration / .seconds(1)) }

  static let limits: [Case] = {
    let article = "ExternalSources/ExternalSources.docc/OptionsFromSources.md"
    let rows: [(name: String, limit: String)] = [
      ("one response", "\(SourceLimits().bytes >> 20) MiB"),
      ("items of a list, rows of a query", SourceLimits().items.grouped),
      ("entries of a timeline", TimelineJSON.maximumEntries.grouped),
      ("time, if `timeout` is not set", "\(SourceDescription.usualTimeout) seconds"),
      ("`timeout`", Int(SourceDescription.maximumTimeout).grouped + " seconds"),
      ("`cache`", Int(SourceDescription.maximumCacheAge).grouped + " seconds"),
      ("`retries`", "\(SourceDescription.maximumRetries)"),
      ("`pages`", SourceDescription.maximumPages.grouped),
      ("fallbacks in a chain", "\(SourceDescription.deepestFallback)"),
      (
        "programs that run at a time",
        "\(WorkGate.programs.limit) of one source, \(WorkGate.programs.total) in all"
      ),
      (
        "requests to services at a time",
        "\(WorkGate.hosts.limit) to one host, \(WorkGate.hosts.total) in all"
      ),
    ]
    return rows.map { Case(article: article, text: "| \($0.name) | \($0.limit) |") }
  }()

  static let files: [Case] = {
    let article = "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI.md"
    let (files, lists) = (FormatLimits.standard, PropertyListLimits.standard)
    return [
      "A file has at most \(files.maximumBytes >> 20) MiB.",
      "A property list has at most \(lists.depth) levels, and JSON has \(files.maximumDepth).",
      "Both have at most \(JSONLimits.standard.maximumValues.grouped) values",
      "A report lists at most \(files.maximumErrors.grouped) problems of a file",
      """
      A search of a folder goes \(FolderSearch.deepestFolder) levels deep, and covers at most \
      \(FolderSearch.maximumEntries.grouped) files
      """,
    ].map { Case(article: article, text: $0) }
  }()

  static let others: [Case] = {
    let minutes = seconds(KeptTimeline.retryDelay(afterFailures: 1)) / 60
    let window = FormRequest.usualWindow
    let (states, days) = (StoreRetention().states, StoreRetention().removedDays)
    let marks = CombiningMarks.maximumInARow
    let pause = seconds(
      RetryingOptionsProvider<InMemoryOptionsProvider, ContinuousClock>.maximumDelay)
    let converted = ValueKind.allCases.compactMap(\.plain).filter(SchemaWriter.isConverted)
      .map(\.valueKind)
    let texts: [(article: String, text: String)] = [
      (
        "WidgetFormats/WidgetFormats.docc/WidgetFile",
        "reloads after \(minutes) minutes at the latest"
      ),
      (
        "widgetconfig-command/widgetconfig-command.docc/StatusBars",
        "reloads after \(minutes) minutes instead"
      ),
      (
        "WidgetPages/WidgetPages.docc/UseTheWebForm",
        "the first \(GalleryPage.maximumDrawn) are drawn"
      ),
      ("WidgetPages/WidgetPages.docc/UseTheWebForm", "is fetched in windows of \(window),"),
      ("WidgetPages/WidgetPages.docc/UseTheWebForm", "can be restored for \(days) days"),
      (
        "WidgetStore/WidgetStore.docc/WidgetStore",
        """
        keeps \(states) earlier states of a placed widget, and the states of a removed one for \
        \(days) days
        """
      ),
      (
        "ExternalSources/ExternalSources.docc/OptionsFromSources",
        "At most `pages` pages are fetched, by default \(SourceDescription.usualPages)."
      ),
      (
        "ExternalSources/ExternalSources.docc/OptionsFromSources",
        "lets the request continue for \(seconds(FormRun.lingering)) seconds"
      ),
      (
        "ExternalSources/ExternalSources.docc/WhatIsTrusted",
        "at most \(marks) combining marks follow each other"
      ),
      (
        "IntentOptions/IntentOptions.docc/CombineSources",
        "the pauses double, up to \(pause) seconds"
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        """
        more than \(JSONLimits.standard.maximumDepth) levels and URLs over \
        \(IntentURL.maximumBytes >> 10) KiB
        """
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        "conditions on \(converted.listed("or")), because they compare converted values."
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        "at most \(SchemaWriter.maximumValues.grouped) values of enums"
      ),
      (
        "WidgetFormats/WidgetFormats.docc/OptionsAndTimelines",
        "If there is no response within \(seconds(SourceLimits.longestForPlaceholder)) seconds,"
      ),
    ]
    return texts.map { Case(article: $0.article + ".md", text: $0.text) }
  }()

  /// The words that choose what the programs write.
  static let written: [Case] = {
    let usual = GenerationRequest()
    let (json, github) = (
      "`--format \(FindingFormat.json.rawValue)`", "`--format \(FindingFormat.github.rawValue)`"
    )
    let texts: [(article: String, text: String)] = [
      (
        "IntentCodegen/IntentCodegen.docc/GenerateSwift",
        "Without it, the code is `\(usual.form.rawValue)` and `\(usual.access.rawValue)`."
      ),
      (
        "IntentCodegen/IntentCodegen.docc/GenerateSwift",
        "Texts keep the \(usual.texts.rawValue) of the old string tables;"
      ),
      ("IntentCodegen/IntentCodegen.docc/Migrating", "and \(github) shows them"),
      (
        "widgetconfig-migration/widgetconfig-migration.docc/widgetconfig-migration",
        "\(json) is for scripts, and \(github) for GitHub Actions."
      ),
      (
        "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI",
        "\(json) is for scripts. \(github) writes annotations"
      ),
      ("DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI", "The JSON of \(json) then has"),
    ]
    return texts.map { Case(article: $0.article + ".md", text: $0.text) }
  }()

  static let sources: [Case] = {
    let schema = IntentSchema("Departures", parameters: [])
    let kinds = SourceDescription.Key.origins.map { "`\($0.rawValue)`" }
    let columns = SectionBuilder.columns.map { "`\($0)`" }
    let braces = (SourceNames.list(schema).names ?? []).map { "`{\($0)}`" }
    let bound = (SourceNames.query(schema).names ?? []).map { "`:\($0)`" }
    func texts(_ values: IntentValue...) -> String {
      values.map { "`\(RequestVariables.text($0))`" }.joined(separator: ", ")
    }
    func member(_ format: OptionsFormat) -> String {
      "`\"\(SourceDescription.Key.format.rawValue)\": \"\(format.rawValue)\"`"
    }
    let (day, minute) = (
      DateComponents(year: 2026, month: 12, day: 24), DateComponents(hour: 7, minute: 30)
    )
    let both = DateComponents(year: 2026, month: 12, day: 24, hour: 7, minute: 30)
    let length = IntentMeasurement(value: 5, unit: "km")
    let amount = CurrencyAmount(amount: "12.50", currencyCode: "EUR")
    let place = Placemark(latitude: 52.52, longitude: 13.405)
    return [
      "duration | \(texts(.boolean(true), .decimal(0.5), .timeInterval(129_600))) |",
      "both | \(texts(.dateComponents(day), .dateComponents(minute), .dateComponents(both))) |",
      "| measurement, amount | \(texts(.measurement(length), .currencyAmount(amount))) |",
      "| place | \(texts(.placemark(place))), or its name and address |",
      "The kinds are \(kinds.listed("and")).",
      "The columns are \(columns.listed("and"));",
      "\(braces.joined(separator: ", ")), and every parameter of the intent.",
      "It binds \(bound.joined(separator: ", ")) and `:<parameter>`.",
      "and an unset `:\(SourceNames.limit)` is \(SourceNames.unsetLimit).",
      "for `\(SourceNames.inBraces(SourceNames.identifiers))`, commas separate the elements;",
      "With \(member(.lines)), each line", "With \(member(.table)), it prints a table",
      "or `{\"\(SourceDescription.DefaultKey.url.rawValue)\": …}`.",
      "a folder whose name ends with `\(StoreLocation.containersEnding)`.",
      "`\(ContainerFolders.variable)` is a folder that the programs of a widget share",
      "the variable `\(ContainerFolders.scopesVariable)` of the library's environment",
    ].map {
      Case(article: "ExternalSources/ExternalSources.docc/OptionsFromSources.md", text: $0)
    }
  }()

  private typealias Text = (article: String, text: String)

  private static let bodies: [Text] = [
    ("Deploying", "lists of choices at most \(SnapshotCache.maximumBytes >> 20) MB"),
    (
      "Deploying",
      "take at most \(ResponseCache<ContinuousClock>.maximumBytes >> 20) MB for each provider"
    ),
    ("Deploying", "keeps at most \(OpenFiles.maximumConnections) open."),
    ("RulesOfTheService", "in pages of at most \(FormRequest.largestWindow);"),
    ("RulesOfTheService", "in parts of \(TransferRoutes.portion),"),
    ("RulesOfTheService", "among the last \(TrialWidgets.maximum.widgets.grouped),"),
    ("RulesOfTheService", "Responses of \(ContentCoding.leastBytes >> 10) KB or more"),
    ("RunTheService", "as long as \(CallerWatch.leastBytesPerSecond) bytes arrive for each second"),
    (
      "RunTheService",
      """
      All bodies of more than \(BodyBudget.largeBody >> 10) KB together take at most \
      \(BodyBudget.parkingSpace) times `maximumBodyBytes`
      """
    ),
    (
      "RunTheService",
      "the bodies of one caller at most \(BodyBudget.leastShares == 2 ? "half" : "a part") of that."
    ),
    ("RunTheService", "a body has waited for \(seconds(BodyBudget.grace)) seconds,"),
    ("RunTheService", "Equal failures within \(seconds(FailureLog.window)) seconds are counted."),
  ]

  private static let keys: [Text] = {
    let scopes = ServiceScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    guard let keys = try? IssuerKeys(url: "https://accounts.example.org/keys") else {
      // No article contains this text, so the test fails.
      return [("RunTheService", "The address of the example was refused.")]
    }
    let hours = seconds(keys.staleFor) / 3_600
    let types = ServiceAccess.keyAlgorithms.map(\.key)
    typealias Claim = ServiceClaims.CodingKeys
    return [
      ("RunTheService", "- `\(Claim.exp.rawValue)` is required."),
      ("RunTheService", "- `\(Claim.scope.rawValue)` lists what the caller may do,"),
      ("RunTheService", "- `\(Claim.tenant.rawValue)` names the tenant"),
      ("RunTheService", "A token without `\(Claim.tenant.rawValue)` is"),
      ("RunTheService", "{\"alg\":\"\(ServiceAccess.secretAlgorithm)\"}"),
      ("RunTheService", "\(types.listed("and")) keys whose `use`"),
      ("RunTheService", "with spaces between: \(scopes)."),
      ("RunTheService", "read within \(seconds(ServiceAccess.standardReading)) seconds."),
      ("RunTheService", "are fetched again after \(seconds(keys.freshFor) / 60) minutes"),
      ("RunTheService", "at most once every \(seconds(keys.pause)) seconds"),
      ("RunTheService", "they stay in use for \(hours) hours"),
      ("Monitoring", "After \(hours) hours, no token is accepted."),
    ]
  }()

  private static let scopes: [Text] = {
    let devices = DeviceRoutes.routes
    let own: [Text] = Set(devices.map(\.scope)).map { scope in
      ("TellDevices", "with a token of the scope `\(scope?.rawValue ?? "")`,")
    }
    let others: [Text] = Set(devices.map(\.otherScope)).map { scope in
      ("TellDevices", "With the scope `\(scope?.rawValue ?? "")` they show all devices")
    }
    var all = OperationRoutes.routes + ErasureRoutes.routes + WebhookRoutes.routes
    all += TimelineRoutes.routes + OptionsRoutes.routes
    func scope(_ name: String) -> String {
      all.first { $0.name == name }?.scope?.rawValue ?? "No route has the name."
    }
    let metrics = "`/metrics` (scope `\(scope("metrics"))`)"
    let named: [Text] = [
      ("Monitoring", metrics), ("RunTheService", metrics),
      ("RulesOfTheService", "Both need the scope `\(scope("erasePlaced"))`."),
      ("RulesOfTheService", "Both need the scope `\(scope("eraseSubject"))`."),
      ("RulesOfTheService", "erases one (scope `\(scope("eraseTenant"))`)"),
      ("ReceiveChanges", "With the scope `\(scope("listWebhooks"))`, `/v1/webhooks`"),
      (
        "ServeAnIOSApp",
        "a token with the scopes `\(scope("timeline"))` and `\(scope("options"))`."
      ),
    ]
    return own + others + named
  }()

  private static let metrics: [Text] = {
    let apple: [Text] = APNsMetric.allCases.map { ("SendPushes", "`\($0.rawValue)") }
    let names = Metric.allCases.map { $0.name.trimmingPrefix(Metric.prefix) }
    let own: [Text] = names.filter { $0.hasPrefix("push_") }.map { ("TellDevices", "`\($0)") }
    return apple + own
  }()

  /// The names of codes, of types of requests, and of header fields.
  private static let names: [Text] = {
    let codes: [Text] = [ProblemCode.conflict, .keyNotTaken].map { code in
      ("RulesOfTheService", "(\(code.status.code), `\(code.rawValue)`)")
    }
    let fields: [Text] = SignedPost.Field.allCases.map { field in
      ("ReceiveChanges", "| `\(field.rawValue.lowercased())` |")
    }
    typealias Member = ServiceProblem.Key
    typealias Standing = OptionsRoutes.Standing
    typealias Policy = TimelineJSON.PolicyName
    let device = HTTPField.Name.device.rawName
    let health = OperationRoutes.routes.first { $0.name == "health" }?.path ?? "no path"
    let events = ChangeFeed.Event.Name.allCases.filter { $0 != .reset }.map {
      "`\($0.rawValue)`"
    }
    func presented(_ value: PresentationValue) -> String {
      "`\(value.rawValue)` (\(value.choices.map { "`\($0)`" }.listed("or")))"
    }
    let (changed, reset) = (
      WebhookSender.Topic.changed.rawValue, WebhookSender.Topic.reset.rawValue
    )
    let others: [Text] = [
      ("RulesOfTheService", "The response has the current `\(Member.definition.rawValue)`,"),
      (
        "RulesOfTheService",
        """
        the changes of both sides, `\(Member.yours.rawValue)` and `\(Member.theirs.rawValue)`; \
        `\(Member.familyChanges.rawValue)` and `\(Member.kindChanges.rawValue)` have those
        """
      ),
      (
        "RulesOfTheService",
        "`\(Member.theirs.rawValue)` is left out and `\(Member.yours.rawValue)` is the difference"
      ),
      ("RulesOfTheService", "410 (`\(ProblemCode.snapshotGone.rawValue)`)"),
      ("RulesOfTheService", "in the cookie `\(CallerZone.cookie)`"),
      ("RulesOfTheService", "waits `\(FormRequest.Key.waitMs.rawValue)` milliseconds"),
      ("RulesOfTheService", "of the last response as `\(FormRequest.Key.known.rawValue)`"),
      ("RulesOfTheService", "`\(FormRequest.Key.texts.rawValue)` has what a person typed"),
      ("RulesOfTheService", "A `\(FormRequest.Key.window.rawValue)` can begin anywhere"),
      ("RulesOfTheService", "sends `Accept: \(MediaType.events)` gets them"),
      (
        "RulesOfTheService",
        "`\(ListPage.limitName)` and `\(ListPage.position.name)` choose a page"
      ),
      (
        "RulesOfTheService",
        """
        `\(ListPage.limitName)` rows, then `\(ListPage.nextKey)`, which the next request sends as \
        `\(ListPage.position.name)`
        """
      ),
      ("RulesOfTheService", "has their total, `\(PlacedRoutes.countKey)`."),
      ("RulesOfTheService", "`\"\(FormRequest.Key.acceptLosses.rawValue)\": true`"),
      ("RulesOfTheService", "`\(PlacedRoutes.dryRun.name)=true` only reports"),
      ("RulesOfTheService", "`state=\(ListJSON.State.changed.rawValue)` lists"),
      ("RulesOfTheService", "no longer offered (`\(ListJSON.State.familyDropped.rawValue)`)"),
      ("RulesOfTheService", "`\(PlacedRow.shortenedKey)` names the arrays"),
      ("RulesOfTheService", "have the tag `\(ServiceTag.receiver.rawValue)`"),
      ("RunTheService", "that the caller sent (`\(ResponseHeader.requestID.rawValue)`)"),
      ("Monitoring", "ID of the request (`\(ResponseHeader.requestID.rawValue)`)"),
      ("Deploying", "have the header `\(HTTPField.Name.xAccelBuffering.rawName): no`"),
      ("Deploying", "`/readyz` says `\(ProblemCode.keysUnavailable.rawValue)`."),
      ("Deploying", "| 409 `\(ProblemCode.definitionChanged.rawValue)` |"),
      ("Deploying", "| 503 `\(ProblemCode.storeUnavailable.rawValue)` |"),
      ("Deploying", "webhooks get `\(reset)`,"),
      ("ReceiveChanges", "\"type\": \"\(changed)\""),
      ("ReceiveChanges", "The type `\(reset)` means"),
      ("TellDevices", "or one that was `\(StoredDevice.State.suspect.rawValue)`,"),
      ("TellDevices", "then the device is `\(StoredDevice.State.suspect.rawValue)`:"),
      ("SendPushes", "\"type\": \"\(WebhookPushSender.type)\""),
      ("TellDevices", "\(device): 6F9619FF"), ("TellDevices", "the app sends `\(device)`,"),
      ("ServeAnIOSApp", "the header `\(device)`."),
      ("ServeAnIOSApp", "For `\(Standing.offered)`, the response has the current text."),
      ("ServeAnIOSApp", "`\(Standing.missing)` means that the source no longer has"),
      ("ServeAnIOSApp", "and `\(Standing.unknown)` that the source could not tell."),
      ("ServeAnIOSApp", "`\(Policy.atEnd)`, `\(Policy.never)`, or `\(Policy.after)` a date."),
      ("ServeAnIOSApp", "presented: \(presented(.colorScheme)), `"),
      ("ServeAnIOSApp", "`\(PresentationValue.dynamicTypeSize)` (such as `\(TextSize.xLarge)`)"),
      ("ServeAnIOSApp", "and \(presented(.widgetRenderingMode));"),
      ("ReceiveChanges", "or two for a rename: \(events.listed("or"))."),
      ("ReceiveChanges", "`?state=\(StoredDelivery.State.waiting.rawValue)` lists only"),
      ("Monitoring", "in the state `\(StoredDelivery.State.waiting.rawValue)`:"),
      ("Monitoring", "Use `\(health)` to find out"),
      ("Monitoring", "and `\(ServicePath.ready)` to find out"),
      ("RunTheService", "`\(health)` reports that the process responds."),
    ]
    return codes + fields + others
  }()

  /// The patterns of nginx for paths of the API, in which a parameter is any segment.
  private static let locations: [Text] = {
    let routes = EventRoutes.routes + WidgetRoutes.routes + ReloadRoutes.routes
    func last(_ name: String) -> Substring {
      routes.first { $0.name == name }?.path.split(separator: "/").last ?? "no route"
    }
    let kind = "\(ServicePath.widgets.dropFirst(ServicePath.api.count + 1))/[^/]+/"
    let long = "(\(last("events"))|\(kind)\(last("validateLines")))$"
    return [
      ("Deploying", "location ~ ^\(ServicePath.api)/\(long) {"),
      ("Deploying", "location ~ ^\(ServicePath.api)/\(kind)(?!\(last("reloadKind"))$) {"),
    ]
  }()

  /// The statuses of problems, each between the words before it and the words after it.
  private static let problems: [Text] = {
    let rows: [(article: String, before: String, code: ProblemCode, after: String)] = [
      ("RunTheService", "| `maximumBodyBytes` | ", .bodyTooLarge, ", and the connection"),
      ("RunTheService", "| `bodyTimeLimit` | ", .bodyTooSlow, ", and the connection"),
      ("RunTheService", "`maximumBulkRequests` | ", .tooBusy, " with `Retry-After` |"),
      ("RunTheService", "`maximumBulkRequestsOfCaller` | ", .tooManyAtOnce, " with"),
      ("RunTheService", "`burst` | ", .tooManyRequests, " with `Retry-After`"),
      ("RunTheService", "Other requests get ", .wrongHost, "."),
      ("RunTheService", "or with two | ", .hostMissing, " |"),
      ("RunTheService", "is not percent-encoded UTF-8 | ", .notPercentEncoded, " |"),
      ("RunTheService", "a draft that cannot be read | ", .malformedField, " |"),
      ("RunTheService", "the ETag that the page had | ", .conditionMissing, " |"),
      ("RunTheService", "or without `Content-Type` | ", .contentCoding, " |"),
      ("RunTheService", "that is not in `allowedOrigins` | ", .foreignOrigin, " |"),
      ("RunTheService", "an `alg` other than its key's | ", .tokenInvalid, " |"),
      ("Deploying", "| All tokens get ", .tokenInvalid, ". |"),
      ("Deploying", "| ", .wrongHost, " | The service needs no token"),
      ("Deploying", "| ", .foreignOrigin, " for a page |"),
      ("Deploying", "| \(ProblemCode.changed.status.code), ", .conditionMissing, " | Somebody"),
      ("Deploying", "| ", .tooManyRequests, " | A caller sends more requests"),
      ("RulesOfTheService", "an earlier definition is answered with ", .definitionChanged, "."),
      ("RulesOfTheService", "a `PUT` is answered with ", .answersLost, " and the `changes`"),
      ("RulesOfTheService", "in the meantime, the response is ", .changed, " and has"),
      ("TellDevices", "Somebody else's identifier is refused (", .deviceTaken, "),"),
    ]
    let late = ServiceRoute.sourceLate.status
    return rows.map { ($0.article, "\($0.before)\($0.code.status.code)\($0.after)") } + [
      ("RunTheService", "| `sourceTimeLimit` | \(late), or"),
      ("Deploying", "| \(late), or a parameter that stays pending |"),
    ]
  }()

  private static let pushes: [Text] = [
    (
      "TellDevices",
      """
      `\(PushOutlook.Key.queued.rawValue)` are notified at once, \
      `\(PushOutlook.Key.deferred.rawValue)` when their budget allows, and \
      `\(PushOutlook.Key.skipped.rawValue)` is the device
      """
    ),
    (
      "SendPushes",
      """
      HTTP/2 to port \(APNsHost.apple(.production).port) of \
      `\(APNsHost.apple(.production).name)`, and of `\(APNsHost.apple(.development).name)` for \
      development.
      """
    ),
    ("TellDevices", "the default is `\(ReloadReason.app.rawValue)`."),
    ("TellDevices", "does not ask within \(DeviceFetch.ownTime / 1_000) seconds."),
    ("TellDevices", "within \(Int(DeviceRoutes.changeTime)) seconds of its last change"),
    ("TellDevices", "it asks again within \(DeviceRoutes.askTime / 1_000) seconds,"),
    ("TellDevices", "\(PushMarking.partSize) every \(PushMarking.partTime / 1_000) seconds"),
    (
      "TellDevices",
      "A push that waits for \(PushDecision.maximumWait / 3_600_000) hours is dropped."
    ),
    ("TellDevices", "Devices are counted up to \(PushOutlook.maximumCount)."),
    ("TellDevices", "waits \(seconds(PushNoting.busyPause) / 60) minutes, then twice as long"),
  ]

  private static let webhooks: [Text] = {
    let pauses = WebhookSender.pauses
    let days = seconds(ServiceSettings().webhookTimeLimit) / 86_400
    let (gone, busy) = (SignedPost.goneStatus, SignedPost.overloadedStatuses)
    return [
      (
        "ReceiveChanges",
        "| `webhook-signature` | `\(WebhookSettings.signatureMark)` and a Base64 text"
      ),
      ("ReceiveChanges", "The signature is the HMAC-\(WebhookSettings.SignatureHash.self) of"),
      ("ReceiveChanges", "The URL must begin with `\(WebAddress.https)`,"),
      ("ReceiveChanges", "| \(gone) | nothing more is sent to this webhook"),
      ("Monitoring", "because it responded with \(gone) or accepted nothing"),
      ("SendPushes", "\(gone) that the token is no longer valid"),
      (
        "ReceiveChanges",
        "| \(busy.map(String.init).joined(separator: ", ")), or 503 with `Retry-After` |"
      ),
      ("ReceiveChanges", "or nothing within \(seconds(SignedPost.timeout)) seconds"),
      (
        "ReceiveChanges",
        "else \(Int(pauses.lowerBound)) seconds to \(Int(pauses.upperBound) / 60) minutes"
      ),
      ("ReceiveChanges", "`webhookTimeLimit` (\(days) days)"),
      ("ReceiveChanges", "kept for \(StoredDelivery.maximumAge / StoreRetention.day) days."),
    ]
  }()

  private static let folders: [Text] = {
    let data = StoreLocation.dataFolderVariable
    let (usual, mac) = (StoreLocation.usualDataFolder, StoreLocation.macDataFolder)
    let store = "\(Program.name)/\(StoreLocation.fileName)"
    let widgets = "\(Program.name)/\(WidgetLibrary.folderName)"
    let cache = WidgetCatalog.usualCacheFolder
    return [
      ("FirstWidget", "or else `\(store)` in the XDG data folder"),
      ("FilesAndVariables", "`$\(data)/\(widgets)`, by default `~/\(usual)/\(widgets)`;"),
      (
        "FilesAndVariables",
        """
        | `\(data)` | the store is `\(store)` in it, and your widgets are in `\(widgets)`; by default \
        `~/\(usual)`, on macOS `~/\(mac)` |
        """
      ),
      (
        "FilesAndVariables",
        """
        | `\(FormLooks.folderVariable)` | `\(Program.name)/\(FormLooks.fileName)` in it binds keys, \
        unless `--keys` names a file; by default `~/\(FormLooks.usualFolder)` |
        """
      ),
      ("FilesAndVariables", "| `\(WidgetCatalog.cacheVariable)` | the last good copies"),
      ("FilesAndVariables", "are in `\(WidgetCatalog.calendarFolder)` in it, at most"),
      ("FilesAndVariables", "MiB; by default `~/\(cache)` |"),
    ]
  }()

  /// The texts that are escaped for a status bar.
  private static func escaped(_ texts: [String], for bar: StatusBar) -> [String] {
    texts.filter { text in
      let content = EntryContent(title: text)
      let line = StatusBarLine.text(of: content, for: .line)
      return StatusBarLine.text(of: content, for: bar) != line
    }
  }

  static let program: [Case] = {
    let (states, days) = (StoreRetention().states, StoreRetention().removedDays)
    let statuses: [(status: widgetconfig_command.ExitStatus, meaning: String)] = [
      (.done, "done"),
      (.findings, "findings, invalid input, or output that cannot be written"),
      (.usage, "wrong usage, such as an unknown option"), (.provider, "a provider failed"),
      (.cancelled, "cancelled"), (.readerGone, "the reader of standard output is gone"),
    ]
    let schemes = CalendarAddress.schemes.map { "`\($0)`" }
    let signs = (UInt8(ascii: "!")...UInt8(ascii: "~")).map { String(UnicodeScalar($0)) }
    let pairs = signs.flatMap { first in signs.map { first + $0 } }
    let tmux = escaped(signs, for: .tmux).map { "`\($0)`" }.listed("and")
    let polybar = escaped(pairs, for: .polybar).map { "`\($0)`" }.listed("and")
    let themes = Theme.named.map { "`\($0.key)`" }.listed("or")
    let variables = CommandRunner.standardVariables.map { "`\($0)`" }.joined(separator: ", ")
    let texts: [(article: String, text: String)] = [
      ("MakeAWidget", "A parameter is `\(ParameterSpec.beginning)`, then its default,"),
      ("FirstWidget", "keeps \(states) earlier states of each placed widget"),
      ("LifeOfAPlacedWidget", "and \(states) earlier states."),
      ("LifeOfAPlacedWidget", "the states of a removed widget for \(days) days"),
      ("LifeOfAPlacedWidget", "After \(IntentImport.maximumListed.grouped) imported intents"),
      ("GalleryAndDays", "covers the \(TimelineCommand.stackHours) hours after a given time;"),
      ("GalleryAndDays", "simulates up to \(SimulationPlan.dayRange.upperBound) days"),
      ("StatusBars", "in the folders of its argument `\(SourceArgument.calendars)`:"),
      ("StatusBars", "of an `.ics` file, with \(schemes.listed("or")) ("),
      ("StatusBars", "in the argument `\(SourceArgument.authorization)`;"),
      ("StatusBars", "| the status line of tmux | \(tmux) |"),
      ("StatusBars", "| Polybar | \(polybar) |"),
      ("StatusBars", "at most \(CalendarLimits().fileSize >> 20) MiB."),
      (
        "StatusBars",
        """
        that have \(SpokenURL.shortestKey) or more characters, with at least \
        \(SpokenURL.digitsOfKey) digits
        """
      ),
      ("StatusBars", "checks every \(Int(FilesWatch.interval)) seconds"),
      ("StatusBars", "the line begins with `\(StatusBarLine.failureMark)`."),
      ("StatusBars", "the class is `\(StatusBarLine.WaybarClass.failed.rawValue)`"),
      (
        "StatusBars",
        """
        A placeholder begins with `\(StatusBarLine.placeholderMark)`; its class is \
        `\(StatusBarLine.WaybarClass.placeholder.rawValue)`.
        """
      ),
      ("TheForm", "has at least \(FormRenderer.columnsForBoth) columns,"),
      ("TheForm", "exits with \(widgetconfig_command.ExitStatus.cancelled)."),
      ("FilesAndVariables", "at most \(CalendarFeed.folderBytes >> 20) MiB;"),
      (
        "FilesAndVariables",
        "next to the program and in the \(WidgetLibrary.levelsAboveProgram) folders above it."
      ),
      ("FilesAndVariables", "| \(themes); `--theme` overrides it |"),
      ("TheForm", "`--theme` is \(themes)."),
      ("FilesAndVariables", "PostgreSQL (\(PostgresSession.oldest) or newer)."),
      ("FilesAndVariables", "by default `\(ZoneFolder.usualPaths[0])`."),
      ("FilesAndVariables", "gets only \(variables), the variables that its `environment`"),
      (
        "FilesAndVariables",
        """
        `\(ContainerFolders.variable)` (the folder that the programs of the widget share), and \
        `\(RunMark.variable)` (which marks the processes
        """
      ),
    ]
    let rows = statuses.map { (article: "FilesAndVariables", text: "| \($0) | \($1) |") }
    return (texts + folders + rows).map { article, text in
      Case(
        article: "widgetconfig-command/widgetconfig-command.docc/\(article).md", text: text)
    }
  }()

  static let statuses: [Case] = {
    typealias Status = widgetconfig_command.ExitStatus
    let texts: [(article: String, text: String)] = [
      (
        "DefinitionFormats/DefinitionFormats.docc/ChangingADefinition",
        "The exit status is \(Status.findings) when a placed widget could lose an answer."
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        "exits with \(Status.provider) if a source fails."
      ),
      (
        "OptionsProviderTesting/OptionsProviderTesting.docc/TestAProvider",
        "exits with \(Status.findings) if a check fails"
      ),
      (
        "widgetconfig-command/widgetconfig-command.docc/IntentBuilder",
        """
        The exit status is \(Status.done) if the files are written, \(Status.findings) if the \
        definition cannot be used, and \(Status.usage) for wrong usage.
        """
      ),
    ]
    return texts.map { Case(article: $0.article + ".md", text: $0.text) }
  }()

  /// The pauses before a change is sent to a webhook again, and the time after which no more
  /// attempts are made.
  private static func pauses(of settings: ServiceSettings) -> String {
    let pauses = settings.webhookPauses.map(seconds)
    let short = pauses.filter { $0 < 3_600 }.map {
      $0 < 60 ? "\($0) seconds" : "\($0 / 60) minutes"
    }
    let hours = pauses.filter { $0 >= 3_600 }.map { "\($0 / 3_600)" }
    let days = seconds(settings.webhookTimeLimit) / 86_400
    return """
      after \((short + hours).listed("and")) hours, and then every \(hours.last ?? "") hours, until \
      `webhookTimeLimit` (\(days) days) is over
      """
  }

  static let service: [Case] = {
    let settings = ServiceSettings()
    let heartbeat = seconds(settings.heartbeat)
    let hosts = WebAddress.loopbackHosts.map { "`\($0)`" }
    let texts: [(article: String, text: String)] = [
      ("Deploying", "with a heartbeat each \(heartbeat) seconds."),
      ("Deploying", "has a heartbeat every \(heartbeat) seconds."),
      ("Deploying", "at most \(WorkGate.programs.total) of them run at the same time"),
      ("Deploying", "at most \(settings.storeConnections) connections for each replica"),
      ("RunTheService", "By default, it listens only on \(settings.host)."),
      ("RunTheService", "requests whose `Host` is \(hosts.joined(separator: ", ")), the setting"),
      ("RunTheService", "sends a comment every \(heartbeat) seconds"),
      ("RunTheService", "with \(Tenant.nameRule.text())."),
      ("TellDevices", "makes a random identifier of \(DeviceID.rule.text())"),
      ("TellDevices", "has at most \(StoredDevice.maximumOfOwner) devices."),
      ("TellDevices", "is the whole list, at most \(StoredDevice.maximumWidgets),"),
      ("TellDevices", "counted every \(seconds(PushProgress.countTime) / 60) minutes"),
      ("ReceiveChanges", pauses(of: settings)),
      (
        "RulesOfTheService",
        "is sent again within \(StoreRequest.memory / 3_600_000) hours"
      ),
      ("ServeAnIOSApp", "a window of at most \(FormRequest.largestWindow) choices"),
      ("RulesOfTheService", "can be restored for \(StoreRetention().removedDays) days"),
    ]
    let more = bodies + keys + scopes + metrics + names + locations + problems + pushes + webhooks
    return (texts + more).map { article, text in
      Case(article: "WidgetService/WidgetService.docc/\(article).md", text: text)
    }
  }()

  @Test(arguments: limits + files + others + written + sources + program + statuses + service)
  func anArticleStatesTheFigure(_ expected: Case) throws {
    let words = try RepositoryFiles.textInOneLine("Sources/" + expected.article)
    #expect(words.contains(expected.text))
  }

  /// The packages that the programs need on Debian are in each article that installs them.
  @Test func articlesInstallThePackagesThatTheProgramsNeed() throws {
    let words = try RepositoryFiles.textInOneLine(
      "Sources/WidgetService/WidgetService.docc/RunTheService.md")
    let list = try #require(
      words.firstMatch(of: /to unpack the archive, and ([^.]*) to run the programs\./))
    let packages = list.1.matches(of: /`([a-z0-9-]+)`/).map { String($0.1) }
    #expect(packages.count > 1)
    let articles = [
      "WidgetService/WidgetService.docc/Deploying",
      "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI",
    ]
    for article in articles {
      let text = try RepositoryFiles.text("Sources/\(article).md")
      #expect(packages.filter { !text.contains(" \($0)") } == [], "\(article)")
    }
  }

  @Test func theNamesForURLsAndQueriesAreInTheirArticle() throws {
    let article = try RepositoryFiles.text("Sources/WidgetFormats/WidgetFormats.docc/WidgetFile.md")
    let schema = IntentSchema("Departures", parameters: [])
    let kinds: [SourceNames] = [
      .list(schema), .resolve(schema), .timeline(schema), .query(schema), .resolvingQuery(schema),
    ]
    let names = kinds.flatMap { $0.names ?? [] }
    #expect(names.filter { !article.contains("`\($0)`") } == [])
  }

  /// The names in the first cells of the rows that begin with the name of an event.
  private static func events(inTableOf name: String) throws -> [String] {
    let article = try ServiceHost.article(name)
    return article.matches(of: /(?m)^\| ((?:`[a-z]+\.[a-z]+`(?:, )?)+) \|/).flatMap { row in
      row.1.matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  @Test func theTablesOfTheLogHaveItsEvents() throws {
    let names = LogEventName.allCases.map(\.rawValue).sorted()
    #expect(try Self.events(inTableOf: "RunTheService").sorted() == names)
    let pushes = names.filter { $0.hasPrefix("push.") }
    #expect(try Self.events(inTableOf: "SendPushes").sorted() == pushes)
  }

  /// If one of two words with a full stop between them is in the name of an event, both together
  /// are the name of an event.
  @Test(arguments: ["Deploying", "Monitoring", "ReceiveChanges", "RunTheService", "SendPushes"])
  func anArticleNamesEventsOfTheLog(name: String) throws {
    let words = Set(LogEventName.allCases.flatMap { $0.rawValue.split(separator: ".") })
    let named = try ServiceHost.article(name).matches(of: /`(([a-z]+)\.([a-z]+))`/)
      .filter { words.contains($0.2) || words.contains($0.3) }
    #expect(!named.isEmpty)
    for event in named {
      #expect(LogEventName(rawValue: String(event.1)) != nil, "\(event.1)")
    }
  }

  /// All articles and the README, by their paths, with single spaces between words.
  private static func articles() throws -> [(path: String, text: String)] {
    let paths = try RepositoryFiles.paths(in: "Sources", endingIn: ".md") + ["README.md"]
    return try paths.map { ($0, try RepositoryFiles.textInOneLine($0)) }
  }

  @Test(.startsPrograms) func articlesNameRoutesOfTheService() async throws {
    let articles = try Self.articles()
    try await ServiceHost.run(widgets: [try ServiceHost.upNext()]) { client, _ in
      let document = try await client.get("/v1/openapi.json").json
      let paths = try #require(document["paths"].objectValue)
      func isKnown(_ method: String?, _ path: Substring) -> Bool {
        let named = path.split(separator: "/")
        return paths.keys.contains { key in
          let parts = key.split(separator: "/")
          return parts.count == named.count
            && method.map { document["paths"][key][$0] != .null } != false
            && zip(parts, named).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
      }
      var count = 0
      for (article, text) in articles {
        for route in text.matches(
          of: /(?:\b(GET|PUT|POST|DELETE) )?(\/v1\/[A-Za-z0-9{}\/.\-]*[a-zA-Z0-9}])/)
        {
          count += 1
          #expect(isKnown(route.1?.lowercased(), route.2), "\(article): \(route.0)")
        }
      }
      #expect(count > 40)
    }
  }

  /// A name in an article of the service that begins like the name of a setting is one.
  @Test func articlesNameSettingsOfTheService() throws {
    func first(_ name: some StringProtocol) -> String { String(name.prefix { $0.isLowercase }) }
    let names = ServiceSettingKey.allCases.map(\.rawValue)
    let beginnings = Set(names.filter { $0.contains(where: \.isUppercase) }.map(first))
    let member = "tokenMark"
    var count = 0
    for (article, text) in try Self.articles() where article.contains("/WidgetService.docc/") {
      for name in text.matches(of: /`([a-z]+[A-Z][A-Za-z]*)`/).map({ String($0.1) })
      where beginnings.contains(first(name)) && name != member {
        count += 1
        #expect(names.contains(name), "\(article): \(name)")
      }
    }
    #expect(count > 20)
  }

  private static let metricNames = Set(
    Metric.allCases.map(\.name) + APNsMetric.allCases.map(\.rawValue))

  /// The metric to which a name belongs, without the suffix of a counter or of a histogram's part;
  /// nil if there is none.
  static func metric(named name: String) -> String? {
    let endings = ["_total", "_bucket", "_sum", "_count"].filter { name.hasSuffix($0) }
    let names = [name] + endings.map { String(name.dropLast($0.count)) }
    return names.first { metricNames.contains($0) }
  }

  /// A name in an article of the service, or in one of its alerts, that begins like the name of a
  /// metric is one.
  @Test func articlesNameMetricsOfTheService() throws {
    var count = 0
    for (article, text) in try Self.articles() where article.contains("/WidgetService.docc/") {
      for name in text.matches(of: /\b(?:widgetconfig|process|apns)_\w+/).map({ String($0.0) }) {
        count += 1
        #expect(Self.metric(named: name) != nil, "\(article): \(name)")
      }
    }
    #expect(count > 20)
  }

  @Test func anArticleNamesMembersOfADevice() throws {
    let article = try ServiceHost.article("TellDevices")
    let device = DeviceJSON.schema["properties"]
    let named = [
      ("tokenMark", device), ("missing", device), ("confirmedAt", device["push"]["properties"]),
    ]
    for (name, members) in named {
      #expect(article.contains("`\(name)`") && members[name] != .null, "\(name)")
    }
  }

  /// The bodies that an article shows within a line are requests to replay or to skip changes.
  @Test func anArticleNamesMembersOfRequestsAboutWebhooks() throws {
    var known: Set<String> = []
    for case .json(let schema, _) in WebhookRoutes.routes.map(\.body) {
      known.formUnion(schema["properties"].objectValue?.keys ?? [])
    }
    let bodies = try ServiceHost.article("ReceiveChanges").matches(of: /`(\{"[^`]*\})`/)
    #expect(bodies.count > 1)
    for body in bodies {
      let keys = try JSONText.parse(String(body.1)).objectValue?.keys ?? []
      #expect(!keys.isEmpty && known.isSuperset(of: keys), "\(body.1)")
    }
  }

  /// A transcript of the article, which another test runs, shows the exit status.
  @Test func theStatusOfInvalidSettingsIsTheSameEverywhere() throws {
    let article = try ServiceHost.article("RunTheService")
    let status = try #require(
      article.firstMatch(of: /Give the folder of the widgets\.\n(\d+)\n/)?.1)
    #expect(article.contains("RestartPreventExitStatus=\(status)\n"))
    #expect(article.contains("is \(status) for settings"))
    #expect(try ServiceHost.article("Deploying").contains("at once with status \(status)."))
  }

  @Test func theOutlookOfPushesHasItsMembers() throws {
    let article = try ServiceHost.article("TellDevices")
    let example = try #require(article.firstMatch(of: /\{ "devices": .*\}/))
    let outlook = try JSONText.parse(String(example.0))
    let keys = outlook.objectValue?.keys.sorted()
    #expect(keys == PushOutlook.Key.allCases.map(\.rawValue).sorted())
  }

  /// A service manager waits until the service has ended.
  @Test func theTimeToStopIsLongEnough() throws {
    let unit = try ServiceHost.article("RunTheService")
    let time = try #require(unit.firstMatch(of: /TimeoutStopSec=(\d+)/)?.1)
    let drain = try #require(
      unit.firstMatch(of: /WIDGETCONFIG_DRAIN_TIME=(\d+)/).flatMap { Int($0.1) })
    #expect(try ServiceHost.article("Deploying").contains(" \(time) seconds to stop."))
    #expect(Int(time) ?? 0 > drain + Self.seconds(ServiceSettings().shutdownTimeLimit))
  }

  /// The explanation of an alert states the limit or the time in its rule.
  @Test func theTimesOfAlertsAreThoseOfTheirRules() throws {
    let article = try ServiceHost.article("Monitoring")
    let rules = article.components(separatedBy: "- alert: ")
    func seconds(_ alert: String, _ pattern: Regex<(Substring, Substring)>) throws -> Int {
      let rule = try #require(rules.first { $0.hasPrefix(alert + "\n") })
      return try #require(rule.matches(of: pattern).last.flatMap { Int($0.1) })
    }
    func words(_ seconds: Int) -> String {
      seconds == 3_600 ? "an hour" : "\(seconds / 60) minutes"
    }
    func limit(_ alert: String) throws -> String { words(try seconds(alert, /> (\d+)\n/)) }
    let time = words(try 60 * seconds("WidgetconfigReplicasDiffer", /for: (\d+)m\n/))
    let texts = try [
      "not accepted anything for \(limit("WidgetconfigWebhookLate")).",
      "has waited for a webhook for \(limit("WidgetconfigWebhookBehind"));",
      "have not been fetched for \(limit("WidgetconfigKeysOld")).",
      "have had different widgets for \(time),",
    ]
    for text in texts {
      #expect(article.contains(text), "\(text)")
    }
  }

  private static func asset(_ name: String) throws -> String {
    try RepositoryFiles.text("Sources/WidgetPages/Assets/\(name)")
  }

  /// `accessoryCorner` is left out, because pages draw it larger than its actual size: its text
  /// would be unreadable otherwise.
  @Test(arguments: WidgetFamily.allCases.filter { $0 != .accessoryCorner })
  func theStyleSheetHasThePointsOfAFamily(family: WidgetFamily) throws {
    let (size, usual) = (DisplaySize(of: family), DisplaySize(of: .systemSmall))
    let parts = [("w", size.width, usual.width), ("h", size.height, usual.height)]
      .filter { family == .systemSmall || $0.1 != $0.2 }.map { "--\($0.0): \(Int($0.1));" }
    let name = "[data-family=\(family.rawValue)]"
    let selector = family == .systemSmall ? "[data-family]" : "\(name), #drawing\(name) ~ #preview"
    let rule = "\n\(selector) { \(parts.joined(separator: " ")) }\n"
    #expect(try Self.asset("form.css").contains(rule))
  }

  @Test func theScriptHasTheFiguresAndNamesOfTheService() throws {
    let (form, pickers) = (try Self.asset("form.js"), try Self.asset("pickers.js"))
    #expect(pickers.contains("chunk = \(FormRequest.usualWindow),"))
    #expect(form.contains("zoneCookie = \"\(CallerZone.cookie)=\""))
    #expect(form.contains("zoneItem = \"\(PageQuery.timeZone.rawValue)\""))
    #expect(form.contains("saidItem = \"\(PageQuery.said.rawValue)\""))
    #expect(form.contains("setting “\(ServiceSettingKey.allowedOrigins.rawValue)”"))
    for segment in [PageSegment.options, PageSegment.tag, PageSegment.events] {
      #expect(form.contains("\"/\(segment)\""))
    }
    for field in [PageField.action, .seq, .attempted, .waitMs, .known, .steps, .draft, .etag] {
      #expect(form.contains("\"\(field.rawValue)\""), "\(field)")
    }
    for action in [PageAction.update, .undo, .redo, .save] {
      #expect(form.contains("\"\(action.rawValue)\""), "\(action)")
    }
    for part in [PagePart.rows, .review, .issues, .drawing, .nameRow, .hiddenRows, .intent, .said] {
      #expect(form.contains("\"\(part.rawValue)\""), "\(part)")
    }
  }

  /// `seq` is left out: the script counts its own requests, so it does not read the number in a
  /// response.
  @Test func theScriptReadsTheMembersThatTheServiceWrites() throws {
    let (form, pickers) = (try Self.asset("form.js"), try Self.asset("pickers.js"))
    for key in UpdateKey.allCases where key != .seq {
      #expect(form.contains("answer.\(key.rawValue)"), "\(key)")
    }
    let members = UpdatedRowKey.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(form.contains("{ \(members) } of answer.rows"))
    for key in TagKey.allCases { #expect(form.contains("found.\(key.rawValue)"), "\(key)") }
    for key in ChoicesKey.allCases {
      #expect(pickers.contains("answer.\(key.rawValue)"), "\(key)")
    }
    for key in ChoiceKey.allCases { #expect(pickers.contains("item.\(key.rawValue)"), "\(key)") }
    for key in [FormProgressCoding.Key.earlier, FormProgressCoding.Key.undone] {
      #expect(form.contains("trail.\(key)"), "\(key)")
    }
  }

  @Test func theScriptSendsAndReadsWhatTheServiceKnows() throws {
    let form = try Self.asset("form.js")
    let name = HTTPField.Name.requestedWith.rawName
    #expect(form.contains("\"\(name)\": \"\(PageAsset.script.plainName)\""))
    #expect(form.contains("`\(ServiceAccess.scheme) ${token}`"))
    let members = [ServiceProblem.Key.title, .detail].map(\.rawValue).joined(separator: ", ")
    #expect(form.contains("problemOf = ({ \(members) }, "))
  }

  @Test func theScriptFollowsTheEventsOfTheService() throws {
    let form = try Self.asset("form.js")
    let names = ChangeFeed.Event.Name.allCases.filter { $0 != .reload }.map { "\"\($0.rawValue)\"" }
    #expect(form.contains("of [\(names.joined(separator: ", "))]"))
    #expect(form.contains("{ \(ChangeFeed.Event.nameKey) } = JSON.parse(data)"))
  }

  @Test func theScriptKnowsTheRowsOfAForm() throws {
    let (form, pickers) = (try Self.asset("form.js"), try Self.asset("pickers.js"))
    let letters = [
      FieldPrefix.value, FieldPrefix.position, FieldPrefix.display, FieldPrefix.unit,
      FieldPrefix.shown, FieldPrefix.term, FieldPrefix.native,
    ].map { $0.dropLast() }.joined()
    let others = [FieldPrefix.identifier, FieldPrefix.picked, FieldPrefix.from]
      .map { $0.dropLast() }.joined(separator: "|")
    #expect(form.contains("^(?:[\(letters)]|\(others))\\."))
    for element in [RowElement.problem, .row, .month] {
      #expect(form.contains("`\(element.rawValue)${"), "\(element)")
    }
    #expect(form.contains("`\(RowAction.month.rawValue):${"))
    for action in [RowAction.close, .day, .move] {
      #expect(pickers.contains("`\(action.rawValue):${"), "\(action)")
    }
  }

  /// The actions that the script compares or performs, and those of buttons that the script or the
  /// style sheet selects, apart from the two actions that only the script has.
  @Test(arguments: ["form.js", "pickers.js", "form.css"])
  func theScriptAndTheStyleSheetNameActionsOfPages(file: String) throws {
    let text = try Self.asset(file)
    let patterns: [Regex<(Substring, Substring)>] = [
      /\b(?:verb|action) [!=]== "([a-z-]+)"/, /\.(?:act|button|post|ask)\(["`]([a-z-]+)[":]/,
      /\[value\^='([a-z-]+):/, /\[value=([a-z-]+)\]/,
    ]
    let named = Set(patterns.flatMap { text.matches(of: $0).map { String($0.1) } })
    #expect(!named.isEmpty)
    for name in named.subtracting(["renew", "travel"]) {
      #expect(PageAction(rawValue: name) != nil || RowAction(rawValue: name) != nil, "\(name)")
    }
  }

  /// The IDs with which the script and the style sheet find parts of pages, apart from the two
  /// messages that the script adds.
  @Test(arguments: ["form.js", "form.css"])
  func theScriptAndTheStyleSheetNamePartsOfPages(file: String) throws {
    let text = try Self.asset(file)
    let patterns: [Regex<(Substring, Substring)>] =
      file.hasSuffix(".js")
      ? [/getElementById\("([a-z-]+)"\)/, /\("#([a-z-]+)/] : [/#([a-z][a-z0-9-]*)/]
    let named = patterns.flatMap { text.matches(of: $0).map { String($0.1) } }
      // A color also begins with “#”.
      .filter { !$0.allSatisfy(\.isHexDigit) }
    #expect(!named.isEmpty)
    for name in Set(named).subtracting(["connection", "others"]) {
      #expect(PagePart(rawValue: name) != nil, "\(name)")
    }
  }

  @Test func theScriptNamesSeveralActionsAtOnce() throws {
    let (form, pickers) = (try Self.asset("form.js"), try Self.asset("pickers.js"))
    let (undo, redo) = (PageAction.undo.rawValue, PageAction.redo.rawValue)
    let save = PageAction.save.rawValue
    #expect(form.contains("/^(\(undo)|\(redo)|\(save))$/"))
    #expect(form.contains("? \"\(redo)\" : \"\(undo)\""))
    #expect(form.contains("[\"\(redo)\", \"\(undo)\", \"\(save)\"]"))
    let (up, down) = (RowAction.up.rawValue, RowAction.down.rawValue)
    #expect(form.contains("/^(\(up)|\(down)|\(RowAction.move.rawValue))/"))
    #expect(form.contains("? \"\(up)\" : \"\(down)\"}:"))
    let (day, month) = (RowAction.day.rawValue, RowAction.month.rawValue)
    #expect(pickers.contains("/^\(day)(.*)-\\d+$/, \"\(month)$1\""))
  }

  @Test func theStyleSheetSelectsFieldsOfPages() throws {
    let named = try Self.asset("form.css").matches(of: /\[name\^="([a-z]+\.)"\]/)
    #expect(Set(named.map { String($0.1) }) == [FieldPrefix.value, FieldPrefix.display])
  }

  /// The script contains the height of a choice in pixels (16 for each rem), because it needs the
  /// height before a choice has been drawn.
  @Test func theScriptHasTheHeightOfAChoice() throws {
    let height = try Self.asset("form.css").firstMatch(
      of: /\.list \[role=option\] \{[^}]*block-size: (\d+)rem/)
    let rems = try #require(height.flatMap { Int($0.1) })
    #expect(try Self.asset("pickers.js").contains("rowHeight = \(16 * rems);"))
  }

  /// The script and the style sheet use only attributes of pages, apart from those that the script
  /// adds for itself.
  @Test(arguments: ["form.js", "pickers.js", "form.css"])
  func theScriptAndTheStyleSheetReadTheAttributesOfPages(file: String) throws {
    let text = try Self.asset(file)
    let named =
      text.matches(of: /data-[a-z]+/).map { String($0.0) }
      + text.matches(of: /dataset\.([a-z]+)/).map { "data-\($0.1)" }
    #expect(!named.isEmpty)
    for name in Set(named).subtracting(["data-js", "data-live", "data-at"]) {
      #expect(HTML.Name(rawValue: name) != nil, "\(name)")
    }
  }
}
