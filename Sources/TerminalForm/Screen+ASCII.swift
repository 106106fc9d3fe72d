extension Screen {
  /// Replaces every character that is not ASCII: quotes, dashes and dots by their like, others by `?`.
  ///
  /// A wide character becomes two question marks, so that nothing moves.
  mutating func replaceNonASCII() {
    for index in cells.indices where !cells[index].isASCII || cells[index].width != 1 {
      let cell = cells[index]
      cells[index] = PackedCell(glyph: Self.replacement(for: cell), style: cell.style)
    }
  }

  private static func replacement(for cell: PackedCell) -> UInt32 {
    guard !cell.isCluster, let scalar = Unicode.Scalar(cell.glyph) else { return 0x3F }
    let replacement: Unicode.Scalar =
      switch scalar {
      case "“", "”": "\""
      case "‘", "’": "'"
      case "–", "—", "‐", "‑": "-"
      case "…": "."
      case "\u{A0}": " "
      default: "?"
      }
    return replacement.value
  }
}
