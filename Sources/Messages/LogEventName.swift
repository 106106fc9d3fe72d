/// The name of the event in a line of the log: two words separated by a full stop.
///
/// Alerts and searches for lines depend on these names.
package enum LogEventName: String, Sendable, CaseIterable {
  case requestFailed = "request.failed"
  case sourceFailed = "source.failed"
  case streamFailed = "stream.failed"
  case webhookFailed = "webhook.failed"
  case webhookDisabled = "webhook.disabled"
  case changesFailed = "changes.failed"
  case refreshFailed = "refresh.failed"
  case upkeepFailed = "upkeep.failed"
  case deviceFailed = "device.failed"
  case keysFailed = "keys.failed"
  case reloadFailed = "reload.failed"
  case reloadDone = "reload.done"
  case storeNoted = "store.noted"
  case zonesNoted = "zones.noted"
  case pushPaused = "push.paused"
  case pushResumed = "push.resumed"
  case pushUnreachable = "push.unreachable"
  case pushReachable = "push.reachable"
  case pushGoAway = "push.goaway"
  case pushDisconnected = "push.disconnected"
  case pushFailed = "push.failed"
  /// The process has crashed; `crashes.c` writes this line, because Swift cannot run then.
  case processCrashed = "process.crashed"
}
