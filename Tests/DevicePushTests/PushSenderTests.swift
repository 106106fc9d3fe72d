import DevicePush
import Foundation
import Testing

@Suite("The parts of a push")
struct PushSenderTests {
  @Test("An app in an environment goes through JSON and back")
  func appRoundTrip() throws {
    for environment in PushEnvironment.allCases {
      let app = PushApp(bundle: "com.example.clock", environment: environment)
      #expect(try JSONDecoder().decode(PushApp.self, from: JSONEncoder().encode(app)) == app)
    }
  }
}
