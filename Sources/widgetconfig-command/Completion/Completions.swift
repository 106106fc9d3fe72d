import ArgumentParser
import BundledWidgets
import DefinitionFormats
import Foundation
import IntentModel
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// What shells suggest for the word that is being typed.
///
/// Completion cannot show an error, so unreadable data simply yields no suggestions.
enum Completions {
  /// The maximum number of names of each kind that are passed to a shell.
  private static let maximumCandidates = 500

  /// Placed widgets.
  static let placed = CompletionKind.custom { words, _, prefix in
    await CommandWords(words).placed(prefix)
  }

  /// Placed widgets, and removed widgets that can be restored.
  static let placedOrRemoved = CompletionKind.custom { words, _, prefix in
    await CommandWords(words).placed(prefix, withRemoved: true)
  }

  /// Widgets, and paths.
  static let widgets = CompletionKind.custom { words, _, prefix in
    CommandWords(words).widgets(prefix) + paths(prefix)
  }

  /// Widgets, placed widgets, and paths.
  static let subjects = CompletionKind.custom { words, _, prefix in
    let known = CommandWords(words)
    return await known.placed(prefix) + known.widgets(prefix) + paths(prefix)
  }

  /// Paths.
  static let files = CompletionKind.custom { _, _, prefix in paths(prefix) }

  /// The families of the widget in the command line, or else all families.
  static let families = CompletionKind.custom { words, _, prefix in
    let known = await CommandWords(words).subject()?.families ?? WidgetFamily.allCases
    return known.map(\.rawValue).filter { $0.hasPrefix(prefix) }
  }

  /// The intents of the definition in the command line.
  static let intents = CompletionKind.custom { words, _, prefix in
    CommandWords(words).intents().filter { $0.hasPrefix(prefix) }
  }

  /// The parameters of the widget in the command line, or the cases of the parameter before `=`.
  static let answers = CompletionKind.custom { words, _, prefix in
    guard let schema = await CommandWords(words).subject()?.schema else { return [] }
    guard let equals = prefix.firstIndex(of: "=") else {
      return schema.parameters.filter(\.type.hasEditor).map { $0.name + "=" }
        .filter { $0.hasPrefix(prefix) }
    }
    guard let parameter = schema.parameter(named: String(prefix[..<equals])) else { return [] }
    return values(of: parameter.type, in: schema).map { "\(parameter.name)=\($0)" }
      .filter { $0.hasPrefix(prefix) }
  }

  /// The parameters for which the widget's form asks.
  static let parameters = CompletionKind.custom { words, _, prefix in
    (await CommandWords(words).subject()?.schema.ownParameters.map(\.parameter.name) ?? [])
      .filter { $0.hasPrefix(prefix) }
  }

  /// The parameters whose choices come from a source.
  static let dynamicParameters = CompletionKind.custom { words, _, prefix in
    (await CommandWords(words).subject()?.providers.keys.sorted() ?? [])
      .filter { $0.hasPrefix(prefix) }
  }

  private static func values(of type: ParameterType, in schema: IntentSchema) -> [String] {
    if case .boolean = type { return ["true", "false"] }
    return schema.enumeration(of: type)?.choices.map(\.name) ?? []
  }

