#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How much of a long table, or of many seeds, a run goes through.
///
/// An everyday run takes a part that is spread over the whole, so that it stays quick where programs
/// are built for debugging; a run with the environment variable `WIDGETCONFIG_THOROUGH` takes all.
public enum TestDepth {
  /// Whether everything is to be gone through.
  public static let isThorough =
    ProcessInfo.processInfo.environment["WIDGETCONFIG_THOROUGH"] != nil

  /// A number of cases: the first in an everyday run, the second in a thorough one.
  public static func count(_ everyday: Int, thorough: Int) -> Int {
    isThorough ? thorough : everyday
  }

  /// The elements of a table to go through: as many as said, spread evenly, or all in a thorough run.
  public static func part<Table: RandomAccessCollection>(
    _ everyday: Int, of table: Table
  ) -> [Table.Element] {
    guard !isThorough, everyday < table.count else { return Array(table) }
    return spread(everyday, of: table)
  }

  /// For a table that is crossed with another: the part of it for one row of the other.
  ///
  /// The parts of neighbouring rows follow one another, so that every element has its turn.
  public static func turn<Table: RandomAccessCollection>(
    _ row: Int, _ everyday: Int, of table: Table
  ) -> [Table.Element] {
    guard !isThorough, everyday < table.count else { return Array(table) }
    return take(everyday, of: table, from: row * everyday)
  }

  static func spread<Table: RandomAccessCollection>(
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
