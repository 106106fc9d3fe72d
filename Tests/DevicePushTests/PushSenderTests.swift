import DevicePush
import Foundation
import Testing

@Suite("The parts of a push")
struct PushSenderTests {
  @Test("an app in an environment survives JSON")
  func appRoundTrip() throws {
    for environment in PushEnvironment.allCases {
      let app = PushApp(bundle: "com.example.clock", environment: environment)
      #expect(try JSONDecoder().decode(PushApp.self, from: JSONEncoder().encode(app)) == app)
    }
  }
}
