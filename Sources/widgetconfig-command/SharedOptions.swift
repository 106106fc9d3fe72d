import ArgumentParser
import BundledWidgets
import DefinitionFormats
import ExternalSources
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// How a list is printed.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

extension ArgumentHelp {
  /// The help for an option that selects the format of a list.
  static let listFormat: ArgumentHelp = "\(ListFormat.values)."
  /// The help for an argument that names a definition.
  static let definitionInput: ArgumentHelp =
    "The definition, a widget or its folder, or - for standard input."
  /// The help for an option that names the file for a result.
  static let outputFile: ArgumentHelp = "The file to write; by default, or with -, standard output."
  /// The help for an option that names an intent.
  static let severalIntents: ArgumentHelp = "The intent, if the definition has several."
  /// The help for an argument that names the widgets of a stack.
  static let stackMembers: ArgumentHelp = "With --stack, the other widgets of the stack."
  /// The help for a flag that asks questions without drawing.
  static let plainQuestions: ArgumentHelp = "Ask one question per line, without drawing."
  /// The help for an argument that names a placed widget.
  static let placedName: ArgumentHelp = "The name of the placed widget."
  /// The help for an argument that names a placed or removed widget.
  static let placedOrRemovedName: ArgumentHelp = "The name of the placed or removed widget."
  /// The help for an argument that names a device.
  static let deviceIdentifier: ArgumentHelp = "The identifier of a device."
  /// The help for an argument that names the widget to change.
  static let widgetOrFolder: ArgumentHelp = "The widget, or its folder."
}

/// The options that all commands share, except those that only hand over to another program.
struct SharedOptions: ParsableArguments {
  @Option(
    help: "The file that keeps the placed widgets, or the URL of a PostgreSQL database.",
    completion: .file())
  var store: String?

  @Option(
    help: """
      Use the placed widgets of this tenant of a service; by default those without a tenant.
      """)
  var tenant: String?

  @Option(
    help: """
      \(WidgetLibrary.optionHelp). Colons separate several paths; an empty path means your own \
      widgets and the widgets that came with the program.
      """, completion: .directory)
  var intents: String?

  @Option(
    help: """
      The language of forms, such as zh-Hans, and the format of dates and numbers. Forms are in \
      \(MessageLanguage.tags.joined(separator: ", ")).
      """, completion: .list(MessageLanguage.tags))
  var locale: String?

  @Option(
    name: .customLong(MigrationProgram.Option.platform.rawValue),
    help: "The platform for #if and #available in Swift source, such as iOS or “iOS 17.4”.",
    completion: .list(BuildSettings.platforms))
  var platform: String?

  @Option(
    name: .customLong(MigrationProgram.Option.define.rawValue),
    help: """
      A flag of the build for #if in Swift source, such as DEBUG; DEBUG=false for a flag that is \
      not set.
      """)
  var define: [String] = []

