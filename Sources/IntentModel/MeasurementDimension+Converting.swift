extension MeasurementUnit {
  /// A value of this unit in another unit of the same quantity, as a number a person would write.
  ///
  /// A value of at most seven digits becomes the shortest number within five parts in a hundred
  /// million of the exact one, so that converting it back gives the same value; a longer one keeps
  /// about fourteen digits. A value that is not finite stays what it is.
  public func value(_ value: Double, in other: MeasurementUnit) -> Double {
    guard other != self, value.isFinite else { return value }
    let base = baseValue(of: value)
    let exact = other.value(fromBase: base)
    guard exact.isFinite else { return exact }
    // What the additions of temperatures leave of a number that should be nought.
    let noise = (abs(base) + abs(constant) + abs(other.constant)) / other.coefficient * 1e-14
    if abs(exact) <= noise { return 0 }
    guard value.digitCount <= 8 else { return exact.shortest(within: noise) }
    // Where a constant is added, the smaller of the two numbers says how exact both have to be.
    let magnitude = min(abs(exact), abs(value) * coefficient / other.coefficient)
    return exact.shortest(within: max(magnitude * 5e-8, noise))
  }
}

extension Double {
  /// How many digits the shortest text of the number has, without zeros at its ends.
  var digitCount: Int {
    var digits = magnitude.description.utf8.prefix { $0 != UInt8(ascii: "e") }
      .filter { (48...57).contains($0) }[...]
    digits = digits.drop { $0 == 48 }
    while digits.last == 48 { digits.removeLast() }
    return digits.count
  }

  /// The number with so many digits, from 1 to 15, that is nearest.
  package func rounded(toDigits digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    var exponent = 0
    var head = magnitude
    while head >= 10 { (head, exponent) = (head / 10, exponent + 1) }
    while head < 1 { (head, exponent) = (head * 10, exponent - 1) }
    // The digits are read as text, so that the result is the double nearest to the decimal number.
    let shift = digits - 1 - exponent
    let power = shift.magnitude <= 300 ? Double("1e\(shift.magnitude)") : nil
    guard let power else { return self }
    let whole = (shift < 0 ? magnitude / power : magnitude * power).rounded()
    guard whole < 9e15, let read = Double("\(Int(whole))e\(-shift)") else { return self }
    return self < 0 ? -read : read
  }

  /// The number with the fewest digits that is at most so far away.
  func shortest(within distance: Double) -> Double {
    for digits in 1...15 {
      let candidate = rounded(toDigits: digits)
      if abs(candidate - self) <= distance { return candidate }
    }
    return self
  }
}
