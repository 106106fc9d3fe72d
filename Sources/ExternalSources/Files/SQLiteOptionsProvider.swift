#if SQLite
  import Foundation
  import GRDB
  import GRDBSQLite
  public import IntentModel
  public import IntentOptions
  import Messages
  import Synchronization
  public import WidgetFormats

  /// Options from a query of an SQLite file.
  ///
  /// The file is opened read-only. If another program keeps it locked, as browsers do while they
  /// run, a copy of the file and its log is read. The query is a single statement. Values from the
  /// request never become part of its text. They are bound to names, such as `:search` or, for a
  /// parameter, `:calendars`, and to question marks, which stand for the arguments of the source. An
  /// unset value is NULL. An unset limit is a number that SQLite treats as no limit. An unknown name
  /// is an error. For `MATCH :search`, the words of the term are bound as a query for the full-text
  /// search FTS5: each is in quotes, and the last is a prefix. The columns are those of
  /// ``OptionsCSV``.
  ///
  /// A source can name separate queries for stored choices and defaults.
  public struct SQLiteOptionsProvider: OptionsProvider {
    /// The name of the source in messages.
    public let name: String

    /// Whether the query uses the search term.
    public let searchesItself: Bool

    private let path: String
    private let source: SQLiteSource
    private let schema: IntentSchema?
    private let limits: SourceLimits

    /// Makes a provider; the file is opened when the provider is used.
    ///
    /// - Parameters:
    ///   - source: The query, its arguments and the timeout.
    ///   - path: The path of the file.
    ///   - name: The name in messages; nil to use the path.
    ///   - schema: The definition, which has the names of parameters and the types of the items'
    ///     properties.
    ///   - limits: The limits of the response.
    public init(
      _ source: SQLiteSource, path: String, name: String? = nil, schema: IntentSchema? = nil,
      limits: SourceLimits = SourceLimits()
    ) {
      self.source = source
      self.schema = schema
      self.path = path
      self.name = name ?? path
      self.limits = limits.waiting(source.timeout)
      searchesItself =
        QueryText(source.query).names.contains(SourceNames.search)
        || source.arguments.contains { $0.contains(SourceNames.inBraces(SourceNames.search)) }
    }

    /// True: a collection never exceeds the limit of the request.
    public var limitsItself: Bool { true }

    /// Whether the source has a query for default choices.
    public var givesDefaults: Bool { source.defaults != nil }

    /// The choices that the query returns.
    ///
    /// - Throws: `OptionsError` for an invalid file or query, or a response that is too slow or too
    ///   large; `CancellationError` when cancelled.
    public func options(for request: OptionsRequest) async throws -> OptionsCollection {
      try await response(of: list, for: [RequestVariables(request)], request)
    }

    /// The choices that the query for defaults returns; empty if there is no such query.
    ///
    /// - Throws: The same errors as ``options(for:)``.
    public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
      guard let query = defaults else { return [] }
      return try await response(of: query, for: [RequestVariables(request)], request).items
    }

    /// The items that the query for stored choices returns; if there is no such query, the items in
    /// the list.
    ///
    /// The list may be incomplete if the query returns as many rows as its own limit. If the query
    /// searches, the list is the result for an empty search term, which should match every choice.
    /// If the empty term does not find all choices, as in a full-text search, the list may be
    /// incomplete.
    ///
    /// - Throws: The same errors as ``options(for:)``.
    public func resolve(
      identifiers: [String], for request: OptionsRequest
    ) async throws -> ResolvedOptions {
      let whole = request.whole
      guard let query = resolving else {
        let found = try await options(for: whole)
        let isWhole = list.text.ownLimit.isWhole(found.count)
        let response = found.resolving(identifiers, isWhole: isWhole && !searchesItself)
        guard searchesItself, isWhole, response.items.count < Set(identifiers).count else {
          return response
        }
        return try await resolvingBySearch(identifiers, listed: found, whole) ?? response
      }
      let isAskedForEach = query.text.names.contains(SourceNames.identifier)
      let asked = Set(identifiers).sorted()
      let rounds = (isAskedForEach ? asked.map { [$0] } : [asked]).map {
        RequestVariables(whole, identifiers: $0)
      }
      var response = try await response(of: query, for: rounds, whole)
        .resolving(identifiers, isWhole: true)
      response.titles = nil
      return response
    }

    /// Looks for stored choices in the result for an empty search term; nil if that result may be
    /// incomplete.
    private func resolvingBySearch(
      _ identifiers: [String], listed: OptionsCollection, _ request: OptionsRequest
    ) async throws -> ResolvedOptions? {
      guard !list.text.searchesFullText else { return nil }
      var request = request
      request.searchTerm = ""
      do {
        let all = try await options(for: request)
        let found = Set(all.items.map(\.identifier))
        guard !found.isEmpty, list.text.ownLimit.isWhole(all.count),
          listed.items.allSatisfy({ found.contains($0.identifier) })
        else { return nil }
        return all.resolving(identifiers, isWhole: true)
      } catch let error as OptionsError where error.code == .tooLarge {
        return nil
      }
    }

    private var list: SQLiteQuery {
      SQLiteQuery(source.query, source.arguments, .query(schema), at: .query)
    }

    private var defaults: SQLiteQuery? {
      source.defaults.map { SQLiteQuery($0, [], .query(schema), at: .default) }
    }

    private var resolving: SQLiteQuery? {
      source.resolve.map { SQLiteQuery($0, [], .resolvingQuery(schema), at: .resolve) }
    }

    private func response(
      of query: SQLiteQuery, for rounds: [RequestVariables], _ request: OptionsRequest
    ) async throws -> OptionsCollection {
      if let problem = query.problems(provider: name).first { throw problem }
      let arguments = try rounds.map { try query.arguments($0, provider: name) }
      // The file is checked first, because SQLite does not report that it is missing.
      try SourceFile.reading(path, provider: name) { _, _ in }
      let maximum = request.limit.map { max(0, min($0, limits.items)) }
      let timedOut = OptionsError.tooSlow(limits.timeout, provider: name)
      let properties = ItemProperties(schema: schema, parameter: request.parameter)
      let response = try await withTimeLimit(limits.timeout, timedOut: timedOut) {
        do {
          return try await reading {
            try collection(of: query, in: $0, arguments, properties, stopAt: maximum)
          }
        } catch let error as DatabaseError {
          try Task.checkCancellation()
          throw failure(error)
        }
      }
      return try response.withoutInvalidItems(
        provider: name, limits: limits.options, locale: request.locale)
    }

    /// Every problem that would make the source fail, as far as it can be found without requesting
    /// choices.
    ///
    /// - Parameter parameter: The parameter for which the source provides choices.
    func problems(for parameter: String?) -> [SourceProblem] {
      let queries = [list] + [resolving, defaults].compactMap { $0 }
      let unnamed = queries.flatMap { query in
        query.problems(provider: name).map { query.problem($0) }
      }
      do throws(OptionsError) {
        try SourceFile.reading(path, provider: name) { _, _ in }
      } catch {
        return unnamed + [SourceProblem(error, at: .sqlite)]
      }
      let properties = ItemProperties(schema: schema, parameter: parameter)
      return unnamed
        + queries.filter { $0.problems(provider: name).isEmpty }.flatMap {
          query -> [SourceProblem] in
          do {
            return try readingNow { try columnProblems(of: query, in: $0, properties) }
          } catch {
            let failure = (error as? DatabaseError).map { self.failure($0) }
            return [query.problem(failure ?? OptionsError(error, provider: name))]
          }
        }
    }

    private func columnProblems(
      of query: SQLiteQuery, in database: Database, _ properties: ItemProperties
    ) throws -> [SourceProblem] {
      let statement = try statement(of: query, in: database)
      let request = RequestVariables(OptionsRequest(parameter: ""), identifiers: [""])
      try statement.validateArguments(query.arguments(request, provider: name))
      let known = SectionBuilder.columns + (properties.names ?? [])
      guard properties.names != nil else { return [] }
      return statement.columnNames.filter { !known.contains($0) }.map { column in
        var problem = query.problem(.unusedColumn(column, choices: known, provider: name))
        problem.severity = .warning
        return problem
      }
    }

    private static let noCollation = "no such collation sequence: "
    private static let noFunction = "no such function: "

    private func failure(_ error: DatabaseError) -> OptionsError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .lockedDatabase(provider: name)
      case .SQLITE_TOOBIG: .tooManyBytes(limits.bytes, provider: name)
      case .SQLITE_ERROR where error.message?.hasPrefix(Self.noCollation) == true:
        .missingCollation(
          String(error.message?.dropFirst(Self.noCollation.count) ?? ""), provider: name)
      case .SQLITE_ERROR where error.message?.hasPrefix(Self.noFunction) == true:
        .missingFunction(
          String(error.message?.dropFirst(Self.noFunction.count) ?? ""), provider: name)
      case .SQLITE_MISUSE where error.message?.hasPrefix("Multiple statements") == true:
        .queryFailed("it has more than one statement", provider: name)
      default:
        .queryFailed(
          .verbatim((error.message ?? error.description).harmlessCause), provider: name)
      }
    }

    /// Reads the database, or a copy if another program keeps the database locked or SQLite cannot
    /// read it where it is.
    ///
    /// Cancelling the task interrupts the query.
    private func reading<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      do {
        return try await open(path).read(body)
      } catch let error as DatabaseError {
        // Copying a large file takes seconds, during which a thread of the task pool must not be
        // blocked.
        let stop = Stop()
        let copy = try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
              continuation.resume(
                with: Result { try databaseCopy(after: error) { stop.isSet.withLock { $0 } } })
            }
          }
        } onCancel: {
          stop.isSet.withLock { $0 = true }
        }
        defer { withExtendedLifetime(copy) {} }
        try Task.checkCancellation()
        return try await open(copy.path, isReadOnly: false).read(body)
      }
    }

    /// Reads the database as ``reading(_:)`` does, but without a task.
    private func readingNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
      do {
        return try open(path).read(body)
      } catch let error as DatabaseError {
        let copy = try databaseCopy(after: error) { false }
        return try withExtendedLifetime(copy) {
          try open(copy.path, isReadOnly: false).read(body)
        }
      }
    }

    /// Whether work on another thread is no longer needed.
    private final class Stop: Sendable { let isSet = Mutex(false) }

    /// A copy of a database that could not be read where it is.
    ///
    /// Opening the copy can roll back an unfinished change, so it is not opened read-only.
    ///
    /// - Throws: The original error, if a copy would not help or cannot be made.
    private func databaseCopy(
      after error: DatabaseError, isCancelled: () -> Bool
    ) throws -> DatabaseCopy {
      let codes: [ResultCode] = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_READONLY]
      let real = URL(filePath: path).resolvingSymlinksInPath().path
      guard codes.contains(error.resultCode), !isCancelled(),
        let copy = DatabaseCopy(of: real, isCancelled: isCancelled)
      else { throw error }
      return copy
    }

    private func open(_ path: String, isReadOnly: Bool = true) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.readonly = isReadOnly
      configuration.busyMode = .timeout(1)
      let maximumBytes = Int32(clamping: max(limits.bytes, source.query.utf8.count))
      configuration.prepareDatabase { database in
        // Every text, blob and row that SQLite creates is limited to the maximum size of the
        // response.
        sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, maximumBytes)
        // A release leaves out the data for the order of texts in a language, so these collations of
        // GRDB would silently order texts in a different way.
        for collation in [
          DatabaseCollation.localizedCompare, .localizedCaseInsensitiveCompare,
          .localizedStandardCompare,
        ] { database.remove(collation: collation) }
        try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      }
      return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The statement for a query, after checking that it is read-only and has the column of
    /// identifiers.
    private func statement(of query: SQLiteQuery, in database: Database) throws -> Statement {
      let statement = try database.makeStatement(sql: query.sql)
      guard statement.isReadonly else {
        throw OptionsError.queryFailed("it would change the database", provider: name)
      }
      let identifier = OptionsJSON.ItemKey.identifier.rawValue
      guard statement.columnNames.contains(identifier) else {
        throw OptionsError.missingColumn(identifier, provider: name)
      }
      return statement
    }

    private func collection(
      of query: SQLiteQuery, in database: Database, _ rounds: [StatementArguments],
      _ properties: ItemProperties, stopAt maximum: Int?
    ) throws -> OptionsCollection {
      let statement = try statement(of: query, in: database)
      var builder = SectionBuilder(properties: properties, columns: statement.columnNames)
      var bytes = 0
      for arguments in rounds {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        try add(rows, to: &builder, &bytes, stopAt: maximum)
      }
      return builder.collection
    }

    private func add(
      _ rows: RowCursor, to builder: inout SectionBuilder, _ bytes: inout Int,
      stopAt maximum: Int?
    ) throws {
      while builder.count != maximum, let row = try rows.next() {
        guard builder.count < limits.items else {
          throw OptionsError.tooManyRows(
            limits.items, "Add a LIMIT or a condition to the query.", provider: name)
        }
        do throws(IntentIssue) {
          try builder.add { column in
            let text = row.hasColumn(column) ? Self.text(of: column, in: row) : nil
            bytes += text?.utf8.count ?? 0
            return text
          }
        } catch {
          throw OptionsError.malformed(
            row: builder.count, error.message, error.advice, provider: name)
        }
        guard bytes <= limits.bytes else {
          throw OptionsError.tooManyBytes(limits.bytes, provider: name)
        }
      }
    }

    private static func text(of column: String, in row: Row) -> String? {
      let value: DatabaseValue = row[column]
      return switch value.storage {
      case .null: nil
      case .int64(let number): String(number)
      case .double(let number): number.description
      // The bytes of the statement are read directly, because a string from the row would end at
      // U+0000.
      case .string(let text):
        (try? row.withUnsafeData(named: column) { $0.map { String(decoding: $0, as: UTF8.self) } })
          ?? text
      case .blob(let data): String(decoding: data, as: UTF8.self)
      }
    }
  }

  /// A query of a source, and the values that are bound to it.
  private struct SQLiteQuery: Sendable {
    let sql: String
    let text: QueryText

    /// The key of the query in `widget.json`.
    private let key: SourceDescription.Key
    private let positional: [String]
    private let names: SourceNames

    init(_ sql: String, _ arguments: [String], _ names: SourceNames, at key: SourceDescription.Key)
    {
      self.sql = sql
      self.names = names
      text = QueryText(sql)
      positional = arguments
      self.key = key
    }

    /// A problem at the location of the query in `widget.json`.
    func problem(_ error: OptionsError) -> SourceProblem {
      SourceProblem(error, at: key, key == .default ? .query : nil)
    }

    /// All problems with the names in the query and in its arguments.
    func problems(provider: String) -> [OptionsError] {
      text.names.compactMap { name in
        names.problem(with: name, written: text.written[name] ?? name, provider: provider)
      } + positional.flatMap { names.problems(in: $0, provider: provider) }
    }

    /// The values to bind for a request.
    func arguments(
      _ variables: RequestVariables, provider: String
    ) throws(OptionsError) -> StatementArguments {
      var values: [(any DatabaseValueConvertible)?] = []
      for argument in positional {
        values.append(
          Self.value(of: try names.require(in: argument, provider: provider), variables))
      }
      var arguments = StatementArguments(values)
      var named: [String: (any DatabaseValueConvertible)?] = [:]
      for name in text.names { named.updateValue(Self.value(name, variables), forKey: name) }
      if text.searchesFullText, let term = variables.searchTerm {
        named.updateValue(FullTextTerm(term).query, forKey: SourceNames.search)
      }
      if !named.isEmpty { arguments += StatementArguments(named) }
      return arguments
    }

    /// The value of a template; a template that is a single name keeps the type of its value, so
    /// `{limit}` is a number and an unset value is NULL.
    private static func value(
      of template: TextTemplate, _ variables: RequestVariables
    ) -> (any DatabaseValueConvertible)? {
      if template.parts.count == 1, case .variable(let name)? = template.parts.first {
        return value(name, variables)
      }
      return template.text(variables.text)
    }

    /// The value of a name; an unset limit is a number, because `LIMIT` does not accept NULL.
    private static func value(
      _ name: String, _ variables: RequestVariables
    ) -> (any DatabaseValueConvertible)? {
      variables[name].flatMap(value) ?? (name == SourceNames.limit ? SourceNames.unsetLimit : nil)
    }

    private static func value(_ value: IntentValue) -> (any DatabaseValueConvertible)? {
      switch value {
      case .boolean(let boolean): boolean
      case .integer(let number): number
      case .decimal(let number), .timeInterval(let number): number
      case .array: JSONTexts.array(RequestVariables.texts(value))
      default: RequestVariables.text(value)
      }
    }
  }

  /// A search term as a query for the full-text search.
  struct FullTextTerm {
    /// The words are in quotes, so no character in them is an operator; the last word is a prefix.
    ///
    /// The result is nil for a term without words, as if there were no term.
    let query: String?

    init(_ term: String) {
      let words = term.split(whereSeparator: \.isWhitespace).map {
        "\"" + $0.replacing("\"", with: "\"\"") + "\""
      }
      query = words.isEmpty ? nil : words.joined(separator: " ") + "*"
    }
  }
#endif
