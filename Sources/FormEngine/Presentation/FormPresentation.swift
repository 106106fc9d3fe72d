public import IntentModel

/// Everything that a renderer needs to draw a form.
public struct FormPresentation: Sendable, Hashable {
  /// The name of the widget.
  public var title: String
  /// A description of the widget.
  public var description: String
  /// The rows from top to bottom.
  public var rows: [FormRow]
  /// The position of the focused row in `rows`.
  public var focused: Int
  /// The text being edited, if any.
  public var editing: TextEditing?
  /// The open list of choices, if any.
  public var picker: OptionsPicker?
  /// The message about the last event, such as why the form cannot be saved; nil if there is none.
  public var message: String?
  /// The part of the form that receives typed input.
  package var part: FormPart = .form
  /// The part of the form that receives typed input once the open panel closes.
  package var covered: FormPart = .form
  /// Whether any answer differs from its value when the form was opened.
  public var isModified: Bool
  /// Whether there is a change to undo.
  public var canUndo: Bool = false
  /// The panel over the rows, if one is open.
  public var panel: FormPanelContent?
  /// Whether the person wants the preview; nil shows it if there is room.
  public var showsPreview: Bool?
  /// Whether the preview shows the intent instead of the picture.
  public var previewsIntent: Bool = false
  /// Whether the text being edited can have several lines.
  public var editsLines: Bool = false
  /// Whether the text being edited is a path that can be completed.
  public var completesPath: Bool = false
  /// Whether a calendar can be opened for the value being edited.
  public var hasCalendar: Bool = false
  /// The form's own texts.
  public var words = FormWords.english

  /// Whether accepting the text or the choice that is open also saves the form.
  package var savesAnswer: Bool = false

  /// Whether another form follows this one.
  package var isFollowed: Bool = false

  /// Whether the form asks whether to keep or discard the changes.
  public var isLeaving: Bool { part == .leaving }
  /// Whether the help that is open covers a calendar.
  public var coversCalendar: Bool { covered == .calendar }
}

/// The part of a form that receives typed input; a key can have a different meaning in each.
package enum FormPart: Hashable, Sendable, CaseIterable {
  case form
  case editor
  case picker
  /// The review of changes before saving.
  case review
  /// The question of whether to keep or discard the changes.
  case leaving
  /// The help panel.
  case panel
  /// The search across all rows.
  case jump
  case calendar
}

/// How a row is answered.
public enum FormControl: Sendable, Hashable {
  /// The size of the widget.
  case family
  /// A switch.
  case toggle(isOn: Bool)
  /// A slider, with its current step, counted from 0, and its last step.
  case slider(position: Int, last: Int)
  /// A number that can be stepped.
  case stepper
  /// A text that is typed.
  case field
  /// An enum, with its cases and the chosen one.
  case choice([FormChoice], chosen: Int?)
  /// A list of choices from a provider.
  case options
  /// An object without an options provider; its identifier and text are typed.
  case typedObject
  /// The head of an array, with the number of its values and the maximum it accepts.
  case array(count: Int, maximum: Int?)
  /// A button, which saves or leaves the form.
  case button

  /// The kinds of rows that do not ask for a single value of a parameter.
  private enum OwnKind: String {
    case family, array, button
  }

  /// The names of all kinds of rows, for programs: rows of parameters, and the form's own rows.
  package static let kindNames =
    [OwnKind.family.rawValue] + ParameterControl.Kind.allCases.map(\.rawValue)
    + [OwnKind.array.rawValue, OwnKind.button.rawValue]

  /// The name of the kind, for programs.
  package var kindName: String {
    switch self {
    case .family: OwnKind.family.rawValue
    case .array: OwnKind.array.rawValue
    case .button: OwnKind.button.rawValue
    case .toggle: ParameterControl.Kind.toggle.rawValue
    case .slider: ParameterControl.Kind.slider.rawValue
    case .stepper: ParameterControl.Kind.stepper.rawValue
    case .field: ParameterControl.Kind.field.rawValue
    case .choice: ParameterControl.Kind.choice.rawValue
    case .options: ParameterControl.Kind.options.rawValue
    case .typedObject: ParameterControl.Kind.typedObject.rawValue
    }
  }
}

