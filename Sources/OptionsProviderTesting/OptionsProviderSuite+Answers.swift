import IntentOptions

extension OptionsProviderSuite {
  /// Identifiers are unique, texts can be shown.
  func checkAnswer(
    _ answer: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) {
    for finding in answer.findings() {
      report(.validAnswer, request, finding.message, &findings)
    }
  }

  /// The same question has the same answer.
  func checkStability(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    guard case .success(let again) = await answer(to: request, &findings) else { return }
    if whole.identifiers == again.identifiers { return }
    let lost = Set(whole.identifiers.joined()).subtracting(again.identifiers.joined()).sorted()
    let verb = lost.count == 1 ? "was" : "were"
    let words = lost.isEmpty ? "order or number differ" : "\(list(lost)) \(verb) gone"
    report(.stableAnswer, request, "Asked twice, the answers differ: \(words).", &findings)
  }

  /// A search gives a part of the list, with sections in order.
  func checkSearch(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    let known = Set(whole.items.map(\.identifier))
    for term in searchTerms {
      let search = request.searching(term)
      guard case .success(let found) = await answer(to: search, &findings) else { continue }
      checkAnswer(found, search, &findings)
      let strange = found.items.map(\.identifier).filter { !known.contains($0) }
      if isSearchSubset && !strange.isEmpty {
        report(
          .searchIsSubset, search, "The whole list does not have \(list(strange)).", &findings)
      }
      checkSectionOrder(found, of: whole, search, &findings)
    }
  }

  /// The sections that are left stand in the order of the whole list.
  private func checkSectionOrder(
    _ found: OptionsCollection, of whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) {
    let order = whole.sections.map(\.title)
    var rest = order[...]
    for title in found.sections.map(\.title) where order.contains(title) {
      guard let place = rest.firstIndex(of: title) else {
        let name = title.map { "“\($0)”" } ?? "without a title"
        report(
          .sectionOrder, request, "The section \(name) is not in its place.", &findings)
        return
      }
      rest = rest[(place + 1)...]
    }
  }

  /// No answer is shorter than wanted and, from a provider that limits itself, none is longer.
  func checkLimits(
    _ whole: OptionsCollection, _ request: OptionsRequest,
    _ findings: inout [OptionsProviderFinding]
  ) async {
    for limit in [0, 1, 2, whole.count + 1] {
      let limited = request.limited(limit)
      guard case .success(let answer) = await answer(to: limited, &findings) else { continue }
      if provider.limitsItself && answer.count > limit {
        report(.limit, limited, "The answer has \(answer.count) choices.", &findings)
      } else if answer.count < min(limit, whole.count) {
        report(
          .limit, limited, "The answer has only \(answer.count) of \(whole.count) choices.",
          &findings)
      }
    }
  }

  /// An error as the end of a sentence.
  func words(_ error: any Error) -> String {
    let text = "\(error)"
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Some of many identifiers, for a message.
  func list(_ identifiers: [String]) -> String {
    let shown = identifiers.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return identifiers.count > 3 ? "\(shown) and \(identifiers.count - 3) more" : shown
  }
}

extension OptionsCollection {
  /// The identifiers by section.
  fileprivate var identifiers: [[String]] { sections.map { $0.items.map(\.identifier) } }
}
