/// A code of findings and its meaning: the list that `check --explain` and an article print.
public struct FindingCode: Sendable, Hashable {
  /// The programs that report findings.
  public enum Tool: String, Sendable, Hashable, CaseIterable { case check, migration }

  /// The code, such as `dangling-enum`.
  public let name: String

  /// The problem and its consequences, in sentences.
  public let meaning: String

  /// The programs that report it.
  public let tools: Set<Tool>

  private init(_ name: String, _ meaning: String, _ tools: Set<Tool>) {
    self.name = name
    self.meaning = meaning
    self.tools = tools
  }

  /// All codes, in alphabetical order.
  public static let all: [FindingCode] =
    (ofCheck.map { FindingCode($0, $1, [.check]) }
    + ofBoth.map { FindingCode($0, $1, [.check, .migration]) }
    + ofMigration.map { FindingCode($0, $1, [.migration]) }).sorted { $0.name < $1.name }

  /// The code with a name; nil for an unknown one.
  public static func named(_ name: String) -> FindingCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The article about all codes, in Markdown.
  package static var article: String {
    func table(_ codes: [FindingCode]) -> String {
      codes.map { "- term `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
    }
    let check = all.filter { $0.tools.contains(.check) }
    let migration = all.filter { $0.tools == [.migration] }
    return """
      # Codes of findings

      What each code of `check` and of `widgetconfig-migration` means.

      ## Overview

      `widgetconfig check --explain CODE` prints the same. A file `check.json` sets the severity of a code, or leaves its
      findings out; see <doc:DefinitionsInCI>. Each finding says what to do.

      ## Findings of check

      \(table(check))

      ## Findings of a migration

      The migration also reports files that cannot be read, with the codes above.

      \(table(migration))

      """
  }

  private static let ofCheck: KeyValuePairs<String, String> = [
    "builtin-refused":
      "A provider that is compiled in refuses its arguments.",
    "case-without-title":
      """
    A case of an App Intents enum has no title in the table of display representations. The compiler \
    does not see it, and the program stops when it shows the case.
    """,
    "shows-nothing":
      """
    A `Switch` of a parameter summary has no default case, and some value or family is none of its \
    cases. No row is shown for it.
    """,
    "size-not-literal":
      """
    The size of an array of App Intents is not a literal. Xcode's tool reads only literals, so the \
    list has no size in the built program.
    """,
    "required-without-default":
      """
    An App Intents widget needs an entity that has no default. A new widget fails to load until \
    one is chosen.
    """,
    "minimum-size":
      """
    An array of App Intents needs two or more values. By reports, the widget stays a placeholder \
    while one is missing.
    """,
    "short-default":
      """
    The default of an array has fewer values than the largest family has room for, so a widget that \
    is made larger has empty places.
    """,
    "duplicate-query":
      """
    Two queries of App Intents have one name. The system keeps one query of a name.
    """,
    "no-calendars":
      "A folder has no calendars.",
    "no-metadata":
      """
    The program has no metadata of App Intents, or metadata that cannot be read or has a form that \
    this program does not know.
    """,
    "not-read":
      """
    A part of App Intents is not a literal, or has a form that this program does not know. Nothing is \
    assumed about it.
    """,
    "calendar-folder":
      "A folder of calendars is not there, or cannot be read.",
    "calendar-on-web":
      "A calendar is read from the web when it is shown. A check does not read it.",
    "calendar-problem":
      "A calendar has a part that cannot be read, and is shown without it.",
    "calendars":
      "What was found in the folders of calendars.",
    "chain":
      """
    A parent has a parent itself. Apple's form looks only at the direct parent, so the row is \
    shown while its parent is hidden.
    """,
    "dangling-enum":
      """
    A parameter names an enum that the definition does not have, or has in another namespace. \
    Xcode generates no type for it, and people have nothing to choose from.
    """,
    "dangling-parent":
      "A condition names a parent that the intent does not have. The row is always visible.",
    "dangling-type":
      """
    A parameter names a type that the definition does not have, or has in another namespace. \
    Xcode generates no type for it, and people have nothing to choose from.
    """,
    "default-case":
      "The default is not a case of its enum, so the parameter starts without a value.",
    "default-out-of-range":
      "The bounds of the parameter do not allow its own default.",
    "duplicate-case":
      "Two cases of an enum have one name. The first one is used.",
    "duplicate-class":
      """
    Two files have an intent with one class. Each target has one class of a name, and a placed \
    widget stores only that name.
    """,
    "duplicate-enum":
      "Two enums have one name. The first one is used.",
    "duplicate-index":
      """
    Two cases of an enum have one index. A phone stores the index, so it cannot tell them \
    apart.
    """,
    "duplicate-intent":
      "Two intents have one class. A placed widget stores only the name of the class.",
    "duplicate-name":
      "A name occurs twice where it must be unique.",
    "duplicate-parameter":
      "Two parameters of an intent have one name. The first one is used.",
    "duplicate-priority":
      "Two parameters have one display priority. The order in the file decides.",
    "duplicate-property":
      "Two properties of a type have one name. The first one is used.",
    "duplicate-property-tag":
      "Two properties of a type have one tag.",
    "duplicate-size-class":
      "The sizes of an array name a size class twice. The first size is used.",
    "duplicate-tag":
      """
    Two parameters have one tag. Stored answers are found by tag, so one of them would get the \
    answers of the other.
    """,
    "duplicate-text-id":
      "Two texts have one identifier, so both have one translation.",
    "duplicate-type":
      "Two types have one name. The first one is used.",
    "dynamic-missing":
      """
    An object of one of your own types can only be chosen from a list, and the parameter has no \
    dynamic options.
    """,
    "empty-text":
      "A text is empty.",
    "empty-translation":
      "A translation is empty, so people see no text.",
    "index-zero":
      """
    A case has the index 0, which means that there is no value. Xcode gives it to the case \
    “unknown”, and a phone cannot tell this case from no choice. Placed widgets have stored the \
    index, so do not change that of a case that was released.
    """,
    "intent-not-chosen":
      "The definition has several intents, and widget.json names none.",
    "last-tag-too-low":
      "The last tag is below one that is in use. Xcode counts on from it, and gives a tag twice.",
    "link-not-a-url":
      "A link in a timeline is not a URL.",
    "links-not-for-family":
      "Small families have one link for the whole widget.",
    "loop":
      "The parents of parameters form a loop, so no condition can be evaluated.",
    "minimum-above-maximum":
      "The minimum is above the maximum, so no value is valid.",
    "missing-key":
      "An element of the definition lacks a key without which it cannot be used.",
    "missing-parent":
      "A condition has no parent. If the parameter has a row, it is always visible.",
    "missing-placeholder":
      "A translation lacks a placeholder of its text, so people do not see the value.",
    "missing-tag":
      """
    A parameter in JSON states no tag, though others of its intent do. A stored answer to it is \
    found only by its name.
    """,
    "missing-tags":
      """
    No parameter of an intent states a tag, though Xcode gave each one. By place they can be other \
    tags, and a phone finds stored answers by the tag.
    """,
    "missing-translation":
      "A table of a language lacks the text, so people see that of the definition.",
    "mistyped-key":
      "A key in a timeline resembles one that is known.",
    "never-visible":
      "No answer can show the row.",
    "no-definition":
      "widget.json names an intent, and its folder has no definition.",
    "no-intents":
      "The definition has no intents.",
    "no-options":
      "The provider that is compiled in has no choices.",
    "no-row":
      "A widget's intent has no row, so there is nothing to configure.",
    "no-such-language":
      "A folder for a language has the name of no language. The system never looks into it.",
    "no-widget-intent":
      "No intent is eligible for widgets, so none can configure one.",
    "none-of":
      "One of several members is needed.",
    "not-a-date":
      "A text is not a date with its time and its offset.",
    "not-a-definition":
      "The property list is something else than a definition.",
    "not-base64":
      "A text is not Base64.",
    "not-eligible":
      "The intent that widget.json names is not eligible for widgets.",
    "not-offered":
      "A default is not among the choices of its source.",
    "not-writable":
      "A value cannot be written in the format.",
    "nothing-there":
      "A JSON pointer leads to nothing.",
    "only-one-of":
      "Only one of several members is allowed.",
    "out-of-range":
      "A number is outside its range.",
    "predicate-case":
      """
    A condition names a case that the enum of the parent does not have, so it never holds for \
    it.
    """,
    "predicate-type":
      "A condition compares with a value that the parent can never have.",
    "predicate-without-value":
      "A condition compares with a value and has none.",
    "provider-missing":
      "A dynamic parameter has no source, so values have to be typed in.",
    "provider-not-needed":
      "A source is for a parameter that is not dynamic, so it is never asked.",
    "range-without-two-values":
      "A condition about a range needs its lower and its upper end.",
    "same-identifier":
      """
    Two names of one scope are one name in code, so one of them gets a number there, by which the \
    system does not find it.
    """,
    "search-cut-off":
      "A folder has too many entries, so not all of them were searched.",
    "several-definitions":
      "The folder of a widget has several definitions.",
    "shrinking-sizes":
      "A larger family takes fewer values than a smaller one.",
    "size-below-one":
      "A size below 1 counts as 1.",
    "sizes-missing":
      "An array has a fixed size and no sizes, so each family takes one value.",
    "sizes-not-in-force":
      "An array has sizes and no fixed size, so it has no limit.",
    "sizes-of-single-value":
      "A parameter with one value has the sizes of an array.",
    "several-services":
      "Credentials would be sent to several services.",
    "slider-without-bounds":
      "A slider needs a minimum and a maximum.",
    "source-failed":
      "A source would fail when it is asked.",
    "source-invalid-answer":
      "A source has a response that cannot be used.",
    "source-malformed":
      "The file of a source is malformed.",
    "source-no-provider":
      "A source has no provider.",
    "source-not-found":
      "The file or the program of a source is not there.",
    "source-timed-out":
      "A source does not respond in time.",
    "source-too-large":
      "The response of a source exceeds its limit.",
    "source-unreadable":
      "The file of a source cannot be read.",
    "stale-translation":
      """
    A table has an entry that no text of its definition uses. Often the text has another \
    identifier now.
    """,
    "string-table":
      "The file is not a string table that can be read.",
    "table-and-catalog":
      """
    A language has a string table and a String Catalog of one name. Xcode makes one file of \
    each, and refuses two of one name.
    """,
    "table-of-another-name":
      """
    String tables have keys of a definition, and another name than it. A table belongs to the \
    definition of its own name, so nothing in these is shown.
    """,
    "too-many":
      "A list has more elements than its limit.",
    "too-many-errors":
      "A file has more errors than are listed.",
    "unknown-argument":
      "A provider that is compiled in has no such argument.",
    "unknown-builtin":
      "No provider with this name is compiled in.",
    "unknown-date-format":
      "The date format is unknown, and Style is used.",
    "unknown-date-style":
      "The date style is unknown, and Full is used.",
    "unknown-intent":
      "The definition has no such intent.",
    "unknown-key":
      """
    A key is unknown to Xcode's format. It is kept, and has no effect. Often a letter is wrong, \
    or the prefix is missing.
    """,
    "unknown-parameter":
      "The intent has no such parameter.",
    "unknown-placeholder":
      """
    A text has a placeholder that no parameter has, or a translation one that the text does not \
    have. People see its name.
    """,
    "unknown-predicate":
      "The predicate has an unknown relation, so it is not a condition.",
    "unknown-size-class":
      "A size is for an unknown size class, and is ignored.",
    "unknown-time-zone":
      "The system has no time zone with this name.",
    "unknown-type":
      "The type of a parameter has no editor, so there is no row.",
    "unusable-name":
      """
    No property of a class can have the name of the parameter, so generated code has another name, \
    by which the system does not find it.
    """,
    "unreviewed-translation":
      "A catalog marks translations for review, because their text has changed.",
    "wrong-size":
      "An array has another length than it must have.",
    "wrong-version":
      "The file has a version that this program does not know.",
  ]

  /// Codes of files that both programs read.
  private static let ofBoth: KeyValuePairs<String, String> = [
    "bad-path":
      "The path is empty, too long, or has a zero byte.",
    "dangling-link":
      "A symbolic link points to nothing.",
    "directory":
      "The path leads to a folder, where a file is needed.",
    "duplicate-key":
      "A key occurs twice in a dictionary.",
    "empty-file":
      "The file is empty.",
    "entities-not-allowed":
      "The property list declares entities, which could expand without a limit.",
    "expands-too-far":
      "The content of the file exceeds the limit when it is expanded.",
    "file-too-large":
      "The file exceeds the limit.",
    "json-syntax":
      "The text is not JSON.",
    "link-cycle":
      "A symbolic link points back to itself.",
    "malformed-property-list":
      "The text is not a well-formed property list.",
    "merge-marker":
      """
    The file has the marks of a merge conflict. Decide between both sides in version control \
    first.
    """,
    "missing-file":
      "The file does not exist.",
    "missing-member":
      "A member of an object is missing.",
    "more-findings":
      "A file has more findings than are listed.",
    "no-answer":
      "A pipe gave no data in time.",
    "not-a-file":
      "The path leads to a pipe, a device or a socket.",
    "not-a-path":
      "A path of check.json, or of a source, is not one that can be found.",
    "not-a-property-list":
      "The file begins neither as XML nor as a binary property list.",
    "not-readable":
      "The file may not be read.",
    "store-word":
      """
    A title or a description names a product of Apple. The App Store refuses such words in App \
    Intents (ITMS-90626).
    """,
    "string-catalog":
      "The file is not a String Catalog that can be read, or Xcode refuses it.",
    "system-error":
      "The system could not read the file.",
    "too-deep":
      "Values are nested deeper than the limit.",
    "too-many-values":
      "The file has more values than the limit.",
    "truncated":
      "The file ends before its content does.",
    "unknown-member":
      "An object has a member that is unknown here.",
    "unknown-word":
      "A word is not among those that the format knows.",
    "wrong-root":
      "The property list is something else than a dictionary.",
    "wrong-type":
      "A value has another type than its key needs. It is kept as it is, and not used.",
  ]

  private static let ofMigration: KeyValuePairs<String, String> = [
    "action-without-successor":
      """
    Nothing replaces an intent that is an action of Shortcuts. A shortcut with it stops working \
    in an app without the definition.
    """,
    "case-lost":
      """
    No case of the new enum has the raw value of an old case, so a stored answer that names it \
    is lost.
    """,
    "claimed-twice":
      "Two types have the class name of one intent, and only one of them gets its answers.",
    "class-name":
      """
    `intentClassName` is not the class that placed widgets have stored, so each of them loses \
    its configuration.
    """,
    "conformance":
      """
    The type lacks a protocol without which the system does not look for it, or cannot use it \
    in a widget.
    """,
    "control-changed":
      "The row has another control.",
    "currencies-changed":
      "A person can choose other currencies.",
    "date-kind-changed":
      "The parameter takes another part of a date.",
    "default-changed":
      "The default is another one, so widgets without an answer show something else.",
    "default-lost":
      "The old handler gave a default at run time, and the new code gives none.",
    "dependency-lost":
      "The old handler read other parameters for the choices, and the new query cannot.",
    "family-lost":
      """
    The widget no longer supports a family, so widgets that are placed in it lose their \
    content.
    """,
    "identifier-lost":
      """
    The new code contains none of the identifier that old code gave to an object, so a stored \
    one is not found.
    """,
    "intent-missing":
      "No type replaces the intent, so each placed widget loses its configuration.",
    "kind-changed":
      """
    The kind of a widget is another one. Placed widgets are found by their kind, so they lose \
    their content.
    """,
    "kind-lost":
      "No new widget has the kind.",
    "kind-of-another-intent":
      "Another type than the successor of its intent configures the widget.",
    "kind-without-intent":
      "The widget no longer has a configuration.",
    "known-limit":
      "App Intents cannot express something, as `generate` reports as well.",
    "not-judged":
      """
    The source does not show what happens, so nothing is claimed. Look at the place, and accept \
    it in check.json or in a baseline if it is as it should be.
    """,
    "not-literal":
      "Xcode reads the value from the source, so it must be a literal.",
    "not-migrated":
      "The type that seems to replace the intent does not name its class.",
    "not-optional":
      """
    A parameter is neither optional nor has a default. A widget without a stored value fails to \
    load.
    """,
    "not-placed":
      "No widget of the old project uses the intent, so none has stored it.",
    "parameter-lost":
      "No parameter has the old name, so its stored value is lost.",
    "range-changed":
      "A person can choose from another range.",
    "row-hidden":
      """
    A parameter has no row where the old form showed one, so people can no longer change it. A \
    legacy parameter that is kept without a row on purpose is accepted in check.json or in a \
    baseline.
    """,
    "row-replaced":
      "A parameter has no row any longer, and a new one of the same type has one.",
    "row-shown":
      "A parameter has a row where the old form showed none.",
    "rows-reordered":
      "The rows are in another order.",
    "same-query":
      """
    Two queries differ only in the types around them. Xcode's tools list them by their names \
    alone.
    """,
    "sizes-changed":
      "A family takes another number of values.",
    "successor-obsolete":
      "Newer systems do not have the type that replaces the intent.",
    "syntax":
      "A file cannot be read as Swift, so parts of it may be overlooked.",
    "translation-lost":
      "A title was translated, and the table that the new code asks for has no translation of it.",
    "type-changed":
      "The parameter has another type than the stored value, which is lost.",
    "unit-changed":
      "A number has another unit, so a stored one means something else.",
    "unknown-class":
      "No definition has an intent with the class that the type names.",
  ]
}