  /// The files and folders whose paths begin with a text; a folder ends with a slash.
  static func paths(_ prefix: String) -> [String] {
    let slash = prefix.lastIndex(of: "/")
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    let start = slash.map { String(prefix[$0...].dropFirst()) } ?? prefix
    let home = FormSetup.home(in: ProcessInfo.processInfo.environment) ?? ""
    let place = folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)) ?? []
    return names.filter { $0.hasPrefix(start) && (!$0.hasPrefix(".") || start.hasPrefix(".")) }
      .sorted().prefix(maximumCandidates).map { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: place + name, isDirectory: &isFolder)
        return folder + name + (isFolder.boolValue ? "/" : "")
      }
  }

  /// The words of an unfinished command line.
  private struct CommandWords {
    private let words: [String]
    private let environment = ProcessInfo.processInfo.environment

    init(_ words: [String]) { self.words = words }

    private func value(of option: String) -> String? {
      if let word = words.first(where: { $0.hasPrefix(option + "=") }) {
        return String(word.dropFirst(option.count + 1))
      }
      guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
      return words[place + 1].isEmpty ? nil : words[place + 1]
    }

    private var library: WidgetLibrary {
      WidgetLibrary(
        flag: value(of: "--intents"), userFolder: WidgetLibrary.userFolder(in: environment),
        language: value(of: "--locale") ?? "en",
        environment: environment, builtins: .shipped)
    }

    private var store: PlacedWidgetStore? {
      guard
        let location = try? StoreLocation.find(
          flag: value(of: StoreLocation.flag), environment: environment),
        let driver = try? location.driver()
      else { return nil }
      return PlacedWidgetStore(driver, of: value(of: "--tenant").flatMap { Tenant($0) } ?? .local)
    }

    func widgets(_ prefix: String) -> [String] {
      Array(library.names.filter { $0.hasPrefix(prefix) }.prefix(maximumCandidates))
    }

    func placed(_ prefix: String, withRemoved: Bool = false) async -> [String] {
      guard let store,
        let page = try? await store.summaries(PlacedQuery(prefix: prefix, limit: maximumCandidates))
      else { return [] }
      let removed =
        withRemoved ? (try? await store.removedNames(limit: maximumCandidates)) ?? [] : []
      return page.readable.map(\.name) + page.damaged.map(\.name)
        + removed.filter { $0.hasPrefix(prefix) }
    }

    /// The words that can name the subject of the command: all words after the command except
    /// options and answers.
    private var candidates: [String] {
      words.dropFirst(2).filter { !$0.isEmpty && !$0.hasPrefix("-") && !$0.contains("=") }
    }

    /// The first widget to which a word refers: a word can be the name of a widget, a path or the
    /// name of a placed widget.
    func subject() async -> ConfigurableWidget? {
      let library = library
      for word in candidates {
        if let widget = try? library.widget(word, intent: value(of: "--intent")) { return widget }
        guard let placed = try? await store?.widget(named: word) else { continue }
        if let widget = try? library.widget(of: placed) { return widget }
      }
      return nil
    }

    /// The intents of the first definition to which a word refers.
    func intents() -> [String] {
      for word in candidates {
        guard let path = try? library.definitionPath(of: word),
          let file = try? IntentDefinitionReader.read(path: path).file
        else { continue }
        return file.intents.map(\.name)
      }
      return []
    }
  }
}

/// The completion script for a shell: the parser's script, with some of its functions redefined.
enum CompletionScript {
  /// The script that the parser makes, changed for this program.
  static func completed(_ script: String) -> String {
    let parts = [
      (
        end: "complete -o filenames -F _widgetconfig widgetconfig", added: bash,
        // A word that is not a file name must not get a slash if there is a folder of the same
        // name, and its “=” must not be escaped.
        replacement: "complete -F _widgetconfig_whole widgetconfig"
      ),
      (end: zshEnd, added: zsh, replacement: zshEnd),
    ]
    for part in parts {
      guard let place = script.firstRange(of: part.end) else { continue }
      return script.replacingCharacters(
        in: place, with: part.added + "\n\n" + part.replacement)
    }
    return script.contains("complete -c 'widgetconfig'") ? script + "\n" + fishHelp : script
  }

  private static let zshEnd = "if [[ \"${funcstack[1]}\" = _widgetconfig ]]; then"

  /// The commands that have subcommands, with the names of the subcommands.
  private static let topics: [(command: String, subcommands: [String])] = {
    func names(_ commands: [any ParsableCommand.Type]) -> [String] {
      commands.compactMap { $0.configuration.commandName }
    }
    let commands = WidgetConfig.configuration.subcommands
    return [("", names(commands))]
      + commands.compactMap { command in
        let own = names(command.configuration.subcommands)
        return own.isEmpty ? nil : (command.configuration.commandName ?? "", own)
      }
  }()

  /// The function that completes the words after `help`.
  ///
  /// - Parameters:
  ///   - words: The words between `help` and the word that is being completed, as the shell writes
  ///     them.
  ///   - offer: The code that suggests names.
  private static func help(after words: String, _ offer: ([String]) -> String) -> String {
    let branches = topics.map { "    '\($0.command)') \(offer($0.subcommands)) ;;" }
    return (["_widgetconfig_help() {", "    case \"\(words)\" in"] + branches + ["    esac", "}"])
      .joined(separator: "\n")
  }

