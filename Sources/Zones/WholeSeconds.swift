#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Date {
  /// Makes a date from Unix seconds.
  package init(wholeSeconds: Int) {
    self.init(timeIntervalSince1970: Double(wholeSeconds))
  }

  /// Whole seconds since 1970, rounded down; 0 for NaN.
  ///
  /// A date thousands of years before or after 1970 is moved closer, so that the number of its
  /// seconds fits into an `Int`.
  package var wholeSeconds: Int {
    let seconds = timeIntervalSince1970.rounded(.down)
    let year = 366 * Double(CivilDateTime.secondsPerDay)
    return seconds.isNaN ? 0 : Int(max(-2000 * year, min(9000 * year, seconds)))
  }
}