/// A case that a row offers.
public struct FormChoice: Sendable, Hashable {
  /// The name in files and requests.
  public var name: String
  /// The text for people.
  public var label: String

  /// Makes a case whose text is by default its name.
  public init(_ name: String, label: String? = nil) {
    self.name = name
    self.label = label ?? name
  }
}

/// The bounds of a number or a duration, as people write them.
public struct FormBounds: Sendable, Hashable {
  /// The smallest value; nil if there is no limit.
  public var lower: String?
  /// The largest value; nil if there is no limit.
  public var upper: String?

  /// Makes bounds; nil if there is no limit.
  init?(lower: String?, upper: String?) {
    guard lower != nil || upper != nil else { return nil }
    (self.lower, self.upper) = (lower, upper)
  }

  /// Both bounds in one text, such as `15 min … 14 d`.
  public var text: String {
    switch (lower, upper) {
    case (let lower?, let upper?): "\(lower) … \(upper)"
    case (let lower?, nil): "≥ \(lower)"
    case (nil, let upper): "≤ \(upper ?? "")"
    }
  }
}

/// One row of a form.
public struct FormRow: Sendable, Hashable {
  /// The identity; nil for the head of an array, which cannot have the focus.
  public var id: FormRowID?
  /// The parameter; nil for rows of the form itself.
  public var parameter: String?
  /// The label of the row.
  public var label: String
  /// How the row is answered.
  public var control: FormControl
  /// The answer that the row shows; nil if there is none or the row belongs to the form itself.
  ///
  /// The head of an array has the whole array as its answer.
  public var answer: IntentValue?
  /// The answer as people see it; empty if there is none.
  public var value: String
  /// The text to show if there is no answer.
  public var placeholder: String
  /// Whether the answer is the default.
  public var isDefault: Bool
  /// The number of parents, up to a limit; an array element is one level deeper than its array.
  public var depth: Int
  /// Whether the answer differs from its value when the form was opened.
  public var isModified: Bool
  /// Whether the element is beyond the number of elements that the family accepts.
  public var isBeyondFamily: Bool
  /// Help for the row.
  public var help: String?
  /// The bounds of a number or a duration; nil if there are none.
  public var bounds: FormBounds?
  /// The expected input, with the bounds of a number; nil for a row that is answered from a list.
  ///
  /// The head of an array has the expected input of its elements.
  public var expected: String?
  /// Whether the arrow keys change the answer.
  public var isStepped: Bool = false
  /// The problem with the answer or its provider.
  public var problem: String?
  /// The remedy for the problem; nil if the text of the problem already includes it.
  public var remedy: String?
  /// The cause of the problem in a few words, for a narrow line; nil if there is no shorter text
  /// than the problem.
  package var cause: String? = nil
  /// Whether requesting the data again can solve the problem.
  package var canRetry: Bool = false
  /// The value in a shorter form, for a narrow line; nil if there is none.
  package var shortValue: String? = nil
  /// Whether the row is waiting for its provider.
  public var isLoading: Bool
  /// Why the row is hidden; nil for a visible row.
  public var hiddenReason: String?
  /// The row whose answer hides this one; nil for a visible row.
  public var hiddenBy: HidingRow?

  /// The answer, or the text shown in its place.
  package var shownText: String { value.isEmpty ? placeholder : value }

  /// Whether the row is a slot of an array; the head of the array shows the remarks about the whole
  /// array.
  package var isElement: Bool { if case .element? = id { true } else { false } }

  /// The label of an array slot, preceded by the label of the array's head.
  package func label(under head: FormRow) -> String { "\(head.label) \(label)" }

  /// A row whose answer hides another one.
  public struct HidingRow: Sendable, Hashable {
    /// The identity of the row.
    public var id: FormRowID
    /// The label of the row.
    public var label: String
  }
}
