// Hummingbird with a handler that does nothing: the baseline for measurements of the service.
//
// The argument is the port to listen on, at 127.0.0.1.
import Hummingbird

let router = Router()
router.get("/") { _, _ in HTTPResponse.Status.ok }
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8090
try await Application(
  router: router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
).runService()
