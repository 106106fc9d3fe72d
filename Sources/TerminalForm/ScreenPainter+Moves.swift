/// One way to bring the cursor to a place.
private enum CursorMove {
  case absolute
  case column
  case forward(Int)
  case backward(Int)
  case vertical(Int)
  /// Carriage return, line feeds, then forward.
  case lines(Int, forward: Int)
  /// Writing unchanged cells once more.
  case rewrite(Range<Int>)
}

extension ScreenPainter {
  /// Brings the cursor to a place by the shortest way.
  ///
  /// `isText` says that a character beyond ASCII follows at once: a run of these needs no anchor
  /// inside, only behind it.
  mutating func move(to target: ScreenPosition, isText: Bool) {
    if position == target {
      if certainty == .exact || certainty == .afterRun && isText { return }
    }
    var best = CursorMove.absolute
    for way in ways(to: target) where cost(way, target) < cost(best, target) { best = way }
    perform(best, target)
    position = target
    certainty = .exact
  }

  private func ways(to target: ScreenPosition) -> [CursorMove] {
    guard let position else { return [] }
    let down = target.row - position.row
    let right = target.column - position.column
    var ways: [CursorMove] = []
    if down == 0 { ways.append(.column) }
    if (0...3).contains(down) { ways.append(.lines(down, forward: target.column)) }
    guard certainty == .exact else { return ways }
    if down == 0 {
      if right < 0 { ways.append(.backward(-right)) }
      if right > 0 {
        ways.append(.forward(right))
        if let cells = rewritable(from: position, to: target) { ways.append(.rewrite(cells)) }
      }
    } else if right == 0 {
      ways.append(.vertical(down))
    }
    return ways
  }

  /// The cells between two columns, if all are ASCII in the style of the pen.
  private func rewritable(
    from start: ScreenPosition, to target: ScreenPosition
  ) -> Range<Int>? {
    guard target.column - start.column <= 6 else { return nil }
    let base = start.row * screen.columns
    let range = base + start.column..<base + target.column
    let fits = screen.cells[range].allSatisfy { cell in
      let style = depth.shown(cell.style)
      return cell.isASCII && cell.width == 1
        && (style == pen || cell.isBlank && style == pen.onBlank)
    }
    return fits ? range : nil
  }

  private func cost(_ move: CursorMove, _ target: ScreenPosition) -> Int {
    switch move {
    case .absolute:
      if target.column == 0 { return target.row == 0 ? 3 : 3 + digits(target.row + 1) }
      return 4 + digits(target.row + 1) + digits(target.column + 1)
    case .column: return target.column == 0 ? 3 : 3 + digits(target.column + 1)
    case .forward(let count): return controlCost(count)
    case .backward(let count): return min(count, controlCost(count))
    case .vertical(let count): return controlCost(abs(count))
    case .lines(let lines, let forward):
      return 1 + lines + (forward == 0 ? 0 : controlCost(forward))
    case .rewrite(let cells): return cells.count
    }
  }

  private func controlCost(_ count: Int) -> Int {
    count == 1 ? 3 : 3 + digits(count)
  }

  private func digits(_ number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }

  private mutating func perform(_ move: CursorMove, _ target: ScreenPosition) {
    switch move {
    case .absolute: emitAbsolute(target)
    case .column: emitControl(target.column + 1, "G")
    case .forward(let count): emitControl(count, "C")
    case .backward(let count) where count <= controlCost(count):
      output.append(contentsOf: repeatElement(8, count: count))
    case .backward(let count): emitControl(count, "D")
    case .vertical(let count): emitControl(abs(count), count > 0 ? "B" : "A")
    case .lines(let lines, let forward):
      output.append(13)
      output.append(contentsOf: repeatElement(10, count: lines))
      if forward > 0 { emitControl(forward, "C") }
    case .rewrite(let cells):
      for index in cells { emit(screen.cells[index]) }
    }
  }

  private mutating func emitAbsolute(_ target: ScreenPosition) {
    emit("\u{1B}[")
    if target.row > 0 || target.column > 0 {
      output.append(contentsOf: String(target.row + 1).utf8)
    }
    if target.column > 0 { output.append(contentsOf: ";\(target.column + 1)".utf8) }
    emit("H")
  }
}
