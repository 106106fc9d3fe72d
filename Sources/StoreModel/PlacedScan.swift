extension PlacedWidgetStore {
  /// A page of placed widgets of which only some are read whole.
  ///
  /// - Parameters:
  ///   - query: The page; its limit is the number of widgets that are looked at.
  ///   - isWanted: Whether a widget is read, from what a list has of it and from the text of the
  ///     definition that its answers belong to; nil if that is unknown.
  /// - Returns: The wanted widgets, and a failure for each that cannot be read.
  package func page(
    _ query: PlacedQuery, where isWanted: @escaping @Sendable (PlacedSummary, String?) -> Bool
  ) async throws(StoreError) -> PlacedPage<PlacedWidget> {
    let limit = max(1, query.limit)
    let rows = RowQuery(
      after: query.after.map(PlacedWidget.key), prefix: query.prefix.map(PlacedWidget.key),
      origin: query.origin, limit: limit + 1, isThin: false)
    let page = try await driver.read(tenant) { transaction in
      let found = try transaction.rows(rows)
      let wanted = found.prefix(limit).filter { row in
        (try? PlacedSummary(row)).map { isWanted($0, row.definition) } ?? true
      }
      return PlacedPage(
        entries: try wanted.map { try transaction.entry($0) },
        next: found.count > limit ? found[limit - 1].name : nil)
    }
    return page ?? PlacedPage(entries: [], next: nil)
  }
}
