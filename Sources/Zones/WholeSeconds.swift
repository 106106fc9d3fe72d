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

  /// Whole seconds since 1970, rounded down and kept within about 2,000 years before and 9,000
  /// years after 1970; 0 for NaN.
  package var wholeSeconds: Int {
    let seconds = timeIntervalSince1970.rounded(.down)
    let year = 366.0 * 86_400
    return seconds.isNaN ? 0 : Int(max(-2000 * year, min(9000 * year, seconds)))
  }
}
