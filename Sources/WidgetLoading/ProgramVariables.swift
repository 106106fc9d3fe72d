import ExternalSources
import IntentModel
import JSONCodings
package import Messages

/// The keys of the settings of the service.
package enum ServiceSettingKey: String, JSONKey {
  case host, port, store, intents, containers, tokenSecretFile, jwks, issuer, audience, logLevel,
    logFormat
  case webhooks, webhookSecretFile, webhookPrivateHosts, webhookBatch, webhookTimeLimit
  case allowedOrigins, publicOrigin, frameAncestors, requestsPerSecond, burst
  case maximumBodyBytes, maximumHeaderBytes, maximumHeaderFields, maximumConnections
  case maximumRequests, maximumStreams, maximumBulkRequests
  case maximumRequestsOfCaller, maximumStreamsOfCaller, maximumBulkRequestsOfCaller
  case bodyTimeLimit, idleTimeLimit, sourceTimeLimit, shutdownTimeLimit, drainTime
  case optionsFreshFor, optionsStaleFor, heartbeat, changeInterval
  case storeConnections, keptStates, keptRemovedDays, keptLogDays, keptLogChanges
  case keptDeviceDays, pushBurst, pushesPerSecond, pushWindow, pushDistance, pushInterval
  case pushApps, pushPriority, pushExpiration, pushCollapseId, pushStandIn, pushStandInRoots

  /// The words of the key in lowercase, separated by hyphens, as in a flag.
  package var words: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// The environment variable for the setting: the words in capitals, after
  /// ``ProgramVariables/prefix``.
  package var variable: String {
    ProgramVariables.prefix + words.uppercased().replacing("-", with: "_")
  }

  /// The flag for the setting, if the program has one.
  package var flag: String { "--" + words }
}

/// The environment variables of the programs.
package enum ProgramVariables {
  /// The beginning of the names of all variables.
  package static let prefix = "WIDGETCONFIG_"

  /// The variable that has the path of the service's settings.
  package static let config = prefix + "CONFIG"

  /// The variable that has the name of the theme.
  package static let theme = prefix + "THEME"

  /// The variables that the programs set for the programs that they start, and the variables of the
  /// tests and measurements of this project.
  private static let others = Set(
    [ContainerFolders.variable, ProgramOutput.runVariable]
      + [
        "CHAOS_COUNTS", "CORPUS", "COUNTED", "DOCUMENTATION", "FIGURES", "FUZZ_SECONDS",
        "JSONTESTSUITE", "KILLS", "PROGRAM", "PROPERTY_CASES", "PROPERTY_SEED", "PYTHON", "RECORD",
        "RELEASE", "ROLLING_REQUESTS", "SERVER", "SOAK_SECONDS", "STEPS", "THOROUGH",
      ].map { prefix + $0 })

  private static let benchmark = prefix + "BENCH"

  /// The problem with each variable that no program reads, with the name that was probably meant.
  package static func problems(in environment: [String: String]) -> [Message] {
    let known = [config, theme] + ServiceSettingKey.allCases.map(\.variable)
    let unknown = environment.keys.filter { name in
      name.hasPrefix(prefix) && !known.contains(name) && !others.contains(name)
        && !name.hasPrefix(benchmark)
    }
    return unknown.sorted().map { name in
      let words = known.map { String($0.dropFirst(prefix.count)) }
      let nearest = nearestName(to: String(name.dropFirst(prefix.count)), among: words)
      let advice: Message =
        nearest.map { .didYouMean(name: prefix + $0) } ?? "Remove it, or correct its name."
      return .sentences(["No program reads the variable “\(name: name)”.", advice])
    }
  }
}
