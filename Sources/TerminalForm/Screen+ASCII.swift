extension Screen {
  /// Replaces every character that is not ASCII: quotes, dashes and dots by their like, letters by
  /// those without marks, others by `?`.
  ///
  /// A wide character becomes two question marks, so that nothing moves.
  mutating func replaceNonASCII() {
    for index in cells.indices where !cells[index].isASCII || cells[index].width != 1 {
      let cell = cells[index]
      cells[index] = PackedCell(glyph: Self.replacement(for: cell), style: cell.style)
    }
  }

  private static func replacement(for cell: PackedCell) -> UInt32 {
    guard !cell.isCluster, cell.width == 1, let scalar = Unicode.Scalar(cell.glyph) else {
      return 0x3F
    }
    // One cell has room for one character: ß becomes an s, and three dots become one.
    return ASCIIText.text(String(Character(scalar))).utf8.first.map(UInt32.init) ?? 0x3F
  }
}
