import BundledWidgets
import Foundation
import IntentModel
import Synchronization
import WidgetTimeline

/// Timelines of many stored intents, and a simulated week of many widgets, on all cores.
enum TimelinesBenchmark {
  /// What a piece of work takes, for each thing made.
  private struct Figure {
    var wall: Double
    var cpu: Double
  }

  /// What is asked of a run: `--count`, `--repeat` and `--seed`, each with a number.
  private struct Options {
    var count = 100_000
    var rounds = 5
    var seed: UInt64 = 20_200_625

    init(_ arguments: [String]) {
      for (name, value) in zip(arguments, arguments.dropFirst()) {
        guard let number = Int(value), number > 0 else { continue }
        switch name {
        case "--count": count = number
        case "--repeat": rounds = number
        case "--seed": seed = UInt64(number)
        default: break
        }
      }
    }
  }

  /// Runs the benchmark.
  @Sendable static func run(_ arguments: [String]) throws {
    let options = Options(arguments)
    let intents = options.count
    let widgets = max(1, intents / 100)
    let provider = try catalog.timelineProvider(
      named: "WorldClock", arguments: ["timeZone": "Europe/Berlin"])
    report("WorldClock timelines", count: intents, options) { index, random in
      let intent = Self.intent(&random)
      let timeline = try? await provider.timeline(for: intent, in: context(intent.family))
      return timeline?.entries.count ?? 0
    }
    report("simulated weeks", count: widgets, options) { index, random in
      let intent = Self.intent(&random)
      let plan = SimulationPlan(days: 7, viewsPerDay: 90, seed: UInt64(index))
      let report = try? await TimelineSimulation.run(
        plan, of: provider, for: intent, in: context(intent.family))
      return report?.shown.count ?? 0
    }
  }

  private static let catalog = WidgetCatalog(
    environment: WidgetEnvironment(widgetFolder: "Intents/WorldClock", homeFolder: "/"))

  /// Half a day before the clocks of Europe go forward in 2026.
  private static func context(_ family: WidgetFamily) -> TimelineProviderContext {
    TimelineProviderContext(
      family: family, now: Date(timeIntervalSince1970: 1_774_700_000),
      calendar: Calendar(identifier: .gregorian))
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Kathmandu",
    "Africa/Casablanca", "America/St_Johns", "Pacific/Chatham", "Asia/Kolkata", "UTC",
  ]

  private static func intent(_ random: inout BenchmarkRandom) -> Intent {
    let families: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge]
    let cities = (0..<4).map { _ in
      let zone = zones[random.below(zones.count)]
      return IntentValue.object(IntentObject(identifier: zone, display: zone))
    }
    return Intent(
      typeName: "WorldClockIntent", family: families[random.below(families.count)],
      arguments: [
        Intent.Argument(name: "cities", value: .array(cities)),
        Intent.Argument(name: "showsDate", value: .boolean(random.below(2) == 0)),
      ])
  }

  /// Prints wall and processor time at a tenth of the size and at the full one, the middle of the
  /// rounds, and by how much more than ten times the full one takes.
  private static func report(
    _ name: String, count: Int, _ options: Options,
    _ make: @escaping @Sendable (Int, inout BenchmarkRandom) async -> Int
  ) {
    let sizes = [max(1, count / 10), count]
    var figures: [Figure] = []
    for size in sizes {
      var rounds: [Figure] = []
      var made = 0
      for _ in 0..<options.rounds {
        let cpu = ProcessClock.cpuSeconds()
        let wall = ProcessClock.measureWall {
          made = waiting { await all(size, seed: options.seed, make) }
        }
        rounds.append(Figure(wall: wall, cpu: ProcessClock.cpuSeconds() - cpu))
      }
      let figure = Figure(
        wall: ProcessClock.median(rounds.map(\.wall)), cpu: ProcessClock.median(rounds.map(\.cpu)))
      figures.append(figure)
      print(
        "\(name): \(size) in \(text(figure.wall)) s, processor \(text(figure.cpu)) s, "
          + "\(text(figure.cpu / Double(size) * 1e6)) µs each, \(made) entries")
    }
    let factor = Double(sizes[1]) / Double(sizes[0])
    print("\(name): growth \(text(figures[1].cpu / figures[0].cpu / factor)) of linear")
  }

  private static func text(_ number: Double) -> String { String(format: "%.3f", number) }

  /// Makes every item on all cores; the sum of what they give.
  private static func all(
    _ count: Int, seed: UInt64,
    _ make: @escaping @Sendable (Int, inout BenchmarkRandom) async -> Int
  ) async -> Int {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return await withTaskGroup(of: Int.self) { group in
      for core in 0..<cores {
        group.addTask { @concurrent in
          var sum = 0
          for index in stride(from: core, to: count, by: cores) {
            var random = BenchmarkRandom(state: seed &+ UInt64(index))
            sum += await make(index, &random)
          }
          return sum
        }
      }
      return await group.reduce(0, +)
    }
  }

  /// Waits on this thread for what tasks make on others.
  private static func waiting(_ work: @escaping @Sendable () async -> Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    let result = ResultBox()
    Task.detached {
      let made = await work()
      result.value.withLock { $0 = made }
      done.signal()
    }
    done.wait()
    return result.value.withLock { $0 }
  }
}

/// A number that one thread leaves for another.
private final class ResultBox: Sendable {
  let value = Mutex(0)
}

/// A generator of random numbers that follow from a seed (SplitMix64).
struct BenchmarkRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