  private static var bash: String {
    let help = help(after: "${COMP_WORDS[*]:2:COMP_CWORD - 2}") {
      "__widgetconfig_add_completions -W $'\($0.joined(separator: "\\n"))'"
    }
    return [bashOffers, help, bashWords].joined(separator: "\n\n")
  }

  /// Unlike `compgen -W`, this does not run commands that are written in the suggestions, which can
  /// be file names.
  private static let bashOffers = #"""
    __widgetconfig_add_completions() {
        local completion quoted
        if [[ "${1}" != -W ]]; then
            compopt -o filenames 2> /dev/null
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(compgen "${@}" -- "${cur}")
            return
        fi
        while IFS='' read -r completion; do
            [[ -n "${completion}" && "${completion}" = "${cur}"* ]] || continue
            if [[ -n "${quote}" ]]; then
                quoted="${completion}"
            elif [[ "${completion}" = '~/'?* ]]; then
                printf -v quoted '~/%q' "${completion:2}"
            else
                printf -v quoted %q "${completion}"
            fi
            COMPREPLY+=("${quoted}")
        done <<< "${2}"
    }
    """#

  /// Joins words that Bash splits at each “=” and “:”, without the quotes and the backslashes that
  /// a person types, and shortens suggestions to the part that Bash replaces.
  private static let bashWords = #"""
    _widgetconfig_whole() {
        local rest="${COMP_LINE#*"${COMP_WORDS[0]}"}" word prefix quote='' breaks
        local -a words=("${COMP_WORDS[0]}")
        local -i index current=0
        for ((index = 1; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            if [[ "${rest}" = [[:space:]]* ]]; then
                rest="${rest#"${rest%%[![:space:]]*}"}"
                words+=("${word}")
            else
                words[${#words[@]} - 1]+="${word}"
            fi
            rest="${rest#"${word}"}"
            ((index == COMP_CWORD)) && current=$((${#words[@]} - 1))
        done
        [[ "${words[current]}" = [\"\']* ]] && quote="${words[current]:0:1}"
        for ((index = 0; index < ${#words[@]}; index++)); do
            words[index]="${words[index]#[\"\']}"
            words[index]="${words[index]//\\/}"
        done
        word="${words[current]}"
        local -a COMP_WORDS=("${words[@]}")
        local COMP_CWORD="${current}"
        COMPREPLY=()
        _widgetconfig "${1}" "${word}" "${words[current - 1]}"
        breaks="${COMP_WORDBREAKS//[^=:]/}"
        if [[ -z "${quote}" && -n "${breaks}" && "${word}" = *["${breaks}"]* ]]; then
            printf -v prefix %q "${word%"${word##*["${breaks}"]}"}"
            COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
        fi
        if [[ "${COMPREPLY[0]}" = *[=/] ]]; then
            compopt -o nospace 2> /dev/null
        fi
    }
    """#

  private static var zsh: String {
    let help = help(after: "${words[2,CURRENT-1]}") { "compadd -- \($0.joined(separator: " "))" }
    return [zshOffers, help].joined(separator: "\n\n")
  }

  /// No space follows a folder or a name that ends with “=”, and a tilde is not escaped.
  private static let zshOffers = #"""
    __widgetconfig_custom_complete() {
        local -a completions how given=("${(@)${(@Q)command_line}#[\"\']}")
        local completion
        completions=("${(@f)"$("${command_name}" "${@}" "${given[@]}")"}")
        for completion in "${completions[@]}"; do
            # The parser ends its suggestions with a blank line for Zsh.
            [[ "${completion}" = *[^[:blank:]]* ]] || continue
            how=(-V offered)
            [[ "${completion}" = *[=/] ]] && how+=(-S '')
            if [[ "${completion}" = '~/'* ]]; then
                completion="~/${(q)completion[3,-1]}"
                how+=(-Q)
            fi
            compadd "${how[@]}" -- "${completion}"
        done
    }
    """#

  private static var fishHelp: String {
    topics.map { topic in
      let words = topic.command.isEmpty ? "help" : "help \(topic.command)"
      let names = topic.subcommands.joined(separator: " ")
      return """
        complete -c widgetconfig \
        -n 'contains -- "\(words)" (string join " " -- (commandline -opc)[2..])' -fa '\(names)'
        """
    }.joined(separator: "\n")
  }
}
