import Logging
import Messages
import ServiceLifecycle
import UnixSignals
import WidgetLoading
import WidgetService

/// Reads the keys, the secrets and the widgets again after each SIGHUP, while requests continue.
struct Reloading: Service {
  let service: WidgetServer
  let settings: ServerSettings
  let pushes: PushSettings.Sender?
  let logger: Logger
  let metrics: ServiceMetrics

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      metrics.reloaded(isDone: await reload())
    }
  }

  private func reportFailure(_ cause: String) {
    logger.error("\(LogEventName.reloadFailed.rawValue)", metadata: ["cause": .string(cause)])
  }

  /// Replaces everything that could be read; the rest stays unchanged, and the log has the reason.
  ///
  /// - Returns: Whether everything could be read.
  private func reload() async -> Bool {
    do {
      let secret = try settings.readWebhookSecret()
      try await service.reload(webhookSecret: secret)
      if let pushes { try settings.push.reload(pushes, webhookSecret: secret) }
    } catch {
      reportFailure(ServerCommand.text(of: error))
      return false
    }
    let problems = settings.library.readable.problems
    guard problems.isEmpty else {
      for cause in problems.flatMap(\.causes) {
        reportFailure(cause)
      }
      return false
    }
    do {
      let count = try service.reloadWidgets()
      logger.notice(
        "\(LogEventName.reloadDone.rawValue)", metadata: ["widgets": .stringConvertible(count)])
      return true
    } catch {
      reportFailure(ServerCommand.text(of: error))
      return false
    }
  }
}
