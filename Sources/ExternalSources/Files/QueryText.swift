/// The words and parameter names in an SQL text, ignoring its strings and comments.
///
/// As in SQLite, parameter names begin with `:`, `@` or `$`.
struct QueryText: Sendable, Hashable {
  /// The parameter names without their prefix, in order of first appearance.
  private(set) var names: [String] = []

  /// How each name is written in the query, including its prefix.
  private(set) var written: [String: String] = [:]

  /// The words, in capitals, and the parameters, in order.
  private(set) var words: [String] = []

  private let text: String

  init(_ text: String) {
    self.text = text
    var scalars = Substring.UnicodeScalarView(text.unicodeScalars)
    while let scalar = scalars.first {
      switch scalar {
      case "'", "\"", "`": Self.skip(&scalars, to: scalar)
      case "[": Self.skip(&scalars, to: "]")
      case "-" where scalars.dropFirst().first == "-":
        scalars = scalars.drop { $0 != "\n" }
      case "/" where scalars.dropFirst().first == "*": Self.skipComment(&scalars)
      case ":", "@", "$":
        scalars.removeFirst()
        let name = Self.takeName(&scalars)
        guard !name.isEmpty else { continue }
        words.append("\(scalar)\(name)")
        if written.updateValue("\(scalar)\(name)", forKey: name) == nil { names.append(name) }
      case _ where Self.isPartOfName(scalar): words.append(Self.takeName(&scalars).uppercased())
      default: scalars.removeFirst()
      }
    }
  }

  /// Whether the search term is passed to a full-text search.
  var searchesFullText: Bool {
    zip(words, words.dropFirst()).contains { $0 == "MATCH" && $1.dropFirst() == SourceNames.search }
  }

  /// The limit that a query itself sets on the number of rows.
  enum OwnLimit: Hashable {
    case none
    case rows(Int)
    /// A limit that only SQLite can compute.
    case unknown

    /// Whether a query that returned `count` rows has returned all rows.
    func isWhole(_ count: Int) -> Bool {
      switch self {
      case .none: true
      case .rows(let most): count < most
      case .unknown: false
      }
    }
  }

  /// The query's own row limit; it is known only if the query's last words are its only `LIMIT` and
  /// a number.
  var ownLimit: OwnLimit {
    let limits = zip(words, words.dropFirst()).filter {
      $0.0 == "LIMIT" && $0.1.dropFirst() != SourceNames.limit
    }
    guard let (_, number) = limits.first else { return .none }
    // The match starts from the end, because `OFFSET`, a comma or an operator would follow or
    // precede the number.
    let end = text.reversed().drop { $0 == ";" || $0.isWhitespace }
    let before = end.dropFirst(number.count).drop { $0.isWhitespace }
    guard limits.count == 1, let most = Int(number), end.starts(with: number.reversed()),
      String(before.prefix(5)).uppercased() == "TIMIL", words.suffix(2) == ["LIMIT", number]
    else { return .unknown }
    return .rows(most)
  }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  private static func takeName(_ scalars: inout Substring.UnicodeScalarView) -> String {
    let name = scalars.prefix(while: isPartOfName)
    scalars.removeFirst(name.count)
    return String(name)
  }

  /// Skips a quoted text; after a doubled quote, what follows counts as another quoted text, which
  /// is skipped too.
  private static func skip(
    _ scalars: inout Substring.UnicodeScalarView, to end: Unicode.Scalar
  ) {
    scalars = scalars.dropFirst().drop { $0 != end }.dropFirst()
  }

  private static func skipComment(_ scalars: inout Substring.UnicodeScalarView) {
    scalars = scalars.dropFirst(2)
    while let scalar = scalars.first {
      scalars.removeFirst()
      if scalar == "*", scalars.first == "/" {
        scalars.removeFirst()
        return
      }
    }
  }
}
