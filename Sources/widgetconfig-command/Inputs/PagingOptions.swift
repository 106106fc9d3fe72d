import ArgumentParser
import FormEngine
import JSONC
import Messages
import WidgetFormats
import WidgetStore

/// The options that select a part of a long list.
struct PagingOptions: ParsableArguments {
  /// The title of the options in help.
  static let title = "Pages"

  @Option(help: "The maximum number of entries to list; all by default.")
  var limit: Int?

  @Option(help: "List only the names after this name.")
  var after: String?

  func validate() throws {
    try ValidationError.check("--limit", limit, from: 1)
  }

  /// Reads a list in pages, and prints each page as it is read.
  ///
  /// - Parameters:
  ///   - writer: Prints the list as JSON.
  ///   - format: The format of the list.
  ///   - read: Reads the elements after a name, up to a given number of them.
  ///   - name: The name of an element; a later page begins after the name of the last element.
  ///   - json: An element as JSON.
  ///   - table: Prints elements for people.
  /// - Returns: Whether the list was empty, and the name after which more elements follow.
  func write<Element>(
    _ writer: ListJSON.Writer, as format: ListFormat,
    read: (_ after: String?, _ limit: Int) async throws -> [Element], name: (Element) -> String,
    json: (Element) -> JSONValue, table: (ArraySlice<Element>) -> Void
  ) async throws -> (isEmpty: Bool, next: String?) {
    var (writer, last, isEmpty, isBegun) = (writer, after, true, false)
    var pages = ReadPages(left: limit ?? .max)
    repeat {
      let page = pages.next(try await read(last, pages.asked))
      isEmpty = isEmpty && page.isEmpty
      switch format {
      case .json:
        // If the list cannot be read, this fails before anything is printed.
        Terminal.writeJSON(
          (isBegun ? "" : writer.head) + page.map { writer.next(json($0)) }.joined())
        isBegun = true
      case .table: table(page)
      }
      last = page.last.map(name) ?? last
    } while pages.continues
    if format == .json { Terminal.writeJSON(writer.tail) }
    return (isEmpty, pages.hasMore ? last : nil)
  }

  /// Prints that more elements follow, and the command that lists them.
  ///
  /// - Parameters:
  ///   - command: The command without its options.
  ///   - options: The options of the current command that select elements.
  ///   - name: The name that was listed last.
  func sayMore(
    _ command: String, _ options: [(name: String, value: String)], after name: String,
    _ shared: SharedOptions
  ) {
    let all = options + [("--limit", limit.map { String($0) } ?? ""), ("--after", name)]
    let words = all.filter { !$0.value.isEmpty }.map { "\($0.name) \(shellWord($0.value))" }
    let next = ([command] + words).joined(separator: " ")
    shared.remark("More follow. List them with: \(command: next)")
  }
}

/// The pages of a list, which are read one at a time, each with one extra element to show whether
/// there are more.
struct ReadPages {
  private static let size = 500

  /// The number of elements that can still be shown.
  private var left: Int
  /// Whether more elements follow the last page that was read.
  private(set) var hasMore = true

  init(left: Int) { self.left = left }

  private var shown: Int { min(Self.size, left) }

  /// The maximum number of elements to request.
  var asked: Int { shown + 1 }

  /// Whether to read another page.
  var continues: Bool { hasMore && left > 0 }

  /// The elements to show among those that were read.
  mutating func next<Element>(_ found: [Element]) -> ArraySlice<Element> {
    let page = found.prefix(shown)
    hasMore = found.count > page.count
    left -= page.count
    return page
  }
}
