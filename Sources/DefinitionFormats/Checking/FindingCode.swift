import InputFiles
import IntentModel
import JSONC
import Messages

/// A finding code and its meaning: the list that `check --explain` and an article print.
public struct FindingCode: Sendable, Hashable {
  /// The programs that report findings.
  public enum Tool: String, Sendable, Hashable, CaseIterable { case check, migration }

  /// The code, such as `dangling-enum`.
  public let name: String

  /// The problem and its consequences, in sentences.
  public let meaning: String

  /// The programs that report findings with the code.
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
    + MigrationCode.allCases.map { FindingCode($0.rawValue, $0.meaning, [.migration]) }).sorted {
      $0.name < $1.name
    }

  /// The code with the given name; nil for an unknown name.
  public static func named(_ name: String) -> FindingCode? { byName[name] }

  private static let byName = Dictionary(firsts: all.map { ($0.name, $0) })

  /// The article about all codes, in Markdown.
  package static var article: String {
    func table(_ codes: [FindingCode]) -> String {
      codes.map { "- term `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
    }
    let check = all.filter { $0.tools.contains(.check) }
    let migration = all.filter { $0.tools == [.migration] }
    return """
      # Codes of findings

      What each code of `check` and of `\(MigrationProgram.name)` means.

      ## Overview

      `widgetconfig check --explain CODE` prints the same. A file `check.json` sets the severity of a code, or leaves its
      findings out; see <doc:DefinitionsInCI>. A finding also says what to do, if anything.

      ## Findings of check

      \(table(check))

      ## Findings of a migration

      The migration also reports files that cannot be read, with the codes above.

      \(table(migration))

      """
  }

  private static let withoutType =
    "Xcode generates no type for it, and people have nothing to choose from."

  // A test finds the codes in the sources of the checks, and looks up each of them in this list.
  private static let ofCheck: KeyValuePairs<String, String> = [
    "builtin-refused":
      "A built-in provider rejects its arguments.",
    "case-without-title":
      """
    A case of an App Intents enum has no title in `\(AppIntentsName.caseDisplayRepresentations)`. The \
    compiler does not report it, and the program stops when it shows the case.
    """,
    "shows-nothing":
      """
    A `Switch` in a parameter summary has no default case and does not cover all values or \
    families. For values and families without a case, no row is shown.
    """,
    UnknownPart.sizeNotLiteral:
      """
    The size of an App Intents array is not a literal. Xcode's tool reads only literals, so the \
    list has no size in the built program.
    """,
    UnknownPart.nameNotLiteral:
      """
    The identifier of an App Intent, an enum, an entity or a case is not a literal, so the name \
    under which the system stores it is unknown. `diff` does not judge the answers that depend on \
    it.
    """,
    "required-without-default":
      """
    An App Intents widget requires an entity, but has no default for it. A new widget fails to \
    load until an entity is chosen.
    """,
    "minimum-size":
      """
    An App Intents array needs two or more values. Reportedly, the widget stays a placeholder \
    while a value is missing.
    """,
    "short-default":
      """
    The default of an array has fewer values than the largest family has room for, so a widget that \
    is made larger has empty slots.
    """,
    UnknownPart.duplicateQuery:
      """
    Two App Intents queries have the same name. The system keeps only one of them.
    """,
    "no-calendars":
      "A folder has no calendars.",
    AppIntentsBundle.noMetadata:
      """
    The program has no App Intents metadata, or its metadata cannot be read or has an unknown \
    format.
    """,
    UnknownPart.notRead:
      """
    A part of the App Intents is not a literal, or is written in an unknown way. Nothing is \
    assumed about it.
    """,
    "calendar-folder":
      "A calendar folder does not exist, or cannot be read.",
    "calendar-on-web":
      "A calendar is read from the web when it is shown. A check does not read it.",
    "calendar-problem":
      "A calendar has a part that cannot be read, and is shown without it.",
    "calendars":
      "The calendars that were found, and the number of events in each.",
    "chain":
      """
    A parent has a parent of its own. Apple's form looks only at the direct parent, so it shows the \
    row while its parent is hidden.
    """,
    "dangling-enum":
      """
    A parameter names an enum that the definition does not have, or has in a different namespace. \
    \(withoutType)
    """,
    "dangling-parent":
      "A condition names a parent that the intent does not have. The row is always visible.",
    "dangling-type":
      """
    A parameter names a type that the definition does not have, or has in a different namespace. \
    \(withoutType)
    """,
    "default-case":
      "The default is not a case of its enum, so the parameter starts without a value.",
    "default-out-of-range":
      "The default of a parameter is outside its bounds.",
    "duplicate-case":
      "Two cases of an enum have the same name. The first one is used.",
    "duplicate-class":
      """
    Two files have an intent with the same class. A target can have only one class with that name, \
    and a placed widget stores only the name.
    """,
    "duplicate-enum":
      "Two enums have the same name. The first one is used.",
    "duplicate-index":
      """
    Two cases of an enum have the same index. A phone stores the index, so it cannot tell them \
    apart.
    """,
    "duplicate-intent":
      "Two intents have the same class. A placed widget stores only the name of the class.",
    "duplicate-name":
      "A name occurs twice where it must be unique.",
    "duplicate-parameter":
      "Two parameters of an intent have the same name. The first one is used.",
    "duplicate-priority":
      "Two parameters have the same display priority. The order in the file decides.",
    "duplicate-property":
      "Two properties of a type have the same name. The first one is used.",
    "duplicate-property-tag":
      "Two properties of a type have the same tag.",
    "duplicate-size-class":
      "The sizes of an array name a size class twice. The first size is used.",
    "duplicate-tag":
      """
    Two parameters have the same tag. Stored answers are found by tag, so one of them would get \
    the answers of the other.
    """,
    "duplicate-text-id":
      "Two texts have the same identifier, so they share a translation.",
    "duplicate-type":
      "Two types have the same name. The first one is used.",
    "dynamic-missing":
      """
    An object of one of your own types can only be chosen from a list, and the parameter has no \
    dynamic options.
    """,
    "empty-text":
      "A text is empty.",
    "empty-translation":
      TranslationProblem.emptyTranslation.sentence,
    "index-zero":
      """
    A case has the index \(IntentEnum.Case.noValue.index), which means “no value”. Xcode gives this \
    index to the case “\(IntentEnum.Case.noValue.name)”, and a phone cannot distinguish the case from \
    an unset value. Placed widgets store the index, so do not change it in a released case.
    """,
    "intent-not-chosen":
      "The definition has several intents, and widget.json names none.",
    "invalid-currency":
      "A currency code is not three capital letters. No amount can have it, so it is not offered.",
    "last-tag-too-low":
      """
    The last tag is lower than a tag that is in use. Xcode continues from it, and assigns a tag \
    twice.
    """,
    "link-not-a-url":
      "A link in a timeline is not a URL.",
    "links-not-for-family":
      "The family has one link for the whole widget, so the links of its parts are not used.",
    "loop":
      "The parents of parameters form a loop, so no condition can be evaluated.",
    "minimum-above-maximum":
      "The minimum is above the maximum, so no value is valid.",
    "missing-key":
      "An element of the definition lacks a required key.",
    "missing-parent":
      "A condition has no parent. If the parameter has a row, it is always visible.",
    "missing-placeholder":
      "A translation lacks a placeholder of its text, so people do not see the value.",
    "missing-tag":
      """
    A parameter in JSON has no tag, although other parameters of its intent have one. Its stored \
    answer is found only by name.
    """,
    "missing-tags":
      """
    No parameter of an intent has a tag, although Xcode assigned a tag to each. A phone finds \
    stored answers by tag.
    """,
    CheckFinding.missingTranslation:
      "The table of a language lacks a text, so people see the text of the definition.",
    "mistyped-key":
      "A key in a timeline resembles a known key.",
    "never-visible":
      "Whatever people answer, the row stays hidden.",
    "no-definition":
      "widget.json names an intent, but its folder has no definition.",
    "no-intents":
      Message.definitionHasNoIntents.text(),
    "no-options":
      "The built-in provider has no choices.",
    "no-row":
      "A widget's intent has no row, so there is nothing to configure.",
    "no-such-language":
      """
    The name of a language folder is not the code of a language. The system never looks into the \
    folder.
    """,
    "no-widget-intent":
      "No intent is eligible for widgets, so no widget can be configured.",
    "none-of":
      "None of several members is given, although one is required.",
    "not-a-date":
      "A text is not a date with a time and an offset.",
    "not-a-definition":
      "The property list is not a definition.",
    "not-base64":
      "A text is not Base64.",
    "not-eligible":
      "The intent that widget.json names is not eligible for widgets.",
    "not-offered":
      "A default is not among the choices of its source.",
    JSONWritingError.code:
      "A value cannot be written in the format.",
    "nothing-there":
      "A JSON pointer leads to nothing.",
    "only-one-of":
      "Only one of several members is allowed.",
    "out-of-range":
      "A number is outside its range.",
    "plurals-not-read":
      """
    The rules for plurals in a \(DefinitionLocalization.pluralsEnding) file are not read or \
    checked. This does not mean that they are wrong.
    """,
    "predicate-case":
      """
    A condition names a case that the enum of the parent does not have, so the comparison never \
    matches.
    """,
    "predicate-type":
      "A condition compares with a value that the parent can never have.",
    "predicate-without-value":
      "A condition needs a value to compare with, and has none.",
    "provider-missing":
      "A dynamic parameter has no source, so values have to be typed in.",
    "provider-not-needed":
      "A source is for a parameter that is not dynamic, so it is never asked.",
    "range-without-two-values":
      "A condition that compares with a range needs a lower and an upper end.",
    "same-identifier":
      """
    Two names in the same scope become the same name in code. Generated code adds a number to one \
    of them, and the system does not find that name.
    """,
    "search-cut-off":
      "A folder has too many entries, so not all of them were searched.",
    "several-definitions":
      "The folder of a widget has several definitions.",
    "shrinking-sizes":
      "A larger family has room for fewer values than a smaller one.",
    "size-below-one":
      "A size below 1 counts as 1.",
    "sizes-missing":
      "An array has a fixed size and no sizes, so each family has room for one value.",
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
      "A source returned a response that cannot be used.",
    "source-malformed":
      "The file of a source is malformed.",
    "source-no-provider":
      "A source has no provider.",
    "source-not-found":
      "The file or the program of a source does not exist.",
    "source-timed-out":
      "A source does not respond in time.",
    "source-too-large":
      "The response of a source exceeds its limit.",
    "source-unreadable":
      "The file of a source cannot be read.",
    "stale-translation":
      """
    A table has an entry that no text of its definition uses. Often the identifier of the text has \
    changed.
    """,
    StringTableError.code:
      "The file is not a string table that can be read.",
    "supported-value":
      """
    The list of the cases that a parameter supports is empty, or has a value that is not a case. \
    Such a value is not offered.
    """,
    "table-and-catalog":
      """
    A language has a string table and a String Catalog with the same name. Both would become the \
    same file, which Xcode refuses.
    """,
    "table-of-another-name":
      """
    String tables have the keys of a definition, but not its name. A table belongs to the \
    definition with the same name, so nothing in these tables is shown.
    """,
    "too-many":
      "A list has more elements than its limit.",
    "too-many-errors":
      "A file has more errors than are listed.",
    "unknown-argument":
      "A built-in provider has no such argument.",
    "unknown-builtin":
      "There is no built-in provider with this name.",
    "unknown-date-format":
      "The date format is unknown, so the standard format is used.",
    "unknown-date-style":
      "The date style is unknown, so the standard style is used.",
    "unknown-family":
      "Only the name of a widget family is known. The family is kept and used.",
    "unknown-intent":
      "The definition has no intent with the given name.",
    "unknown-key":
      """
    A key is unknown to Xcode's format. It is kept, and has no effect. Often a letter is wrong, \
    or the prefix is missing.
    """,
    "unknown-parameter":
      "The intent has no parameter with the given name.",
    "unknown-placeholder":
      """
    A text has a placeholder that is not a parameter, or a translation has one that its text does \
    not have. People see the name of the placeholder.
    """,
    "unknown-predicate":
      "The predicate has an unknown relation, so it is not a condition.",
    "unknown-replaced-class":
      """
    No checked definition has the class that an App Intent replaces, but one has a similar class \
    name.
    """,
    "unknown-size-class":
      "A size is for a size class that is not known. It counts for the family of that name.",
    "unknown-time-zone":
      "The system has no time zone with this name.",
    "unknown-type":
      "The type of a parameter has no editor, so there is no row.",
    "unusable-name":
      """
    The name of the parameter cannot be the name of a property, so generated code uses a different \
    name, and the system does not find it.
    """,
    CheckFinding.unreviewedTranslation:
      "A catalog marks translations for review, because their text has changed.",
    "wrong-size":
      "An array does not have the required length.",
    "wrong-version":
      "The file has a version that this program does not know.",
  ]

  /// The codes of findings in files that both programs read.
  private static let ofBoth: KeyValuePairs<String, String> = [
    "bad-path":
      FileReadingError.Rule.nameNotAllowed.sentence,
    "dangling-link":
      "A symbolic link points to nothing.",
    "directory":
      "The path leads to a folder, but a file is needed.",
    "duplicate-key":
      "A key occurs twice in a dictionary.",
    "empty-file":
      PropertyListRule.emptyFile.sentence,
    "entities-not-allowed":
      "The property list declares entities, which could expand without a limit.",
    "expands-too-far":
      "The content of the file exceeds the limit when it is expanded.",
    "file-too-large":
      "The file exceeds the limit.",
    "json-syntax":
      "The text is not JSON.",
    "link-cycle":
      FileReadingError.Rule.linkCycle.sentence,
    "malformed-property-list":
      "The text is not a well-formed property list.",
    "merge-marker":
      """
    The file has the marks of a merge conflict. Decide between the two sides in version \
    control first.
    """,
    "missing-file":
      FileReadingError.Rule.missing.sentence,
    "missing-member":
      "A member of an object is missing.",
    CheckFinding.moreCode:
      "A file has more findings than are listed.",
    "no-answer":
      "A pipe gave no data in time.",
    "not-a-file":
      "The path leads to a pipe, a device or a socket.",
    "not-a-path":
      "A path in check.json, or the path of a source, does not lead to a file or a folder.",
    "not-a-property-list":
      "The file begins neither as XML nor as a binary property list.",
    "not-readable":
      FileReadingError.Rule.notReadable.sentence,
    "store-word":
      """
    A title or a description names a product of Apple. The App Store refuses such words in App \
    Intents (\(StoreWords.notice)).
    """,
    StringCatalogFile.problemCode:
      "The file is not a String Catalog that can be read, or Xcode refuses it.",
    "system-error":
      "The system could not read the file.",
    "too-deep":
      "Values are nested deeper than the limit.",
    "too-many-values":
      "The file has more values than the limit.",
    "truncated":
      "The file ends in the middle of its content.",
    "unknown-member":
      "An object has a member that is unknown here.",
    "unknown-unit":
      """
    The unit of a quantity is unknown. The standard unit is used instead, so a number has a \
    different meaning.
    """,
    FormatProblem.unknownWordCode:
      "A word is unknown to the format.",
    "wrong-root":
      "The property list is not a dictionary.",
    "wrong-type":
      "A value does not have the type that its key needs. It is kept unchanged, and not used.",
  ]
}
