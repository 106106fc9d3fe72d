#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How much of a long table, or how many seeds, a run covers.
///
/// An everyday run covers a sample that is spread evenly, so that it is fast even in a debug build;
/// with the environment variable `WIDGETCONFIG_THOROUGH`, a run covers everything.
public enum TestDepth {
  /// Whether a run covers everything.
  public static let isThorough =
    ProcessInfo.processInfo.environment["WIDGETCONFIG_THOROUGH"] != nil

  /// The number of cases in an everyday run, or in a thorough one.
  public static func count(_ everyday: Int, thorough: Int) -> Int {
    isThorough ? thorough : everyday
  }

  /// The elements of a table to cover: the given number, spread evenly, or all of them in a
  /// thorough run.
  public static func part<Table: RandomAccessCollection>(
    _ everyday: Int, of table: Table
  ) -> [Table.Element] {
    guard !isThorough, everyday < table.count else { return Array(table) }
    return spread(everyday, of: table)
  }

  /// The elements of a table to combine with the given row of another table.
  ///
  /// Successive rows get successive elements, so that every element has its turn.
  public static func turn<Table: RandomAccessCollection>(
    _ row: Int, _ everyday: Int, of table: Table
  ) -> [Table.Element] {
    guard !isThorough, everyday < table.count else { return Array(table) }
    return take(everyday, of: table, from: row * everyday)
  }

  /// The given number of elements of a table, spread evenly.
  public static func spread<Table: RandomAccessCollection>(
    _ count: Int, of table: Table
  ) -> [Table.Element] {
    (0..<count).map { table[table.index(table.startIndex, offsetBy: $0 * table.count / count)] }
  }

  static func take<Table: RandomAccessCollection>(
    _ count: Int, of table: Table, from first: Int
  ) -> [Table.Element] {
    (0..<count).map {
      table[table.index(table.startIndex, offsetBy: (first + $0) % table.count)]
    }
  }
}
