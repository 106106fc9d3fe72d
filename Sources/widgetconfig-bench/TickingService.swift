import Foundation
import WidgetTestSupport

/// A web service on this machine that answers every question after ten milliseconds.
enum TickingService {
  /// Listens and answers until the process ends.
  ///
  /// - Throws: an error when no port can be had.
  static func start() throws -> LoopbackService {
    try LoopbackService { _, request in
      let path = request.prefix { $0 != "\r\n" }
      let word = path.split(separator: "=").last?.prefix { $0.isLetter } ?? ""
      usleep(10_000)
      let items = (1...70).map { "\"answer \($0) \(word)\"" }.joined(separator: ",")
      return .response(
        status: "200 OK", headers: ["Content-Type: application/json"], body: "[\(items)]")
    }.start()
  }
}