  @Option(help: "When to use colours: \(ColorChoice.values).")
  var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: ArgumentHelp(FindingHelp.quiet))
  var quiet = false

  /// The defaults, used if there are no options.
  static var standard: SharedOptions {
    var options = SharedOptions()
    (options.store, options.intents, options.locale) = (nil, nil, nil)
    (options.tenant, options.platform, options.define) = (nil, nil, [])
    (options.color, options.quiet) = (.auto, false)
    return options
  }

  func validate() throws {
    guard BuildSettings(system: platform, definitions: define) == nil else { return }
    throw ValidationError(BuildSettings.refusal)
  }

  /// The known build settings, for Swift source with conditional code.
  var build: BuildSettings {
    BuildSettings(system: platform, definitions: define) ?? BuildSettings()
  }

  /// A command to run next, with the store, the tenant, the folder of widgets and the build
  /// settings of the current command.
  ///
  /// The URL of the store is given without its password, because the command is printed.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name, quoted for a shell.
  ///   - isOfTenant: Whether the command is for the chosen tenant only.
  func command(_ words: String, isOfTenant: Bool = true) -> String {
    let location = store.map { StoreLocation(path: $0, origin: .flag) }
    var options: [(String, String?)] = [
      ("--store", location?.withoutPassword), ("--tenant", isOfTenant ? tenant : nil),
      ("--intents", intents), (MigrationProgram.Option.platform.flag, platform),
    ]
    options += define.map { (MigrationProgram.Option.define.flag, $0) }
    return options.reduce("\(Program.name) \(words)") { command, option in
      option.1.map { "\(command) \(option.0) \(shellWord($0))" } ?? command
    }
  }

  /// A message whose suggested commands have the options of ``command(_:isOfTenant:)``.
  func complete(_ message: Message) -> Message { message.writingCommands { command($0) } }

  /// The environment variables, read once because the program never changes them.
  private static let variables = ProcessInfo.processInfo.environment

  /// The environment variables, adjusted to the colour option.
  var environment: [String: String] {
    var variables = Self.variables
    switch color {
    case .auto: break
    case .never: variables[TerminalVariable.noColor] = "1"
    case .always:
      variables[TerminalVariable.noColor] = nil
      variables[TerminalVariable.color] = nil
    }
    return variables
  }

  /// The requested language, or else the language of the locale variables, or else English.
  var language: String {
    locale ?? LanguageTag.text(in: environment)
  }

  /// A sentence for each variable that no program reads, and for each variable and option with an
  /// unknown value, which is ignored.
  var ignored: [Message] {
    ProgramVariables.problems(in: environment)
      + [Theme.problem(in: environment), localeProblem].compactMap { $0 }
  }

  /// The problem with a locale that has an unknown language or region; nil if there is none.
  private var localeProblem: Message? {
    guard
      let (source, text) = locale.map({ ("--locale", $0) })
        ?? LanguageTag.variable(in: environment).map({ ($0.name, $0.value) })
    else { return nil }
    let name = String(text.prefix { $0 != "." && $0 != "@" })
    guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
    guard let tag = LanguageTag(name), Locale.LanguageCode(tag.language).isISOLanguage else {
      return .sentences([
        "\(source) is “\(name: text)”, which is not a known language.", "Texts are in English.",
        .giveLanguageTag,
      ])
    }
    // Foundation does not list regions with numbers, such as 419 for Latin America.
    guard let region = tag.region, region.utf8.count == 2, !Locale.Region(region).isISORegion else {
      return nil
    }
    return .sentences([
      "\(source) is “\(name: text)”, and “\(region)” is not a known region.",
      "Dates and numbers have the usual format of the language.",
    ])
  }

  /// The texts of the form and of messages in the requested language.
  var words: FormWords { FormWords(locale: language, isASCII: Terminal.isASCII) }

  /// The setup of a widget's form in the requested language.
  ///
  /// - Parameters:
  ///   - widget: The widget that the form configures.
  ///   - families: The families to choose from; nil for the widget's families.
  ///   - isASCII: Whether the form can show only ASCII.
  func setup(
    of widget: ConfigurableWidget, families: [WidgetFamily]? = nil, isASCII: Bool = Terminal.isASCII
  ) -> FormSetup {
    var setup = FormSetup(
      widget, families: families, locale: language, today: FormSetup.presentDay, home: home,
      isASCII: isASCII)
    setup.clock = FormSetup.presentClock
    return setup
  }

  /// The user's home folder, for a `~` at the start of paths.
  var home: String? { FormSetup.home(in: environment) }

  /// The tenant of the placed widgets.
  ///
  /// - Throws: `CommandFailure` for an invalid tenant name.
  func chosenTenant() throws -> Tenant {
    guard let tenant else { return .local }
    guard let found = Tenant(tenant) else {
      throw CommandFailure(
        .usage, "--tenant: The name of a tenant has \(Tenant.nameRule).")
    }
    return found
  }

  /// The folder with the tenant's containers, which the widgets' programs use; nil if it is
  /// unknown.
  var containers: String? {
    guard let tenant = tenant.map({ Tenant($0) }) ?? .local,
      let location = try? StoreLocation.find(flag: store, environment: environment)
    else { return nil }
    return location.containers(environment: environment)
      .map { ContainerFolders.folder(of: tenant.name, in: $0) }
  }

  /// Prints a message to standard error, unless `--quiet` is given.
  func remark(_ message: Message) {
    if !quiet { say([message]) }
  }

  /// Prints messages to standard error, one per line, even with `--quiet`.
  func say(_ messages: [Message]) {
    let words = words
    Terminal.say(messages.map { words(complete($0)) })
  }
}

extension WidgetLibrary {
  /// Makes the library that the options describe: the given folders, or else the default ones.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - arguments: The arguments that the command looks up; a path does not need a folder of the
  ///     library; nil if the command can look up anything.
  /// - Throws: `CommandFailure` for a named folder that does not exist.
  init(_ options: SharedOptions, for arguments: [String]? = nil) throws {
    self.init(unchecked: options)
    let needsFolders =
      arguments?.contains { argument in
        argument != InputFile.standardInput && !argument.contains("/")
          && !FileManager.default.fileExists(atPath: argument)
      } ?? true
    guard needsFolders, let missing = missingFolders.first else { return }
    throw CommandFailure(
      .usage,
      .placed(
        place: options.intents == nil ? WidgetLibrary.variable : "--intents",
        sentences: [
          "The folder “\(name: missing)” does not exist.", "Name one that exists, or create it.",
        ]))
  }

  /// Makes the library that the options describe; its named folders may not exist yet.
  init(unchecked options: SharedOptions) {
    var environment = options.environment
    environment[ContainerFolders.variable] = options.containers
    self.init(
      flag: options.intents, userFolder: Self.userFolder(in: environment),
      language: options.language, environment: environment, builtins: .shipped)
    build = options.build
  }

  /// The folder of the user's widgets, next to the store.
  static func userFolder(in environment: [String: String]) -> String? {
    StoreLocation.dataFolder(in: environment).map { "\($0)/\(folderName)" }
  }
}

/// A command with the shared options: every command except those that only hand over to another
/// program.
protocol SharingCommand: ParsableCommand {
  var shared: SharedOptions { get }
}
