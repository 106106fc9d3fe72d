import Foundation
import OptionsProviderTesting
import WidgetConfig

for line in ["u1", "u2"] {
  let request = OptionsRequest(parameter: "stop", values: ["line": .enumeration(line)])
  try await OptionsProviderSuite(TramStops(), request, searchTerms: ["o"]).run()
}
let trams = TramsIntent(line: .u2, stop: Stop(identifier: "Zoo", display: "Zoo"))
let intent = trams.intent(for: .systemSmall)
let context = TimelineProviderContext(
  family: .systemSmall, now: Date(timeIntervalSince1970: 1_772_354_400), zone: .utc)
print(try await TramTimes().timeline(for: intent, in: context).entries.map(\.content.title))
let report = try await TimelineSimulation.run(
  SimulationPlan(days: 1), of: TramTimes(), for: intent, in: context)
print(report.reloads.count > 20, report.failures.isEmpty, !"\(report)".contains("SimulationReport"))
