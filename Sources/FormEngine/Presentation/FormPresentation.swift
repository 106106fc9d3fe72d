/// A picture of a form without any drawing: what a renderer needs and nothing more.
public struct FormPresentation: Sendable, Hashable {
  /// The name of the widget.
  public var title: String
  /// What the widget shows.
  public var description: String
  /// The rows from top to bottom.
  public var rows: [FormRow]
  /// The row with the focus, as a position among the rows.
  public var focused: Int
  /// The text being edited, if one is.
  public var editing: TextEditing?
  /// The open list of choices, if one is.
  public var picker: OptionsPicker?
  /// What the last attempt to save ran into.
  public var message: String?
  /// Whether anything differs from how the form was opened.
  public var isModified: Bool
  /// What is laid over the rows, if anything is.
  public var panel: FormPanelContent?
  /// Whether the preview is asked for, or not wanted; nil leaves it to the room there is.
  public var showsPreview: Bool?
  /// Whether the text being edited takes several lines.
  public var editsLines: Bool = false
  /// Whether a path is being typed that can be completed.
  public var completesPath: Bool = false
  /// Whether a date is being edited that a calendar can be opened for.
  public var hasCalendar: Bool = false
  /// How numbers, dates and times are written.
  public var notation: ValueNotation = .canonical
  /// The form's own texts.
  public var words: FormWords = FormWords(locale: "en")
}

/// How a row is answered.
public enum FormControl: Sendable, Hashable {
  case family
  case toggle(isOn: Bool)
  case slider(position: Int, last: Int)
  case stepper
  case field
  /// An enum, with the texts of its cases and the chosen one.
  case choice(names: [String], chosen: Int?)
  /// A list that a provider fills.
  case options
  /// A dynamic parameter that no provider is there for: identifier and text are typed.
  case typedObject
  /// The head of an array, with the number of its values and the most it takes.
  case array(count: Int, maximum: Int?)
  case button
}

/// One row of a form.
public struct FormRow: Sendable, Hashable {
  /// The identity; nil for the head of an array, which cannot have the focus.
  public var id: FormRowID?
  /// The parameter; nil for rows of the form itself.
  public var parameter: String?
  /// What the row asks for.
  public var label: String
  /// How it is answered.
  public var control: FormControl
  /// The answer as people see it; empty when there is none.
  public var value: String
  /// What to say where there is no answer.
  public var placeholder: String
  /// Whether the answer is the default.
  public var isDefault: Bool
  /// How deep the row stands under its parents, and an element under its array.
  public var depth: Int
  /// Whether the answer differs from how the form was opened.
  public var isModified: Bool
  /// Whether the value lies beyond what the family takes.
  public var isBeyondFamily: Bool
  /// What to know about the row, in words.
  public var help: String?
  /// What is wrong with the answer, or with the provider.
  public var problem: String?
  /// Whether an answer of the provider is awaited.
  public var isLoading: Bool
  /// Why the row is hidden; nil for a row that is there anyway.
  public var hiddenReason: String?
}
