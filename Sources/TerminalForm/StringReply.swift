import IntentModel

/// The meaning of OSC and DCS replies.
enum StringReply {
  /// An OSC reply: `10;rgb:ffff/ffff/ffff` and `11;…`.
  static func command(_ text: String) -> TerminalReply {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, let color = color(parts[1]) else { return .other }
    switch parts[0] {
    case "10": return .foreground(color)
    case "11": return .background(color)
    default: return .other
    }
  }

  /// A DCS reply: `>|name(version)`.
  static func device(_ text: String) -> TerminalReply {
    text.hasPrefix(">|") ? .version(visible(String(text.dropFirst(2)))) : .other
  }

  /// An X11 colour: `rgb:r/g/b`, or `rgba:r/g/b/a`, each with one to four hexadecimal digits.
  private static func color(_ text: Substring) -> Color? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let channels = parts[1].split(separator: "/").prefix(3).compactMap(channel)
    return channels.count == 3 ? .rgb(channels[0], channels[1], channels[2]) : nil
  }

  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16), value >= 0 else {
      return nil
    }
    let largest = (1 << (4 * digits.count)) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }
}
