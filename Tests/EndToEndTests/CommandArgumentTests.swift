import Foundation
import Testing
import WidgetTestSupport

/// Arguments that no command takes: what is wrong, how the command is called, and the status 2.
@Suite struct CommandArgumentTests {
  /// What follows the message of each command.
  static let usages: [String: String] = [
    "check":
      """
    Usage: widgetconfig check <files> ... [--format <format>] [--strict] [--store <store>] \
    [--intents <intents>] [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig check --help' for more information.

    """,
    "convert":
      """
    Usage: widgetconfig convert <file> --to <to> [--intent <intent>] [--output <output>] \
    [--store <store>] [--intents <intents>] [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig convert --help' for more information.

    """,
    "describe":
      """
    Usage: widgetconfig describe <file> [--intent <intent>] [--format <format>] [--store \
    <store>] [--intents <intents>] [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig describe --help' for more information.

    """,
    "diff":
      """
    Usage: widgetconfig diff <old> <new> [--format <format>] [--store <store>] [--intents \
    <intents>] [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig diff --help' for more information.

    """,
    "edit":
      """
    Usage: widgetconfig edit [<options>] <widget>
      See 'widgetconfig edit --help' for more information.

    """,
    "export":
      """
    Usage: widgetconfig export [<name>] [--all] [--store <store>] [--intents <intents>] \
    [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig export --help' for more information.

    """,
    "import":
      """
    Usage: widgetconfig import <file> [--name <name>] [--partial] [--dry-run] [--store \
    <store>] [--intents <intents>] [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig import --help' for more information.

    """,
    "list":
      """
    Usage: widgetconfig list [--store <store>] [--intents <intents>] [--locale <locale>] \
    [--color <color>] [--quiet] [--format <format>]
      See 'widgetconfig list --help' for more information.

    """,
    "options":
      """
    Usage: widgetconfig options [<options>] <widget> <parameter>
      See 'widgetconfig options --help' for more information.

    """,
    "simulate":
      """
    Usage: widgetconfig simulate [<options>] <subject>
      See 'widgetconfig simulate --help' for more information.

    """,
    "timeline":
      """
    Usage: widgetconfig timeline [<options>] <subject>
      See 'widgetconfig timeline --help' for more information.

    """,
    "validate":
      """
    Usage: widgetconfig validate <definition> [<file>] [--intent <intent>] [--family \
    <family>] [--jobs <jobs>] [--canonical] [--resolve] [--store <store>] [--intents <intents>] \
    [--locale <locale>] [--color <color>] [--quiet]
      See 'widgetconfig validate --help' for more information.

    """,
  ]

  static let definitions: [(arguments: String, message: String)] = [
    (
      "check",
      """
      Missing expected argument '<files> ...'
      Help:  <files>  Definitions, string tables, widget.json files, widgets or folders; - for standard \
      input.
      """
    ),
    (
      "check one.json --format xml",
      """
      The value 'xml' is invalid for '--format <format>'. Please provide one of 'text', 'json' \
      or 'github'.
      Help:  --format <format>  text, json, or github for annotations of GitHub Actions.
      """
    ),
    (
      "check one.json --strict=1",
      "The option '--strict' does not take any value, but '1' was specified."
    ),
    (
      "check --nope",
      """
      Missing expected argument '<files> ...'
      Help:  <files>  Definitions, string tables, widget.json files, widgets or folders; - for standard \
      input.
      """
    ),
    (
      "describe",
      """
      Missing expected argument '<file>'
      Help:  <file>  The definition, a widget or its folder, or - for standard input.
      """
    ),
    ("describe one.json two.json", "Unexpected argument 'two.json'"),
    (
      "describe one.json --format table",
      """
      The value 'table' is invalid for '--format <format>'. Please provide one of 'text' and \
      'json'.
      Help:  --format <format>  text or json.
      """
    ),
    (
      "convert",
      """
      Missing expected argument '<file>'
      Help:  <file>  The definition, a widget or its folder, or - for standard input.
      """
    ),
    (
      "convert one.json",
      """
      Missing expected argument '--to <to>'
      Help:  --to <to>  json, intentdefinition, or schema for JSON Schema 2020-12.
      """
    ),
    (
      "convert one.json --to plist",
      """
      The value 'plist' is invalid for '--to <to>'. Please provide one of 'json', \
      'intentdefinition' or 'schema'.
      Help:  --to <to>  json, intentdefinition, or schema for JSON Schema 2020-12.
      """
    ),
    ("convert one.json --to json --nope", "Unknown option '--nope'. Did you mean '--to'?"),
    ("convert one.json two.json --to json", "Unexpected argument 'two.json'"),
    (
      "diff",
      """
      Missing expected argument '<old>'
      Help:  <old>  The definition that stored configurations were made with.
      """
    ),
    (
      "diff one.json",
      """
      Missing expected argument '<new>'
      Help:  <new>  The definition that takes its place.
      """
    ),
    ("diff one.json two.json one.json", "Unexpected argument 'one.json'"),
    (
      "diff one.json two.json --format yaml",
      """
      The value 'yaml' is invalid for '--format <format>'. Please provide one of 'text' and \
      'json'.
      Help:  --format <format>  text or json.
      """
    ),
    ("diff - -", "Only one of the definitions can be standard input."),
  ]

