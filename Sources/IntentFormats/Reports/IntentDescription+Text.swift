import IntentModel

extension IntentDescription {
  /// The description for people: the rows in display order, then the tree of what shows what.
  public var lines: [ReportLine] {
    var lines = heading
    for (number, row) in rows.enumerated() { lines += Self.lines(row, number: number + 1) }
    if rows.isEmpty { lines.append(ReportLine("  no rows")) }
    if rows.contains(where: { $0.parent != nil }) {
      lines += [ReportLine(""), ReportLine("Shown when", .heading)] + tree
    }
    if !hidden.isEmpty {
      lines += [ReportLine(""), ReportLine("Without a row", .heading)]
      lines += hidden.map {
        ReportLine([.init("  \($0.name)  "), .init($0.reason, .secondary)])
      }
    }
    return lines
  }

  private var heading: [ReportLine] {
    var spans = [ReportLine.Span(typeName, .heading)]
    if let title, !title.isEmpty { spans.append(.init("  " + title)) }
    if !isEligibleForWidgets { spans.append(.init("  not for widgets", .secondary)) }
    let description = text.map { $0.isEmpty ? [] : [ReportLine($0, .secondary)] } ?? []
    return [ReportLine(spans)] + description + [ReportLine("")]
  }

  private static func lines(_ row: Row, number: Int) -> [ReportLine] {
    let indent = String(repeating: " ", count: 5)
    let place = String(repeating: " ", count: max(0, 3 - String(number).count)) + "\(number)  "
    var lines = [
      ReportLine([
        .init(place, .secondary), .init(row.label, .heading), .init("  " + row.name, .secondary),
      ])
    ]
    lines.append(ReportLine(indent + row.control + (row.isSearchable ? ", searched there" : "")))
    let standard = row.isDynamic ? "as the provider says" : row.defaultValue ?? "none"
    lines.append(ReportLine(indent + "default: " + standard))
    lines += row.cases.map { item in
      let name = item.label == item.name ? "" : "  " + item.name
      return ReportLine([.init(indent + "• " + item.label), .init(name, .secondary)])
    }
    if !row.sizes.isEmpty { lines.append(ReportLine(indent + "at most " + words(row.sizes))) }
    if row.isMultiple, row.sizes.isEmpty { lines.append(ReportLine(indent + "any number")) }
    return lines
  }

  /// The limits, families with equal ones together: "1 systemSmall; 3 systemMedium, systemLarge".
  private static func words(_ sizes: [Size]) -> String {
    var groups: [(count: Int, families: [String])] = []
    for size in sizes {
      if groups.last?.count == size.count {
        groups[groups.count - 1].families.append(size.family.rawValue)
      } else {
        groups.append((size.count, [size.family.rawValue]))
      }
    }
    return groups.map { "\($0.count) in \($0.families.joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  /// The rows as a tree: each under the row that its condition looks at.
  private var tree: [ReportLine] {
    let shown = Set(rows.map(\.name))
    let roots = rows.filter { row in row.parent.map { !shown.contains($0) } ?? true }
    return branches(of: roots.map(\.name), prefix: "")
  }

  private func branches(of names: [String], prefix: String) -> [ReportLine] {
    names.enumerated().flatMap { number, name -> [ReportLine] in
      guard let row = row(named: name), prefix.count < 3 * 64 else { return [] }
      let isLast = number == names.count - 1
      let condition = row.condition.map { "  when " + $0 } ?? ""
      let line = ReportLine([
        .init(prefix + (isLast ? "└─ " : "├─ "), .secondary), .init(row.label),
        .init(condition, .secondary),
      ])
      return [line] + branches(of: row.children, prefix: prefix + (isLast ? "   " : "│  "))
    }
  }
}
