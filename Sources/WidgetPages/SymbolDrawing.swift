package import IntentOptions

/// The drawing of a symbol, as lines in a square of 24 units.
///
/// Sources name symbols as SF Symbols does, such as `cloud.rain.fill`. Apple's pictures may be used
/// only on Apple's systems, so these are different drawings of the same objects.
package struct SymbolDrawing: Sendable, Hashable {
  /// The lines as SVG path data.
  package let path: String
  /// Whether the shape is filled, which a part `fill` in the name indicates.
  package let isFilled: Bool

  /// Finds the drawing of a name or, if it is unknown, of the name without its last parts.
  ///
  /// For example, `cloud.rain.circle` has the drawing of `cloud.rain`. The drawing for an unknown
  /// name is a dot.
  package init(named name: String) {
    var parts = name.split(separator: ".").prefix(8).map(String.init)
    isFilled = parts.contains("fill")
    while !parts.isEmpty {
      let known = parts.joined(separator: ".")
      if let lines = Self.lines[Self.synonyms[known] ?? known] {
        path = Self.path(of: lines)
        return
      }
      parts.removeLast()
    }
    path = Self.dot
  }

  /// The drawing of an unknown symbol.
  private static let dot = "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0"

  /// The path data, with each circle (written as `Ox y radius;`) replaced with two arcs.
  private static func path(of lines: String) -> String {
    lines.split(separator: "O", omittingEmptySubsequences: false).enumerated().map { part in
      let halves = part.element.split(
        separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let numbers = halves[0].split(separator: " ")
      guard part.offset > 0, halves.count == 2, numbers.count == 3 else {
        return String(part.element)
      }
      let r = numbers[2]
      return "M\(numbers[0]) \(numbers[1])m-\(r) 0a\(r) \(r) 0 0 1 \(r)-\(r)"
        + "a\(r) \(r) 0 1 1-\(r) \(r)z" + halves[1]
    }.joined()
  }

  /// Names that use the drawing of another name.
  package static let synonyms: [String: String] = [
    "backpack": "bag", "bubble": "message", "character": "text", "clock.badge": "clock",
    "cloud.drizzle": "cloud.rain", "cloud.hail": "cloud.snow", "cloud.heavyrain": "cloud.rain",
    "cloud.moon": "cloud", "cloud.sleet": "cloud.snow", "desktopcomputer": "tv", "display": "tv",
    "fuelpump": "drop", "gear": "gearshape", "laptopcomputer": "tv", "location": "paperplane",
    "note": "doc", "person.3": "person.2", "pin": "mappin", "ferry": "tram", "train": "tram",
    "bus": "tram",
    "scope": "target", "storefront": "building", "sunset": "sunrise", "timer": "stopwatch",
    "waveform": "speaker",
  ]

  /// The lines of each symbol as path data, with `Ox y radius;` for a circle.
  package static let lines: [String: String] = [
    "airplane":
      "M12 3c1 0 1.5 1 1.5 3v4l7 4v2l-7-2v4l2 2v1l-3.5-1-3.5 1v-1l2-2v-4l-7 2v-2l7-4V6c0-2 .5-3 1.5-3z",
    "alarm": "O12 13 7;M12 9v4l2.5 1.5M5 3L2.5 5.5M19 3l2.5 2.5",
    "arrow": "M4 12h16M13 5l7 7-7 7",
    "arrow.clockwise": "M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4",
    "arrow.down": "M12 4v16M5 13l7 7 7-7",
    "arrow.left": "M20 12H4M11 5l-7 7 7 7",
    "arrow.up": "M12 20V4M5 11l7-7 7 7",
    "bag": "M6 8h12l1.5 12.5h-15zM9 8V7a3 3 0 0 1 6 0v1",
    "battery": "M3 8h15v8H3zM21 11v2M6 11v2",
    "bed": "M3 19V6M3 15h18v4M21 15v-2a3 3 0 0 0-3-3h-8v5M6.5 12h.01",
    "bell": "M6 17v-6a6 6 0 0 1 12 0v6l2 1H4zM10 21h4",
    "bicycle": "O6 16 4;O18 16 4;M6 16l4-7h6l2 7M10 9l4 7M9 6h3",
    "bolt": "M13 2L5 14h6l-1 8 8-12h-6z",
    "book": "M12 6C10 4 7 4 3 4v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v14",
    "bookmark": "M6 3h12v18l-6-5-6 5z",
    "briefcase": "M3 8h18v12H3zM9 8V5h6v3M3 13h18",
    "building": "M5 21V3h10v18M15 9h4v12M3 21h18M8 7h4M8 11h4M8 15h4",
    "calendar": "M4 5h16v16H4zM4 10h16M8 3v4M16 3v4",
    "camera": "M3 7h5l2-3h4l2 3h5v13H3zO12 13 4;",
    "car": "M3 17v-5l3-6h12l3 6v5zM3 12h18M6 17v3M18 17v3",
    "cart": "M2 4h3l3 11h10l3-8H6O9 19 1.5;O17 19 1.5;",
    "chart": "M4 4v16h16M7 15l4-5 3 3 5-7",
    "chart.bar": "M4 21h16M7 17v-6M12 17V5M17 17V8",
    "checkmark": "M4 13l5 5L20 6",
    "circle": "O12 12 9;",
    "clock": "O12 12 9;M12 7v5l3 2",
    "cloud": "M7 18a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5-1.5A5 5 0 0 1 17 18z",
    "cloud.bolt": "M7 14a3.5 3.5 0 0 1 0-7 5 5 0 0 1 9.6-1A4 4 0 0 1 17 14zM12 14l-2 4h3l-2 4",
    "cloud.fog": "M7 14a3.5 3.5 0 0 1 0-7 5 5 0 0 1 9.6-1A4 4 0 0 1 17 14zM5 17h14M7 20h10",
    "cloud.rain":
      "M7 14a3.5 3.5 0 0 1 0-7 5 5 0 0 1 9.6-1A4 4 0 0 1 17 14zM8 17l-1 3M12 17l-1 3M16 17l-1 3",
    "cloud.snow":
      "M7 14a3.5 3.5 0 0 1 0-7 5 5 0 0 1 9.6-1A4 4 0 0 1 17 14zM8 18h.01M12 20h.01M16 18h.01",
    "cloud.sun":
      "M8 20a3.5 3.5 0 0 1 0-7 5 5 0 0 1 9.5-1A4 4 0 0 1 18 20zM9 3v2M3 9h2M4.5 4.5l1.5 1.5M13.5 4.5L12 6M6 10a4 4 0 0 1 6-2.5",
    "creditcard": "M3 5h18v14H3zM3 10h18M6 15h4",
    "cup": "M5 8h12v6a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5zM17 10h2a2 2 0 0 1 0 4h-2",
    "doc": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
    "drop": "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z",
    "envelope": "M3 5h18v14H3zM3 6l9 7 9-7",
    "exclamationmark": "O12 12 9;M12 7v6M12 16.5h.01",
    "exclamationmark.triangle": "M12 3L2 20h20zM12 10v4M12 17h.01",
    "eye": "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zO12 12 3;",
    "figure": "O13 4 1.5;M12 8l-1 6 4 3 1 5M11 14l-3 7M8 11l4-3 3 3 3 1",
    "flag": "M5 22V3M5 4h13l-3 4.5 3 4.5H5",
    "flame": "M13 3c1 4 5 6 5 11a6 6 0 0 1-12 0c0-3 2-4 2-6 2 1 3 2 3 4 2-2 3-5 2-9z",
    "folder": "M3 5h7l2 3h9v12H3z",
    "fork": "M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21V3c-2 2-3 5-3 9h3",
    "gauge": "M5 18a9 9 0 1 1 14 0M12 14l4-5",
    "gearshape":
      "O12 12 7;O12 12 2.5;M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
    "gift":
      "M4 11h16v10H4zM3 7h18v4H3zM12 7v14M12 7c-1-4-6-4-6-1.5C6 7 8 7 12 7c4 0 6 0 6-1.5C18 3 13 3 12 7",
    "globe": "O12 12 9;M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9z",
    "graduationcap": "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5",
    "headphones": "M4 17v-4a8 8 0 0 1 16 0v4M4 15h3v5H4zM17 15h3v5h-3z",
    "heart": "M12 20C5 15 3 12 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5c0 3.5-2 6.5-9 11.5z",
    "hourglass": "M6 3h12M6 21h12M7 3c0 5 5 6 5 9s-5 4-5 9M17 3c0 5-5 6-5 9s5 4 5 9",
    "house": "M3 11l9-8 9 8M5 9.5V21h14V9.5M10 21v-6h4v6",
    "info": "O12 12 9;M12 11v6M12 7.5h.01",
    "key": "O8 15 4;M11 12l9-9M16 7l3 3",
    "leaf": "M5 19C4 10 9 4 20 4c0 11-6 16-15 15zM5 19c3-5 6-8 10-10",
    "lightbulb": "M9 18h6M10 21h4M9 18v-3a6 6 0 1 1 6 0v3",
    "link":
      "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    "list": "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
    "lock": "M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3",
    "magnifyingglass": "O10 10 6.5;M15 15l6 6",
    "map": "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15",
    "mappin": "M12 22c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12zO12 10 2.5;",
    "message": "M4 4h16v12h-9l-5 5v-5H4z",
    "mic": "M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5 11a7 7 0 0 0 14 0M12 18v4",
    "minus": "M5 12h14",
    "moon": "M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z",
    "music": "O7 18 3;M10 18V5l9-2v12O16 15 3;",
    "newspaper": "M3 4h15v16H5a2 2 0 0 1-2-2zM18 9h3v9a2 2 0 0 1-3 2M6 8h9M6 12h9M6 16h5",
    "paperplane": "M3 11l18-8-8 18-2-8z",
    "pause": "M8 5v14M16 5v14",
    "pawprint":
      "O6 11 1.5;O10 6 1.5;O15 6 1.5;O19 11 1.5;M12.5 12c3 0 5 3 5 5s-2 3-5 2c-3 1-5 0-5-2s2-5 5-5z",
    "pencil": "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
    "person": "O12 8 4;M4 21a8 8 0 0 1 16 0",
    "person.2": "O9 8 3.5;M2 20a7 7 0 0 1 14 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14a7 7 0 0 1 4 6",
    "phone":
      "M5 3h4l2 5-2.5 2a11 11 0 0 0 5.5 5.5L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
    "photo": "M3 4h18v16H3zM3 17l5-6 4 4 4-5 5 6O9 8 1.5;",
    "play": "M7 4l13 8-13 8z",
    "plus": "M12 5v14M5 12h14",
    "power": "M12 3v9M6.5 7a8 8 0 1 0 11 0",
    "questionmark": "O12 12 9;M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 .9-1 1.7M12 17h.01",
    "quote": "M10 7c-4 1-5 4-5 7v3h5v-5H6M19 7c-4 1-5 4-5 7v3h5v-5h-4",
    "quote.bubble": "M4 4h16v12h-9l-5 5v-5H4zM8 9h8M8 12h5",
    "shippingbox": "M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10",
    "snowflake": "M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17",
    "sparkles": "M10 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 3v4M17 5h4",
    "speaker": "M4 9h4l5-5v16l-5-5H4zM16 9a4 4 0 0 1 0 6M18.5 6a8 8 0 0 1 0 12",
    "square": "M4 4h16v16H4z",
    "star": "M12 3l2.8 5.9 6.2.8-4.5 4.4 1.1 6.4-5.6-3-5.6 3 1.1-6.4L3 9.7l6.2-.8z",
    "stop": "M6 6h12v12H6z",
    "stopwatch": "O12 14 7;M12 10v4M10 3h4M12 3v4",
    "sun": "O12 12 4;M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
    "sunrise":
      "M6 17a6 6 0 0 1 12 0M2 17h2M20 17h2M5 10l1 1M19 10l-1 1M12 9V3M3 21h18M9.5 5.5L12 3l2.5 2.5",
    "tag": "M3 3h9l9 9-9 9-9-9zM7.5 7.5h.01",
    "target": "O12 12 9;O12 12 4;",
    "text": "M4 6h16M4 12h16M4 18h10",
    "text.quote": "M4 5h16M8 10h12M8 14h12M4 19h16M4 10v4",
    "thermometer": "M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0zM12 10v8",
    "tram": "M5 4h14v13H5zM5 11h14M8 17v3M16 17v3M8 14h.01M16 14h.01",
    "trash": "M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7",
    "tray": "M3 13l3-9h12l3 9v7H3zM3 13h5l2 3h4l2-3h5",
    "tv": "M3 4h18v12H3zM8 20h8M12 16v4",
    "umbrella": "M3 12a9 9 0 0 1 18 0zM12 12v6a2.5 2.5 0 0 1-5 0M12 2v1",
    "wifi": "M2 9a15 15 0 0 1 20 0M5.5 13a10 10 0 0 1 13 0M9 16.5a5 5 0 0 1 6 0M12 20h.01",
    "wind": "M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h8",
    "xmark": "M5 5l14 14M19 5L5 19",
  ]
}

extension HTML {
  /// The decorative picture of a choice: its symbol in its colour, or a spot of that colour.
  ///
  /// The text next to it has the same information.
  package static func picture(of item: OptionItem) -> HTML {
    let color = ChoiceColor(item.properties)
    return item.symbol.map { symbol($0, color) } ?? color.map(spot) ?? .none
  }
}
