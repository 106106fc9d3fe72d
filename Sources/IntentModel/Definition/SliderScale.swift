/// The steps of a slider between two ends.
///
/// A position is a number of steps, so that steps of 0.1 do not accumulate rounding errors. The
/// step is a round number that gives enough steps; for integers, it is at least 1. The definition
/// format has no key for the step.
public struct SliderScale: Sendable, Hashable {
  /// The value at the first position.
  public let minimum: Double

  /// The value at the last position.
  public let maximum: Double

  /// The distance between two positions.
  public let step: Double

  private let digits: Int

  /// Makes the scale between two ends; nil unless both ends and their distance are finite and the
  /// first end is less than the second.
  public init?(from minimum: Double, to maximum: Double, isWhole: Bool = false) {
    guard minimum.isFinite, maximum.isFinite, minimum < maximum,
      (maximum - minimum).isFinite
    else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    let (step, digits) = Self.step(for: maximum - minimum)
    self.step = isWhole ? max(1, step) : step
    self.digits = isWhole ? 0 : max(digits, Self.fractionDigits(of: minimum))
  }

  /// The last position, counted from 0.
  public var lastPosition: Int {
    let count = (maximum - minimum) / step
    return max(1, Int((count + Self.tolerance).rounded(.down)) + (isExact(count) ? 0 : 1))
  }

  /// The value at a position; for a position outside the scale, the nearest end.
  public func value(at position: Int) -> Double {
    if position <= 0 { return minimum }
    if position >= lastPosition { return maximum }
    let value = minimum + step * Double(position)
    guard (0...15).contains(digits) else { return value }
    let scale = Self.power(digits)
    return (value * scale).rounded() / scale
  }

  /// The position nearest to a value; for a value outside the scale, the nearest end.
  public func position(of value: Double) -> Int {
    guard value > minimum else { return 0 }
    guard value < maximum else { return lastPosition }
    let nearest = min(lastPosition, Int(((value - minimum) / step).rounded()))
    // The last step may be shorter than the others.
    let isNearerToEnd = maximum - value < value - self.value(at: lastPosition - 1)
    return isNearerToEnd && nearest == lastPosition - 1 ? lastPosition : nearest
  }

  /// The value that is `steps` steps away from the position nearest to a value, within the scale.
  public func value(_ steps: Int, from value: Double) -> Double {
    let nearest = position(of: value)
    let (sum, overflow) = nearest.addingReportingOverflow(steps)
    let target = overflow ? (steps > 0 ? lastPosition : 0) : sum
    return self.value(at: min(max(0, target), lastPosition))
  }

  private func isExact(_ count: Double) -> Bool { abs(count - count.rounded()) < Self.tolerance }

  /// The rounding error below which two numbers count as equal.
  private static let tolerance = 1e-9

  private static func step(for range: Double) -> (step: Double, digits: Int) {
    var exponent = 0
    var unit = range / 20
    while unit >= 10, exponent < Double.greatestPowerOfTen {
      unit /= 10
      exponent += 1
    }
    while unit < 1, exponent > -Double.greatestPowerOfTen {
      unit *= 10
      exponent -= 1
    }
    let factor: Double = unit >= 5 - tolerance ? 5 : unit >= 2 - tolerance ? 2 : 1
    let step = exponent >= 0 ? factor * power(exponent) : factor / power(-exponent)
    return (step, max(0, -exponent))
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<max(0, exponent)).reduce(1.0) { product, _ in product * 10 }
  }

  private static func fractionDigits(of number: Double) -> Int {
    let parts = number.magnitude.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = parts[0].split(separator: ".").last ?? "0"
    let written = parts[0].contains(".") && fraction != "0" ? fraction.count : 0
    return max(0, written - exponent)
  }
}

extension NumberMetadata {
  /// The ends of a slider; nil for any other control, or if an end is missing.
  fileprivate var sliderEnds: (Number, Number)? {
    guard control == .slider, let lowerLimit, let upperLimit else { return nil }
    return (lowerLimit, upperLimit)
  }
}

extension NumberMetadata where Number == Double {
  /// The scale of a slider; nil for any other control, or if an end is missing.
  public var sliderScale: SliderScale? {
    sliderEnds.flatMap { SliderScale(from: $0, to: $1) }
  }
}

extension NumberMetadata where Number == Int {
  /// The scale of a slider; nil for any other control, or if an end is missing.
  public var sliderScale: SliderScale? {
    sliderEnds.flatMap { SliderScale(from: Double($0), to: Double($1), isWhole: true) }
  }
}
