package import IntentModel
package import JSONC
package import Messages

/// The errors in a JSON text, with their positions.
///
/// It is a class because all nodes of the text share it. Positions are looked up only if there is
/// an error to report.
package final class ProblemList {
  package let file: String
  package let limits: FormatLimits
  private let bytes: [UInt8]
  private var map: JSONSourceMap?
  private var found: LimitedProblems<FormatError>

  package init(file: String, bytes: [UInt8], limits: FormatLimits) {
    self.file = file
    self.bytes = bytes
    self.limits = limits
    found = LimitedProblems(limit: limits.maximumErrors)
  }

  /// The errors in the order of the text.
  package var errors: [FormatError] {
    let listed = found.listed(file: file)
    let places = found.kept.indices.sorted {
      let left = listed[$0]
      let right = listed[$1]
      return (left.line ?? 0, left.column ?? 0, $0) < (right.line ?? 0, right.column ?? 0, $1)
    }
    return places.map { listed[$0] } + listed.dropFirst(places.count)
  }

  /// Whether there are no errors so far.
  package var isEmpty: Bool { found.isEmpty }

  /// Reads the text as JSON; nil if it is invalid, with an error in the list.
  package func root() -> JSONNode? {
    do throws(JSONSyntaxError) {
      let value = try JSONText.parse(bytes, limits: limits.json)
      return JSONNode(value: value, path: [], problems: self)
    } catch {
      found.append(FormatError(error, file: file))
      return nil
    }
  }

  /// Adds a problem about the value at a path, or about its key.
  package func report(_ problem: FormatProblem, at path: [JSONPathComponent], isKey: Bool = false) {
    found.append(placed(FormatError(problem, file: file), at: path, isKey: isKey))
  }

  /// Adds a problem that only one kind of file has, with its own message, about the value at a path
  /// or about its key.
  package func report(
    code: String, _ sentence: Message, _ remedy: Message, at path: [JSONPathComponent],
    isKey: Bool = false
  ) {
    found.append(
      placed(
        FormatError(file: file, code: code, sentence: sentence, remedy: remedy), at: path,
        isKey: isKey))
  }

  /// Adds an issue whose path is relative to another path.
  package func report(_ issue: IntentIssue, below path: [JSONPathComponent]) {
    found.append(
      placed(
        FormatError(file: file, statement: issue.inJSON.statement),
        at: path + issue.path.components.map(JSONPathComponent.init), isKey: issue.concernsKey))
  }

  /// The error at the position of a value or its key.
  private func placed(
    _ error: FormatError, at path: [JSONPathComponent], isKey: Bool
  ) -> FormatError {
    var error = error
    (error.line, error.column) = place(of: path, isKey: isKey)
    error.pointer = path.pointer
    return error
  }

  private func place(of path: [JSONPathComponent], isKey: Bool) -> (Int?, Int?) {
    if map == nil {
      map = (try? JSONText.parseWithPositions(bytes, limits: limits.json))?.1
    }
    let place = map?.nearest(to: path, isKey: isKey)
    return (place?.line, place?.column)
  }
}

extension JSONSourceMap {
  /// The position of a value or its key; if the value is missing, the position of the innermost
  /// existing value around it.
  package func nearest(to path: [JSONPathComponent], isKey: Bool) -> JSONPosition? {
    if isKey, let place = keyPosition(of: path) { return place }
    for length in (0...path.count).reversed() {
      if let place = position(of: Array(path.prefix(length))) { return place }
    }
    return nil
  }
}

extension JSONPathComponent {
  /// Makes a component from a component of a model path.
  package init(_ component: IntentPath.Component) {
    switch component {
    case .key(let key): self = .key(key)
    case .index(let index): self = .index(index)
    }
  }
}

extension Sequence<JSONPathComponent> {
  /// The path as a JSON Pointer (RFC 6901); empty for the whole text.
  package var pointer: String {
    reduce(into: "") { pointer, component in
      switch component {
      case .key(let key): pointer += "/" + key.pointerToken
      case .index(let index): pointer += "/\(index)"
      }
    }
  }
}

extension IntentIssue {
  /// Whether the issue concerns the name of a value rather than the value itself.
  package var concernsKey: Bool {
    switch reason {
    case .unknownProperty, .unknownParameter, .unknownMember, .hidden: true
    default: false
    }
  }
}

extension FormatError {
  /// An error about the structure, without a position.
  package init(_ problem: FormatProblem, file: String) {
    self.init(file: file, statement: problem.statement)
  }

  /// The first JSON syntax error in a text.
  package init(_ error: JSONSyntaxError, file: String) {
    self.init(.syntax(JSONFault(error)), file: file)
    line = error.line
    column = error.column
    excerpt = error.excerpt
  }
}

extension FormatLimits {
  /// These limits in the form that the JSON reader needs.
  package var json: JSONLimits {
    JSONLimits(
      maximumBytes: maximumBytes, maximumDepth: maximumDepth,
      // An item has several values and keys. Without the bound, the product could overflow.
      maximumValues: max(
        JSONLimits.standard.maximumValues, 20 * min(maximumItems, 1 << 40)))
  }
}

extension IntentIssue {
  /// The issue in the terms of intent JSON, with durations in ISO 8601 form.
  package var inJSON: IntentIssue {
    func written(_ quantity: Quantity) -> Quantity {
      guard case .duration(let seconds, _) = quantity else { return quantity }
      let text = ISO8601Duration.text(ofSeconds: seconds) ?? seconds.shortest
      return .duration(seconds, written: text)
    }
    switch reason {
    case .belowMinimum(let value, let minimum):
      let reason = Reason.belowMinimum(value: written(value), minimum: written(minimum))
      return IntentIssue(reason, at: path)
    case .aboveMaximum(let value, let maximum):
      let reason = Reason.aboveMaximum(value: written(value), maximum: written(maximum))
      return IntentIssue(reason, at: path)
    default: return self
    }
  }
}
