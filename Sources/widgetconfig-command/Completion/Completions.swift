import ArgumentParser
import BundledWidgets
import DefinitionFormats
import Foundation
import IntentModel
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// What shells offer for the word that is being typed.
///
/// Completion cannot show an error, so what cannot be read offers nothing.
enum Completions {
  /// The maximum number of names that a shell is given.
  private static let most = 500

  /// Placed widgets.
  static let placed = CompletionKind.custom { words, _, prefix in
    await CommandWords(words).placed(prefix)
  }

  /// Placed widgets, and removed ones, which can be restored.
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

  /// The families of the widget that the command names, else all.
  static let families = CompletionKind.custom { words, _, prefix in
    let known = await CommandWords(words).subject()?.families ?? WidgetFamily.allCases
    return known.map(\.rawValue).filter { $0.hasPrefix(prefix) }
  }

  /// The intents of the definition that the command names.
  static let intents = CompletionKind.custom { words, _, prefix in
    CommandWords(words).intents().filter { $0.hasPrefix(prefix) }
  }

  /// The parameters of the widget that the command names, or the cases of the one that is written
  /// before `=`.
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
      .sorted().prefix(most).map { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: place + name, isDirectory: &isFolder)
        return folder + name + (isFolder.boolValue ? "/" : "")
      }
  }

  /// The words of a command line that is not complete.
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
        flag: value(of: "--intents"), language: value(of: "--locale") ?? "en",
        environment: environment, builtins: .shipped)
    }

    private var store: PlacedWidgetStore? {
      guard
        let location = try? StoreLocation.find(
          flag: value(of: "--store"), environment: environment),
        let driver = try? location.driver()
      else { return nil }
      return PlacedWidgetStore(driver, of: value(of: "--tenant").flatMap { Tenant($0) } ?? .local)
    }

    func widgets(_ prefix: String) -> [String] {
      Array(library.names.filter { $0.hasPrefix(prefix) }.prefix(most))
    }

    func placed(_ prefix: String, withRemoved: Bool = false) async -> [String] {
      guard let store,
        let page = try? await store.summaries(PlacedQuery(prefix: prefix, limit: most))
      else { return [] }
      let removed = withRemoved ? (try? await store.removedNames(limit: most)) ?? [] : []
      return page.readable.map(\.name) + page.damaged.map(\.name)
        + removed.filter { $0.hasPrefix(prefix) }
    }

    /// The words that can name what the command is for: all after the command but options.
    private var candidates: [String] {
      words.dropFirst(2).filter { !$0.isEmpty && !$0.hasPrefix("-") && !$0.contains("=") }
    }

    /// The first widget that the words name, by a widget, a path or a placed widget.
    func subject() async -> ConfigurableWidget? {
      let library = library
      for word in candidates {
        if let widget = try? library.widget(word, intent: value(of: "--intent")) { return widget }
        guard let placed = try? await store?.widget(named: word) else { continue }
        let name = placed.definitionPath ?? placed.widget ?? ""
        let entry = placed.definitionPath == nil ? nil : placed.widget
        if let widget = try? library.widget(name, entry: entry, intent: placed.intent) {
          return widget
        }
      }
      return nil
    }

    /// The intents of the first definition that the words name.
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

/// The completion script of a shell.
enum CompletionScript {
  /// Puts words together again that Bash divides at each `=`.
  ///
  /// What the parser's script offers for the whole word is cut to the part after `=`.
  private static let whole = #"""
    _widgetconfig_whole() {
        local -a words=()
        local -i index current=0
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            if ((index > 1)) && [[ "${COMP_WORDS[index]}" = "=" || "${COMP_WORDS[index - 1]}" = "=" ]]; then
                words[${#words[@]} - 1]+="${COMP_WORDS[index]}"
            else
                words+=("${COMP_WORDS[index]}")
            fi
            ((index == COMP_CWORD)) && current=$((${#words[@]} - 1))
        done
        local -a COMP_WORDS=("${words[@]}")
        local COMP_CWORD="${current}"
        local word="${words[current]}"
        _widgetconfig "${1}" "${word}" "${words[current - 1]}"
        if [[ "${word}" = *=* ]]; then
            COMPREPLY=("${COMPREPLY[@]#"${word%%=*}="}")
        fi
        if [[ "${COMPREPLY[0]}" = *[=/] ]]; then
            compopt -o nospace 2> /dev/null
        fi
    }
    """#

  /// The script that the parser makes, changed for this program.
  static func completed(_ script: String) -> String {
    guard let line = script.firstRange(of: "complete -o filenames -F _widgetconfig widgetconfig")
    else { return script }
    return script.replacingCharacters(
      in: line,
      with: whole + "\n\ncomplete -o filenames -F _widgetconfig_whole widgetconfig")
  }
}
