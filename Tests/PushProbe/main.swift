import DevicePush
import Foundation
import Logging
import Metrics

// Sends pushes to a stand-in and prints how many per second were accepted: PushProbe PORT ROOTS KEY
// COUNT.
let arguments = CommandLine.arguments
guard arguments.count == 5, let port = Int(arguments[1]), let count = Int(arguments[4]) else {
  FileHandle.standardError.write(Data("Usage: PushProbe PORT ROOTS KEY COUNT\n".utf8))
  exit(2)
}
let app = PushApp(bundle: "com.example.clock", environment: .development)
let roots = try String(contentsOfFile: arguments[2], encoding: .utf8)
let key = try APNsKey(team: "ABCDE12345", id: "KEY1234567", file: arguments[3])
let sender = try APNsSender(
  apps: [APNsApp(app: app, key: key)],
  standIn: APNsStandIn(host: "localhost", port: port, roots: roots), logger: Logger(label: "probe"),
  metrics: NOOPMetricsHandler.instance)
var (accepted, sent) = (0, 0)
let start = ContinuousClock.now
while sent < count {
  let pushes = (0..<min(500, count - sent)).map { number in
    let digits = String(sent + number, radix: 16)
    return WidgetPush(token: String(repeating: "0", count: 64 - digits.count) + digits)
  }
  for case .accepted in await sender.send(pushes, to: app) { accepted += 1 }
  sent += pushes.count
}
let seconds = start.duration(to: .now) / .seconds(1)
print("\(accepted) of \(sent) accepted, \(Int(Double(sent) / seconds)) a second")
await sender.close()
