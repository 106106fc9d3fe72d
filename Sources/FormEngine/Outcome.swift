import IntentModel
import Messages

/// The result of an event in an editor, a list of choices or a panel.
struct Outcome<Step> {
  /// The next state of the editor, list or panel.
  var step: Step

  /// The effects to perform outside the form.
  var effects: [FormEffect] = []

  /// The message to show to the person; nil for none.
  var remark: Message?

  init(_ step: Step, _ effects: [FormEffect] = [], remark: Message? = nil) {
    self.step = step
    self.effects = effects
    self.remark = remark
  }
}

/// The next state of a panel after an event.
enum PanelStep {
  case stay
  case close
  /// The panel closes, and the part below it handles the event.
  case closeAndPass
  /// The panel closes, and the form is saved.
  case submit
  /// The panel closes, and the focus moves to a row.
  case go(FormRowID)
  /// The panel closes, and a row is set to a value.
  case set(IntentValue, FormRowID)
}

/// The next state of an open list of choices after an event.
enum PickerStep {
  case stay
  case close
  /// The list of an array closes, and the marked choices are accepted.
  case done
  /// The list closes, and the form handles the event.
  case closeAndPass
  /// The list closes, and a row is set to the choice.
  case choose(IntentValue, FormRowID)
  /// The list stays open, and a row is set to a value; nil removes its value.
  case set(IntentValue?, FormRowID)
}

/// The next state of an editor after an event.
enum EditorStep {
  case stay
  /// The editor closes, and its row stays unchanged.
  case close
  /// The editor closes, and its row is set to the value.
  case set(IntentValue?)
  /// The editor discards its text and closes, and the form handles an event.
  case closeAndPass(FormEvent)
  /// The editor accepts or keeps its text and closes, and the form handles an event.
  case keepAndPass(FormEvent)
}
