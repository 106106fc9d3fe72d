import GRDB
import GRDBSQLite
public import IntentFormats
import IntentModel
public import IntentOptions

/// Options that a query of an SQLite file gives.
///
/// The file is opened for reading only. The query is one statement; what it needs of the request is
/// bound and never becomes part of it: by name, as `:search`, `:limit`, `:family`, `:locale` or
/// `:calendars` for a parameter, or by question marks for the arguments of the source. What is not
/// set is NULL; a limit that is not set is -1, which to SQLite is none. Where the query says `MATCH :search`, the words of the term are bound as a query of
/// the full-text search FTS5: each in quotes, the last as the start of a word. The columns are
/// `identifier`, and as far as they are there `display`, `subtitle`, `section` and `symbol`.
public struct SQLiteOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// Whether the query uses the search term.
  public let searchesItself: Bool

  private let path: String
  private let source: SQLiteSource
  private let limits: SourceLimits

  /// Makes a provider; the file is opened when it is asked.
  ///
  /// - Parameters:
  ///   - source: The query, its arguments and the time.
  ///   - path: The path of the file.
  ///   - name: The name in messages; nil for the path.
  ///   - limits: What the answer may cost.
  public init(
    _ source: SQLiteSource, path: String, name: String? = nil,
    limits: SourceLimits = SourceLimits()
  ) {
    self.source = source
    self.path = path
    self.name = name ?? path
    self.limits = limits.waiting(source.timeout)
    searchesItself =
      QueryArguments.names(in: source.query).contains("search")
      || source.arguments.contains { $0.contains("{search}") }
  }

  /// No answer is longer than the request wants.
  public var limitsItself: Bool { true }

  /// The choices that the query gives.
  ///
  /// - Throws: `OptionsError` for a file or a query that is wrong, or an answer that is too slow or
  ///   too large; `CancellationError` when cancelled.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let arguments = try QueryArguments(source, request, provider: name).statementArguments
    // Looks at the file first: SQLite does not say that it is missing.
    try SourceFile.reading(path, provider: name) { _, _ in }
    let maximum = request.limit.map { max(0, min($0, limits.items)) }
    let timedOut = OptionsError.tooSlow(limits.timeout, provider: name)
    let answer = try await withTimeLimit(limits.timeout, timedOut: timedOut) {
      do {
        return try await open().read { try collection(in: $0, arguments, stopAt: maximum) }
      } catch let error as DatabaseError {
        try Task.checkCancellation()
        throw failure(error)
      }
    }
    return try answer.validated(provider: name, limits: limits.options)
  }

  private func failure(_ error: DatabaseError) -> OptionsError {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .lockedDatabase(provider: name)
    case .SQLITE_TOOBIG: .tooManyBytes(limits.bytes, provider: name)
    case .SQLITE_MISUSE where error.message?.hasPrefix("Multiple statements") == true:
      .queryFailed("it has more than one statement", provider: name)
    default: .queryFailed(error.message ?? error.description, provider: name)
    }
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(1)
    let mostBytes = Int32(clamping: max(limits.bytes, source.query.utf8.count))
    configuration.prepareDatabase { database in
      // No text, blob or row that SQLite makes on the way is larger than the answer may be.
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, mostBytes)
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func collection(
    in database: Database, _ arguments: StatementArguments, stopAt maximum: Int?
  ) throws -> OptionsCollection {
    let statement = try database.makeStatement(sql: source.query)
    guard statement.isReadonly else {
      throw OptionsError.queryFailed("it would change the database", provider: name)
    }
    guard statement.columnNames.contains("identifier") else {
      throw OptionsError.missingColumn("identifier", provider: name)
    }
    var builder = SectionBuilder()
    var bytes = 0
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while builder.count != maximum, let row = try rows.next() {
      guard builder.count < limits.items else {
        let remedy = "Add a LIMIT or a condition to the query."
        throw OptionsError.tooManyRows(limits.items, remedy, provider: name)
      }
      builder.add { column in
        let text = row.hasColumn(column) ? Self.text(row[column]) : nil
        bytes += text?.utf8.count ?? 0
        return text
      }
      guard bytes <= limits.bytes else {
        throw OptionsError.tooManyBytes(limits.bytes, provider: name)
      }
    }
    return builder.collection
  }

  private static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): String(number)
    case .double(let number): number.description
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }
}

/// What is bound to a query.
private struct QueryArguments {
  let statementArguments: StatementArguments

  init(
    _ source: SQLiteSource, _ request: OptionsRequest, provider: String
  ) throws(OptionsError) {
    let variables = RequestVariables(request)
    var values: [(any DatabaseValueConvertible)?] = []
    for argument in source.arguments {
      do throws(TextTemplate.Malformed) {
        values.append(Self.value(of: try TextTemplate(argument), variables))
      } catch {
        throw .queryFailed("the argument \(quoted(argument)): \(error.rule)", provider: provider)
      }
    }
    var arguments = StatementArguments(values)
    var named: [String: (any DatabaseValueConvertible)?] = [:]
    for name in Self.names(in: source.query) {
      named.updateValue(Self.value(name, variables), forKey: name)
    }
    if Self.searchesFullText(source.query), let term = request.searchTerm {
      named.updateValue(FullTextTerm(term).query, forKey: "search")
    }
    if !named.isEmpty { arguments += StatementArguments(named) }
    statementArguments = arguments
  }

  /// The names after a colon, also those in texts, where they do no harm.
  static func names(in query: String) -> Set<String> {
    var names = Set<String>()
    for part in query.split(separator: ":", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !name.isEmpty { names.insert(String(name)) }
    }
    return names
  }

  /// Whether a query hands the search term to a full-text search.
  static func searchesFullText(_ query: String) -> Bool {
    let words = query.uppercased().split(whereSeparator: \.isWhitespace)
    return zip(words, words.dropFirst()).contains { $0 == "MATCH" && $1.hasPrefix(":SEARCH") }
  }

  /// A lone name keeps its type, so that `{limit}` is a number and what is not set is NULL.
  private static func value(
    of template: TextTemplate, _ variables: RequestVariables
  ) -> (any DatabaseValueConvertible)? {
    if template.parts.count == 1, case .variable(let name)? = template.parts.first {
      return value(name, variables)
    }
    return template.text(variables.text)
  }

  /// The value of a name; `LIMIT` takes no NULL, and -1 for as many as there are.
  private static func value(
    _ name: String, _ variables: RequestVariables
  ) -> (any DatabaseValueConvertible)? {
    variables[name].flatMap(value) ?? (name == "limit" ? -1 : nil)
  }

  private static func value(_ value: IntentValue) -> (any DatabaseValueConvertible)? {
    switch value {
    case .boolean(let boolean): boolean
    case .integer(let number): number
    case .decimal(let number), .timeInterval(let number): number
    default: RequestVariables.text(value)
    }
  }
}

/// A search term as FTS5 wants it.
struct FullTextTerm {
  /// The words in quotes, so that no sign in them is an operator; the last is the start of a word.
  ///
  /// A term without words is nil, as if there were no term.
  let query: String?

  init(_ term: String) {
    let words = term.split(whereSeparator: \.isWhitespace).map {
      "\"" + $0.replacing("\"", with: "\"\"") + "\""
    }
    query = words.isEmpty ? nil : words.joined(separator: " ") + "*"
  }
}