  static let intents: [(arguments: String, message: String)] = [
    (
      "validate",
      """
      Missing expected argument '<definition>'
      Help:  <definition>  The definition, a widget or its folder, or - for standard input.
      """
    ),
    ("validate - -", "Only one of the definition and the intents can be standard input."),
    ("validate -", "Only one of the definition and the intents can be standard input."),
    (
      "validate one.json --resolve --canonical",
      "--resolve and --canonical do not go together. Run one after the other."
    ),
    ("validate one.json -j 0", "--jobs takes a number from 1 to 256."),
    ("validate one.json -j 257", "--jobs takes a number from 1 to 256."),
    (
      "validate one.json -j many",
      """
      The value 'many' is invalid for '-j <jobs>'
      Help:  -j <jobs>  How many threads to use; by default one for each core.
      """
    ),
    ("validate one.json a.json b.json", "Unexpected argument 'b.json'"),
    ("export Desk Shelf", "Unexpected argument 'Shelf'"),
    ("import a.json b.json", "Unexpected argument 'b.json'"),
    (
      "import --partial",
      """
      Missing expected argument '<file>'
      Help:  <file>  The file, or - for standard input.
      """
    ),
    (
      "list --store",
      """
      Missing value for '--store <store>'
      Help:  --store <store>  The file that keeps the placed widgets.
      """
    ),
  ]

  static let providers: [(arguments: String, message: String)] = [
    (
      "options",
      """
      Missing expected argument '<widget>'
      Help:  <widget>  The name of a widget, its folder, or a definition.
      """
    ),
    (
      "options Verse",
      """
      Missing expected argument '<parameter>'
      Help:  <parameter>  The name of the parameter.
      """
    ),
    ("options Verse collection --limit=-1", "--limit -1: write a number from 0."),
    (
      "options Verse collection --limit many",
      """
      The value 'many' is invalid for '--limit <limit>'
      Help:  --limit <limit>  The most choices that are wanted.
      """
    ),
    (
      "options Verse collection --timeout 0",
      "--timeout 0.0: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --timeout=-1",
      "--timeout -1.0: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --timeout 3601",
      "--timeout 3601.0: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --timeout soon",
      """
      The value 'soon' is invalid for '--timeout <timeout>'
      Help:  --timeout <timeout>  For how many seconds the answer is awaited.
      """
    ),
    (
      "options Verse collection --timeout nan",
      "--timeout nan: write seconds above 0, at most 3600."
    ),
    (
      "options Verse collection --format csv",
      """
      The value 'csv' is invalid for '--format <format>'. Please provide one of 'table' and \
      'json'.
      Help:  --format <format>  table or json.
      """
    ),
    ("options Verse collection extra", "Unexpected argument 'extra'"),
  ]

  static let timelines: [(arguments: String, message: String)] = [
    (
      "simulate",
      """
      Missing expected argument '<subject>'
      Help:  <subject>  The name of a placed widget, a widget, or a file of intent JSON.
      """
    ),
    ("simulate Verse --days 0", "--days is from 1 to 366."),
    ("simulate Verse --days 367", "--days is from 1 to 366."),
    (
      "simulate Verse --days one",
      """
      The value 'one' is invalid for '--days <days>'
      Help:  --days <days>  How many days, from 1 to 366, from the midnight before the moment on.
      """
    ),
    ("simulate Verse --views=-1", "--views is from 0 to 10000."),
    ("simulate Verse --views 10001", "--views is from 0 to 10000."),
    ("simulate Verse --app-reloads=-1", "--app-reloads is from 0 to 1000."),
    ("simulate Verse --app-reloads 1001", "--app-reloads is from 0 to 1000."),
    (
      "simulate Verse --seed=-1",
      """
      The value '-1' is invalid for '--seed <seed>'
      Help:  --seed <seed>  The number from which everything random follows.
      """
    ),
    (
      "simulate Verse --format box",
      """
      The value 'box' is invalid for '--format <format>'. Please provide one of 'table' and \
      'json'.
      Help:  --format <format>  table or json.
      """
    ),
    ("simulate Verse UpNext", "Unexpected argument 'UpNext'"),
    (
      "timeline Verse --format xml",
      """
      The value 'xml' is invalid for '--format <format>'. Please provide one of 'table', \
      'json', 'waybar' or 'box'.
      Help:  --format <format>  table, json, box (a drawing), or waybar (a JSON object a line, \
      for a status bar).
      """
    ),
    ("timeline Verse --watch --format json", "--watch prints --format table, box or waybar."),
    (
      "timeline Verse --watch --snapshot",
      "--watch goes with none of --at, --snapshot, --placeholder, --check."
    ),
    (
      "timeline Verse --watch --placeholder",
      "--watch goes with none of --at, --snapshot, --placeholder, --check."
    ),
    (
      "timeline Verse --watch --check",
      "--watch goes with none of --at, --snapshot, --placeholder, --check."
    ),
    (
      "timeline Verse --watch --at 2026-11-21T14:00:00Z",
      "--watch goes with none of --at, --snapshot, --placeholder, --check."
    ),
    (
      "edit Verse --theme pink",
      """
      The value 'pink' is invalid for '--theme <theme>'. Please provide one of 'auto', 'dark', \
      'light', 'high-contrast' or 'none'.
      Help:  --theme <theme>  The colours: auto, dark, light, high-contrast or none; also \
      WIDGETCONFIG_THEME.
      """
    ),
    (
      "edit Verse --mouse=yes",
      "The option '--mouse' does not take any value, but 'yes' was specified."
    ),
  ]

  @Test(arguments: TestDepth.part(24, of: definitions + intents + providers + timelines))
  func `wrong arguments`(arguments: String, message: String) throws {
    let sandbox = try Sandbox()
    let command = try #require(arguments.split(separator: " ").first.map(String.init))
    let usage = try #require(Self.usages[command])
    try sandbox.check(CommandCase(arguments, status: 2, errors: "Error: \(message)\n\(usage)"))
    // Nothing is read and nothing is made.
    #expect(try sandbox.names() == [])
  }
}
