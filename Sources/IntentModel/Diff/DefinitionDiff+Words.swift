extension DiffVerdict {
  /// The verdict in one word with hyphens, stable for scripts, such as `cases-gone`.
  public var code: String {
    switch self {
    case .unchanged: "unchanged"
    case .renamed: "renamed"
    case .retyped: "retyped"
    case .converted: "converted"
    case .removed: "removed"
    case .added(let hasDefault): hasDefault ? "new" : "new-without-default"
    case .casesGone: "cases-gone"
    case .casesRenamed: "cases-renamed"
    case .propertiesGone: "properties-gone"
    case .becameArray: "became-array"
    case .becameSingle: "became-single"
    case .sizesReduced: "sizes-reduced"
    case .boundsNarrowed: "bounds-narrowed"
    case .visibilityChanged: "visibility-changed"
    case .lostItsRow: "lost-its-row"
    case .defaultChanged: "default-changed"
    }
  }

  /// What changes, as one sentence.
  public var sentence: String {
    switch self {
    case .unchanged: "Unchanged."
    case .renamed(let from, let to): "Renamed from \(quoted(from)) to \(quoted(to))."
    case .retyped(let from, let to), .converted(let from, let to, _):
      "Was \(from), is \(to)."
    case .removed: "Removed."
    case .added(let hasDefault): hasDefault ? "New." : "New, without a default."
    case .casesGone(let names): "\(names.count == 1 ? "Case" : "Cases") gone: \(listed(names))."
    case .casesRenamed(let pairs):
      "Renamed: \(pairs.map { "\(quoted($0.from)) to \(quoted($0.to))" }.joined(separator: ", "))."
    case .propertiesGone(let names):
      "\(names.count == 1 ? "Property" : "Properties") gone or of another type: \(listed(names))."
    case .becameArray: "Held one value, holds several."
    case .becameSingle: "Held several values, holds one."
    case .sizesReduced(let changes): "Takes fewer values: \(changes.words)."
    case .boundsNarrowed(let from, let to): "Took \(from), takes \(to)."
    case .visibilityChanged: "Shown under other conditions."
    case .lostItsRow: "Has no row any more."
    case .defaultChanged(let from, let to):
      "The default was \(from ?? "none"), is \(to ?? "none")."
    }
  }

  /// What that means for a stored configuration, as one sentence.
  public var consequence: String {
    switch self {
    case .unchanged: "Stored answers stay."
    case .renamed: "A stored answer goes along under the new name."
    case .retyped: "A stored answer is lost: it can't be read in the new type."
    case .converted(_, _, let isExact):
      isExact
        ? "A stored answer goes along in the new type."
        : "A stored answer is lost unless it can be read in the new type."
    case .removed: "A stored answer is lost."
    case .added(let hasDefault):
      hasDefault
        ? "Stored configurations get the default."
        : "Stored configurations have no value for it."
    case .casesGone: "A stored answer that names one is lost; the default takes its place."
    case .casesRenamed: "A stored answer goes along under the new name."
    case .propertiesGone: "Stored objects lose them."
    case .becameArray: "A stored answer becomes the first value."
    case .becameSingle: "The first stored value stays, the others are lost."
    case .sizesReduced: "Stored values beyond that stay stored and are not shown."
    case .boundsNarrowed: "A stored answer out of range is lost; the default takes its place."
    case .visibilityChanged: "A stored answer stays, and counts while the row is shown."
    case .lostItsRow: "A stored answer stays and has no effect."
    case .defaultChanged: "Stored answers stay; who never answered gets the new default."
    }
  }
}

extension IntentChange {
  /// What becomes of the intent as a whole, as one sentence; nil where its parameters say it.
  public var sentence: String? {
    switch presence {
    case .both: nil
    case .gone(nil): "Removed. Its stored configurations are lost."
    case .gone(let heir?):
      """
      Removed. Its stored configurations are lost: they name \(quoted(typeName)), not \
      \(quoted(heir)). Keep the class name to keep them.
      """
    case .new: "New. There are no stored configurations."
    }
  }
}

extension [SizeChange] {
  fileprivate var words: String {
    map { change in
      let from = change.from.map { String($0) } ?? "any number"
      let to = change.to.map { String($0) } ?? "any number"
      return "\(change.family.rawValue) \(to) instead of \(from)"
    }.joined(separator: ", ")
  }
}
