/// What is known about the settings of the build that compiles a source.
///
/// A compilation condition that depends on something unknown is neither true nor false: both of its
/// branches are read, and their declarations keep the condition.
package struct BuildSettings: Sendable, Hashable {
  /// The platform as in `#if os(…)`, such as `iOS`; nil if it is unknown.
  package var platform: String?

  /// The version of the system for `#available`, such as 17.4 as `[17, 4]`; nil if it is unknown.
  package var version: [Int]?

  /// The flags of the build that are known to be set or unset.
  package var flags: [String: Bool]

  /// Makes settings; if none are given, all branches of conditions on platforms and flags are read.
  package init(platform: String? = nil, version: [Int]? = nil, flags: [String: Bool] = [:]) {
    self.platform = platform
    self.version = version
    self.flags = flags
  }

  /// The platforms that a condition can name.
  package static let platforms = ["iOS", "macOS", "macCatalyst", "watchOS", "tvOS", "visionOS"]

  /// The platform and the version in a text such as `iOS 17.4`; nil if it names no platform.
  package init?(system text: String, flags: [String: Bool] = [:]) {
    let words = text.split(separator: " ")
    guard let first = words.first, words.count < 3,
      let platform = Self.platforms.first(where: { $0.lowercased() == first.lowercased() })
    else { return nil }
    var version: [Int]?
    if words.count == 2 {
      guard let numbers = Self.numbers(String(words[1])) else { return nil }
      version = numbers
    }
    self.init(platform: platform, version: version, flags: flags)
  }

  /// The numbers in the text of a version; nil if the text is not a version.
  package static func numbers(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map {
      $0.allSatisfy { "0"..."9" ~= $0 } ? Int($0) : nil
    }
    return parts.contains(nil) ? nil : parts.compactMap { $0 }
  }

  /// Makes settings from the values that a person specified.
  ///
  /// - Parameters:
  ///   - system: The platform, optionally followed by a version; nil if it is unknown.
  ///   - definitions: Flags that are set, such as `DEBUG`, or not set, such as `DEBUG=false`.
  /// - Returns: nil for an unknown platform, a flag without a name, or a value other than
  ///   `true`, `false`, `1` and `0`.
  package init?(system: String?, definitions: [String]) {
    var flags: [String: Bool] = [:]
    for definition in definitions {
      let parts = definition.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let first = name.first, !first.isNumber,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return nil }
      switch parts.count < 2 ? "true" : parts[1].lowercased() {
      case "1", "true": flags[name] = true
      case "0", "false": flags[name] = false
      default: return nil
      }
    }
    guard let system else {
      self.init(flags: flags)
      return
    }
    self.init(system: system, flags: flags)
  }

  /// The settings as arguments for the program that reads Swift.
  package var arguments: [String] {
    let numbers = version.map { " " + $0.map(String.init).joined(separator: ".") } ?? ""
    return (platform.map { [MigrationProgram.Option.platform.flag, $0 + numbers] } ?? [])
      + flags.sorted { $0.key < $1.key }.flatMap {
        [MigrationProgram.Option.define.flag, "\($0.key)=\($0.value)"]
      }
  }
}
