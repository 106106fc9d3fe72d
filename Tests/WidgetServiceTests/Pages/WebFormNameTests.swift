import Foundation
import Testing
import WidgetTestSupport

/// The pages, their style sheet, their scripts and the article about the web form use the same
/// names.
@Suite struct WebFormNameTests {
  private static let folder = "Sources/WidgetPages"

  private static func text(_ name: String) throws -> String {
    try RepositoryFiles.text("\(folder)/\(name)")
  }

  private static func scripts() throws -> String {
    try text("Assets/form.js") + text("Assets/pickers.js")
  }

  private static func article() throws -> String {
    try text("WidgetPages.docc/UseTheWebForm.md")
  }

  /// The names in the string literals of some matches.
  private static func names(in matches: [Substring]) -> Set<String> {
    let literals = matches.flatMap { $0.matches(of: /"([^"]*)"/).map { $0.1 } }
    let words = literals.flatMap { $0.split(separator: " ") }
    return Set(words.filter { $0.wholeMatch(of: /[a-z-]+/) != nil }.map(String.init))
  }

  private static func classesOfPages() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      at: ServiceHost.checkout.appending(path: folder), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }
    let code = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let literals = names(
      in: code.matches(of: /\.style\(([^)]*)\)/).map { $0.1 }
        + code.matches(of: /\sstyle(?::| =) ([^,)\n]*)/).map { $0.1 }
        + code.matches(of: /\.set\(\.class, ([^)]*)\)/).map { $0.1 })
    return literals.union(code.matches(of: /class=\\"([a-z-]+)/).map { String($0.1) })
  }

  private static func classesOfScripts() throws -> Set<String> {
    let code = try scripts()
    return names(
      in: code.matches(of: /className(?::| =) ([^,;}]*)/).map { $0.1 }
        + code.matches(of: /classList\.[a-z]+\(([^)]*)\)/).map { $0.1 }
        // The style of a message is the last argument.
        + code.matches(of: /(?:\.say|announce)\([^\n;]*, ([^\n;]*)\);/).map { $0.1 })
  }

  /// The style sheet has no rule for `embedded`, which distinguishes a page in a frame.
  @Test func everyClassHasARuleAndEveryRuleHasAClass() throws {
    let comments = /\/\*.*?\*\//.dotMatchesNewlines()
    let sheet = try Self.text("Assets/form.css").replacing(comments, with: "")
    let styled = Set(sheet.matches(of: /\.([a-z][a-z-]*)/).map { String($0.1) })
    let written = try Self.classesOfPages().union(Self.classesOfScripts())
    #expect(written.subtracting(styled) == ["embedded"])
    #expect(styled.subtracting(written) == [])
  }

  @Test func theScriptsFindElementsByClassesOfPages() throws {
    let selectors = try Self.scripts().matches(
      of: /(?:closest|matches|querySelector(?:All)?)\("([^"]*)"/)
    let found = Set(selectors.flatMap { $0.1.matches(of: /\.([a-z][a-z-]*)/).map { String($0.1) } })
    #expect(!found.isEmpty)
    let written = try Self.classesOfPages().union(Self.classesOfScripts())
    #expect(found.subtracting(written) == [])
  }

  /// The article has exactly the keys with Ctrl or Alt that the script has.
  @Test func theArticleHasTheKeysOfTheForm() throws {
    let form = try Self.text("Assets/form.js")
    let save = try #require(
      form.firstMatch(of: /command && key === "([a-z])"\) this\.act\("save"\)/)?.1.uppercased())
    let undo = try #require(form.firstMatch(of: /\/\^\[([a-z])([a-z])\]\$\/i\.test\(key\)/))
    let redo = try #require(
      form.firstMatch(of: /key\.toLowerCase\(\) === "([a-z])" \|\| shiftKey \? "redo"/))
    let hidden = try #require(
      form.firstMatch(of: /altKey && key === "([a-z])"\) \{\n +const hidden =/)?.1.uppercased())
    let jump = try #require(
      form.firstMatch(of: /command && key === "([a-z])" \|\| key === "(.)" .*\(\{ jump \}\)/))
    #expect(redo.1 == undo.2)
    let (undoKey, redoKey) = (undo.1.uppercased(), undo.2.uppercased())
    let rows = [
      "| Ctrl+\(save) | save |", "| Ctrl+\(undoKey), Ctrl+\(redoKey) | undo, redo |",
      "| \(jump.2) or Ctrl+\(jump.1.uppercased()) | go to a row |",
      "| Alt+\(hidden) | show or collapse the hidden rows |",
    ]
    let letters = /(?:Ctrl|Alt)\+[A-Z](?![a-z])/
    let stated = try Self.article().split(separator: "\n").filter { $0.contains(letters) }
    #expect(stated.map(String.init) == rows)
  }

  @Test func theArticleHasThePartsOfTheElement() throws {
    let form = try Self.text("Assets/form.js")
    let attributes = try #require(form.firstMatch(of: /observedAttributes = \[([^\]]*)\]/)?.1)
    let events = form.matches(of: /\.tell\("([a-z]+)"\)|new CustomEvent\("([a-z]+)"/)
      .compactMap { ($0.1 ?? $0.2).map { String($0) } }
    for code in ["token = \"\";", "get value() {", "save() {"] { #expect(form.contains(code)) }
    let table = try Self.article().components(separatedBy: "| part | meaning |")[1]
      .components(separatedBy: "\n\n")[0]
    let parts = table.matches(of: /\n\| (`.*?) \|/)
      .flatMap { $0.1.matches(of: /`([^`]*)`/).map { String($0.1) } }
    let members = ["token", "value", "save()"]
    #expect(Set(parts) == Self.names(in: [attributes]).union(events).union(members))
  }

  @Test func theArticleHasThePropertiesOfTheStyleSheet() throws {
    let stated = try Self.article().matches(of: /`(--widget-form-[a-z-]+)`/).map { String($0.1) }
    let used = try Self.text("Assets/form.css").matches(of: /var\((--widget-form-[a-z-]+)/)
      .map { String($0.1) }
    #expect(!used.isEmpty)
    #expect(Set(stated) == Set(used))
  }

  @Test func theArticleHasTheMessagesOfTheFrame() throws {
    let form = try Self.text("Assets/form.js")
    let types = form.matches(of: /\.tell\("([a-z]+)"\)/).map { $0.1 }
    let prefix = try #require(form.firstMatch(of: /type: `([a-z]+):\$\{type\}`/)?.1)
    let stated = try Self.article().matches(of: /`([a-z]+:[a-z]+)`/).map { String($0.1) }
    #expect(Set(stated) == Set(types.map { "\(prefix):\($0)" }))
  }
}
