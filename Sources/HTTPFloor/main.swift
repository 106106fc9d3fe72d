// Hummingbird with a handler that does nothing: the floor that the service is measured against.
//
// The argument is the port of 127.0.0.1 to listen on.
import Hummingbird

let router = Router()
router.get("/") { _, _ in HTTPResponse.Status.ok }
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8090
try await Application(
  router: router,
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
).runService()
