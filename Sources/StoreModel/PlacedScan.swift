extension PlacedWidgetStore {
  /// A page of placed widgets, of which only some are read completely.
  ///
  /// - Parameters:
  ///   - query: The page; its limit is the number of widgets to examine.
  ///   - isWanted: Whether a widget is read completely, given its summary and the text of the
  ///     definition that its answers belong to, which is nil if unknown.
  /// - Returns: The wanted widgets, and a failure for each one that cannot be read.
  package func page(
    _ query: PlacedQuery, where isWanted: @escaping @Sendable (PlacedSummary, String?) -> Bool
  ) async throws(StoreError) -> PlacedPage<PlacedWidget> {
    try await page(
      query, isThin: false,
      of: { row in (try? PlacedSummary(row)).map { isWanted($0, row.definition) } ?? true },
      { row, rows in try rows.entry(row) })
  }
}
