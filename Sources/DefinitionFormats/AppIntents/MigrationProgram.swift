package import Messages

/// The program that reads Swift with SwiftSyntax, and the command-line words that other programs
/// and remedies mention.
package enum MigrationProgram {
  package static let name = Program.name + "-migration"

  /// The subcommand that prints the App Intents of Swift source as a definition.
  package static let definition = "definition"

  /// An option, without its dashes.
  package enum Option: String {
    case platform, define, locale, kind
    case classPrefix = "class-prefix"

    /// The option as a user writes it.
    package var flag: String { "--" + rawValue }
  }
}

extension BuildSettings {
  /// The error for settings that cannot be read.
  package static var refusal: Message {
    """
    \(MigrationProgram.Option.platform.flag) needs a platform, optionally with a version, such as \
    “iOS 17.4”, and \(MigrationProgram.Option.define.flag) needs a flag, such as DEBUG or \
    DEBUG=false. Platforms: \(choices: platforms).
    """
  }
}
