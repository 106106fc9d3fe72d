import FormEngine
import Hummingbird
import IntentModel
import Messages
import WidgetPages
import WidgetStore

/// The notice that a page shows after a redirect.
enum Said: String {
  case saved, unchanged, restored, renamed

  fileprivate func message(_ name: String) -> Message {
    switch self {
    case .renamed: "The widget is now called “\(name)”."
    case .saved: "Saved “\(name)”."
    case .unchanged: "Nothing has changed in “\(name)”."
    case .restored: "Restored “\(name)”."
    }
  }
}

extension PageCall {
  /// The notice that the query of the URL selects; nil if there is none.
  func said(about name: String) -> String? {
    call.query[PageQuery.said.rawValue].flatMap { Said(rawValue: $0) }.map {
      words($0.message(name))
    }
  }

  /// Redirects to the form of a placed widget, or to its history if the service does not have its
  /// form.
  func redirect(toPlaced name: String, _ said: Said) async throws -> Response {
    let isServed = try await call.store.widget(named: name).map { PlacedState.isServed($0, call) }
    return redirect(
      link(
        [PageSegment.placed, name] + (isServed == true ? [] : [PageSegment.history]),
        [PageQuery.said.item(said.rawValue)]))
  }
}
