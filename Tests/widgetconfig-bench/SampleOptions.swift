/// Names of services, regions and hosts such as `garnet-cron-prod/sa-east-1/argon075954`.
struct SampleOptions {
  private var random: SampleRandom
  private let isMixed: Bool

  init(seed: UInt64, isMixed: Bool) {
    random = SampleRandom(state: seed)
    self.isMixed = isMixed
  }

  /// Distinct texts; the same seed gives the same texts.
  func texts(_ count: Int) -> [String] {
    var copy = self
    return (0..<count).map { copy.text($0) }
  }

  private mutating func text(_ number: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    let foreign = isMixed && random.below(5) == 0
    let stone = pick(foreign ? Self.foreignStones : Self.stones)
    let region = pick(foreign ? Self.foreignRegions : Self.regions)
    return "\(stone)-\(pick(Self.jobs))-\(pick(Self.stages))/\(region)/\(pick(Self.hosts))\(padded)"
  }

  private mutating func pick(_ words: [String]) -> String { random.pick(words) }

  private static let stones = [
    "garnet", "kelp", "basalt", "amber", "cobalt", "fjord", "quartz", "willow", "ember", "onyx",
    "birch", "slate",
  ]
  private static let foreignStones = ["東京", "zürich", "上海", "São-Paulo", "Ålesund", "大阪市"]
  private static let jobs = ["cron", "api", "web", "worker", "cache", "gateway", "search", "auth"]
  private static let stages = ["prod", "staging", "test", "dev"]
  private static let regions = [
    "sa-east-1", "eu-west-2", "us-east-1", "ap-southeast-1", "eu-north-1", "ap-northeast-3",
  ]
  private static let foreignRegions = ["関東", "côte-d’azur", "华东-1", "besançon-est"]
  private static let hosts = ["argon", "xenon", "radon", "neon", "krypton", "helium"]
}
