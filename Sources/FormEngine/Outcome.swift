import IntentModel

/// What comes of an event in what is open: in an editor, in a list of choices or in a panel.
struct Outcome<Step> {
  /// What becomes of what is open.
  var step: Step

  /// What is to be done outside of the form.
  var effects: [FormEffect] = []

  /// What to tell the person; nil for nothing.
  var remark: String?

  init(_ step: Step, _ effects: [FormEffect] = [], remark: String? = nil) {
    self.step = step
    self.effects = effects
    self.remark = remark
  }
}

/// What becomes of a panel after an event.
enum PanelStep {
  case stay
  case close
  /// It closes, and the event means what it does in what lies under it.
  case closeAndPass
  /// It closes, and the form is saved.
  case submit
  /// It closes, and the focus goes to a row.
  case go(FormRowID)
  /// It closes, and a row gets a value.
  case set(IntentValue, FormRowID)
}

/// What becomes of an open list of choices after an event.
enum PickerStep {
  case stay
  case close
  /// It closes, and the event means what it does in the form.
  case closeAndPass
  /// It closes, and its row gets a choice that is offered.
  case choose(IntentValue)
}

/// What becomes of an editor after an event.
enum EditorStep {
  case stay
  /// It stays open, and the event means what it does in the form.
  case pass
  /// It closes, and its row stays as it was.
  case close
  /// It closes, and its row gets a value.
  case set(IntentValue?)
  /// It closes without taking over what is typed, and then an event means what it does in the form.
  case closeAndPass(FormEvent)
  /// It closes, what is typed is taken over or kept, and then an event means what it does in the form.
  case keepAndPass(FormEvent)
}
