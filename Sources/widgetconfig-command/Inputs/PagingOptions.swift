import ArgumentParser
import FormEngine
import Messages
import WidgetStore

/// The options that choose a part of a long list.
struct PagingOptions: ParsableArguments {
  @Option(help: "At most this number; all by default.")
  var limit: Int?

  @Option(help: "Only what follows this name in the list.")
  var after: String?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(.argumentFrom(argument: "--limit", lower: 1)) }
  }

  /// The pages in which the list is read.
  var pages: ReadPages { ReadPages(left: limit ?? .max) }

  /// Says that more follows, and the command that lists it.
  ///
  /// - Parameters:
  ///   - command: The command without its options.
  ///   - options: The options of the present command that choose among the elements.
  ///   - name: The last listed name.
  func sayMore(
    _ command: String, _ options: [(name: String, value: String)], after name: String,
    _ shared: SharedOptions
  ) {
    let all = options + [("--limit", limit.map { String($0) } ?? ""), ("--after", name)]
    let words = all.filter { !$0.value.isEmpty }.map { "\($0.name) \(shellWord($0.value))" }
    let next = ([command] + words).joined(separator: " ")
    shared.remark("More follow. List them with: widgetconfig \(name: next, limit: 1_000)")
  }
}

/// The pages of a list that are read one after the other, each with an element more than is shown, which
/// tells whether there are more.
struct ReadPages {
  private static let size = 500

  /// The number of elements that can still be shown.
  private var left: Int
  /// Whether more elements follow the last page.
  private(set) var hasMore = true

  init(left: Int) { self.left = left }

  private var shown: Int { min(Self.size, left) }

  /// The maximum number of elements to ask for.
  var asked: Int { shown + 1 }

  /// Whether another page is to be read.
  var continues: Bool { hasMore && left > 0 }

  /// The elements to show among those that were read.
  mutating func next<Element>(_ found: [Element]) -> ArraySlice<Element> {
    let page = found.prefix(shown)
    hasMore = found.count > page.count
    left -= page.count
    return page
  }
}
