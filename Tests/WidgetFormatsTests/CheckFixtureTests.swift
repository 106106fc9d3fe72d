import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetFormats
import WidgetTestSupport

/// One broken file or folder for each finding, with the expected lines next to it.
@Suite("Fixtures for the findings of a check")
struct CheckFixtureTests {
  static let folder = packageFolder + "Fixtures/Broken/"

  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { name in
      !name.hasSuffix(".expected.txt") && !name.hasPrefix(".") && name != "Inputs"
    }.sorted()
  }()

  /// A finding on one line, with its file relative to the fixtures.
  static func line(_ finding: CheckFinding) -> String {
    let file = finding.file.replacing(folder, with: "")
    let place = [finding.line, finding.column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file)\(place): \(finding.severity.rawValue): \(finding.text()) [\(finding.code)]"
  }

  static func stem(_ name: String) -> String {
    String(name.split(separator: ".")[0])
  }

  @Test("each fixture has the recorded findings", arguments: names)
  func findings(name: String) {
    let report = FileCheck.run(paths: [Self.folder + name])
    let text = report.findings.map(Self.line).joined(separator: "\n")
    let difference = Golden.difference(
      text, fromFile: "Fixtures/Broken/\(Self.stem(name)).expected.txt")
    #expect(difference == nil)
  }

  @Test(
    "each fixture is named after its finding, and has no finding of another kind", arguments: names)
  func naming(name: String) {
    let stem = Self.stem(name)
    let codes = Set(FileCheck.run(paths: [Self.folder + name]).findings.map(\.code))
    let other = [
      "inobject-as-type": "dangling-type", "loop-of-three": "loop",
      "never-visible-below-a-hidden-parent": "never-visible",
      "no-parameters": "no-row", "default-of-wrong-type": "wrong-type",
      "broken-syntax": "json-syntax",
      "foreign-namespace": "dangling-enum", "value-of-an-object": "predicate-type",
    ]
    let wanted = other[stem] ?? stem
    #expect(codes.contains(wanted), "\(codes)")
    let beside: Set<String> = ["unknown-key", "slider-without-bounds", "no-widget-intent"]
    #expect(codes.subtracting(beside).subtracting([wanted]) == [])
  }

  /// Every rule of the model.
  private static let rules: [DefinitionFinding.Rule] =
    [
      .danglingEnum("", choices: []), .danglingType("", choices: []),
      .unknownType(""), .missingParent(hasChoices: true), .danglingParent("", choices: []),
      .loop([]),
      .chain(parent: "", grandparent: ""), .unknownPredicate(""), .predicateWithoutValue(""),
      .rangeWithoutTwoValues(count: 0), .predicateType(value: "", parent: "", type: ""),
      .predicateCase("", enumeration: "", choices: []),
      .neverVisible(.parentHasNoRow(parent: "")), .defaultOutOfRange(.notFinite),
      .defaultCase("", enumeration: "", choices: []),
      .minimumAboveMaximum(minimum: "", maximum: ""), .sliderWithoutBounds,
      .unknownDateFormat(""), .unknownDateStyle(""), .sizesMissing, .invalidCurrency(""),
      .unknownUnit("", of: .distance, instead: MeasurementDimension.distance.units[0]),
      .sizesOfSingleValue, .sizesNotInForce, .sizeBelowOne(0), .unknownSizeClass(""),
      .shrinkingSizes(larger: .systemLarge, size: 1, smaller: .systemSmall, than: 2),
      .dynamicMissing(type: ""), .lastTagTooLow(0, highest: 1),
      .missingTag(free: 1), .missingTags,
      .unknownPlaceholder("", choices: []), .caseAtZero("", free: 1), .noParameters, .noRow,
      .noIntents, .noWidgetIntent,
      .unusableName("", .notAnIdentifier), .sameIdentifier("", other: "", identifier: ""),
      .storeWord(""), .missingTag(free: 1), .missingTags,
    ] + DefinitionFinding.Duplicate.allCases.map { .duplicate("", what: $0) }

  /// The codes of findings about files, which are not rules of the model.
  private static let codesOfFiles = [
    "missing-translation", "stale-translation", "empty-translation", "duplicate-text-id",
    "unreviewed-translation", "duplicate-class", "no-such-language", "table-and-catalog",
    "table-of-another-name", "merge-marker",
    "unknown-placeholder", "missing-placeholder",
    "string-table", "provider-missing", "provider-not-needed", "unknown-parameter",
    "unknown-family", "unknown-intent", "intent-not-chosen", "not-eligible", "no-definition",
    "several-definitions",
    "unknown-key", "wrong-type", "missing-key", "unknown-word", "not-a-definition", "wrong-root",
    "truncated", "not-a-property-list", "json-syntax",
  ]

  @Test("every finding has a fixture")
  func completeness() {
    let found = FileCheck.run(paths: Self.names.map { Self.folder + $0 }).findings
    let known = Set(Self.rules.map { DefinitionFinding($0, at: .root).code } + Self.codesOfFiles)
    #expect(known.subtracting(found.map(\.code)) == [])
    #expect(Set(found.map(\.code)).subtracting(known) == [])
  }

  @Test("every finding has a sentence and a remedy, and a position if there is a line")
  func words() {
    for finding in FileCheck.run(paths: Self.names.map { Self.folder + $0 }).findings {
      #expect(finding.sentence.hasSuffix("."), "\(finding)")
      #expect(finding.remedy.isEmpty || ".?".contains(finding.remedy.last ?? " "), "\(finding)")
      #expect((finding.line == nil) == (finding.column == nil), "\(finding)")
      #expect((finding.code == "several-definitions") == (finding.line == nil), "\(finding)")
    }
  }

  @Test("the shipped widgets have no findings, and no fixture for other tests has an error")
  func sound() {
    #expect(FileCheck.run(paths: [packageFolder + "Intents"]).findings == [])
    let errors = FileCheck.run(paths: [packageFolder + "Fixtures/Definitions"]).findings
      .filter { $0.severity == .error }
    let files = Set(errors.map { $0.file.split(separator: "/").last.map(String.init) ?? "" })
    #expect(
      files.sorted() == [
        "relationship-without-parent.intentdefinition", "wrong-types-are-carried.intentdefinition",
      ])
  }
}
