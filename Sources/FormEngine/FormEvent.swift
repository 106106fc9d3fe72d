public import IntentModel
public import IntentOptions

/// The identity of a row, which stays the same while other rows appear and disappear.
public enum FormRowID: Sendable, Hashable {
  /// The row of the widget's size.
  case family
  /// The row of a parameter, by its name.
  case parameter(String)
  /// A slot of an array parameter, from 0.
  case element(String, Int)
  /// The button that saves.
  case save
  /// The button that leaves the form without saving.
  case cancel

  /// The parameter of the row; nil for rows of the form itself.
  public var parameter: String? {
    switch self {
    case .parameter(let name), .element(let name, _): name
    case .family, .save, .cancel: nil
    }
  }
}

/// A person's entry for one row.
public enum RowEntry: Sendable, Hashable {
  /// A typed text.
  case text(FormRowID, String)
  /// The typed texts for a whole parameter; an array can have several.
  case texts(String, [String])
  /// A value of a whole parameter; nil for none.
  case value(String, IntentValue?)
  /// The identifier of a choice that was picked from the choices of a provider.
  case choice(FormRowID, identifier: String)

  /// The parameter; nil for a row of the form itself.
  var parameter: String? {
    switch self {
    case .text(let row, _), .choice(let row, _): row.parameter
    case .texts(let name, _), .value(let name, _): name
    }
  }

  /// The row of a single text or choice; nil for an entry of a whole parameter.
  var row: FormRowID? {
    switch self {
    case .text(let row, _), .choice(let row, _): row
    case .texts, .value: nil
    }
  }
}

/// An action of the person, or an answer from outside the form.
public enum FormEvent: Sendable, Hashable {
  /// Moves the focus to another row.
  case moveFocus(FocusMove)
  /// Moves the focus to a row; a row that is not shown is ignored.
  case focus(FormRowID)
  /// Activates the focused row: toggles, opens, edits or saves.
  case activate
  /// Moves a value by steps: a slider, a stepper, a choice or a date.
  case adjust(Int)
  /// Inserts text into the open editor or search, or starts editing.
  case insert(String)
  /// Inserts characters that were typed key by key.
  ///
  /// The result is the same as with an ``insert(_:)`` for each scalar. If an editor or a search
  /// accepts the whole text, the event takes no longer than inserting a single character.
  case type(String)
  /// Edits the text that is open.
  case edit(TextField.Command)
  /// Goes to the next part of the value being edited, or completes a path.
  case nextPart
  /// Goes to the previous part, or to the previous row if there is only one part.
  case previousPart
  /// Accepts the value being edited.
  case commit
  /// Closes the open panel, list or editor without accepting it, or leaves the form if nothing is
  /// open.
  ///
  /// A form with changes first asks whether to keep or discard them.
  case dismiss
  /// Opens the choices of the focused row.
  case openOptions
  /// Moves the highlight in the open list, or scrolls the open panel.
  case moveHighlight(FocusMove)
  /// In an open list, goes to the next choice that begins with the given letter.
  case goToInitial(Character)
  /// Goes to the first choice with the next or the previous initial.
  case moveInitial(Int)
  /// Accepts the highlighted choice.
  case choose
  /// In the list of an array, adds or removes the highlighted choice; the list stays open.
  case toggleChoice
  /// Toggles the choice, and then moves the highlight.
  ///
  /// If the row is not an array, it only moves the highlight.
  case toggleChoiceAndMove(FocusMove)
  /// Repeats a failed request.
  case retry
  /// Sets the value of a parameter, by its name; nil removes the answer.
  case set(String, IntentValue?)
  /// Sets a row from text that a person typed or a script gives.
  ///
  /// A text that cannot be read stays in ``FormState/unreadTexts`` with its issue. If a provider
  /// has to find the choice that the text means, the row changes when the provider responds.
  case setText(FormRowID, String)
  /// Makes several entries, in their order.
  ///
  /// The result is the same as with one ``setText(_:_:)`` or ``set(_:_:)`` per entry, but the form
  /// is updated only once.
  case enter([RowEntry])
  /// Sets the day of a row that asks for a date; the row's time of day stays.
  case takeDay(FormRowID, CivilDate)
  /// Removes the focused element of an array, or the answer of any other focused parameter.
  case removeElement
  /// Moves the focused element of an array by a number of positions; a negative number moves it up.
  case moveElement(Int)
  /// Sets the size of the widget.
  case setFamily(WidgetFamily)
  /// Removes the answer of the focused row, so that the default applies.
  case resetRow
  /// Removes all answers.
  case resetAll
  /// Undoes the last change of an answer.
  case undo
  /// Repeats the change that was undone last.
  case redo
  /// Saves, after a review if there are changes.
  case review
  /// Shows the keys that work in the current context.
  case help
  /// Searches all rows, including hidden ones.
  case jump
  /// Shows hidden rows with the reason, or hides them again.
  case toggleHidden
  /// Shows or hides the preview.
  case showPreview(Bool)
  /// Shows the intent in the preview instead of the drawing, or the drawing again.
  case showIntent(Bool)
  /// Opens the calendar of the focused date.
  case openCalendar
  /// Copies the value of the focused array slot into the empty slots.
  case fillElements
  /// The answer to ``FormEffect/loadOptions(_:_:)``.
  indirect case optionsLoaded(Int, Result<OptionsCollection, OptionsError>)
  /// The answer to a search of a long list.
  indirect case optionsFound(Int, OptionsMatches)
  /// The answer to ``FormEffect/loadDefaults(_:_:)``.
  indirect case defaultsLoaded(Int, Result<[OptionItem], OptionsError>)
  /// The answer to ``FormEffect/resolveChoices(_:identifiers:_:)``.
  indirect case choicesResolved(Int, Result<ResolvedOptions, OptionsError>)
  /// The answer to ``FormEffect/findChoices(_:_:)``.
  indirect case choicesFound(Int, Result<FoundChoices, OptionsError>)
  /// The answer to ``FormEffect/listFolder(_:_:)``.
  indirect case folderListed(Int, Result<[FolderEntry], FolderError>)
  /// Whether the file that was looked up exists; nil if that is unknown.
  case fileLookedFor(Int, Bool?)
  /// Saves the form, or opens the review if a stored answer would be lost; in the review, this
  /// event saves.
  case submit
  /// Leaves the form without saving.
  case cancel
}

/// A task for the caller to perform outside of the form; the number is the mark of the request, and
/// the answer has the same mark.
public enum FormEffect: Sendable, Hashable {
  /// Requests the choices of a row from its provider.
  case loadOptions(Int, OptionsRequest)
  /// Searches a long list; this does not involve a provider.
  case searchOptions(Int, OptionsSearch)
  /// Requests the default choices of a parameter from its provider.
  case loadDefaults(Int, OptionsRequest)
  /// Asks a provider for the current texts of chosen identifiers.
  case resolveChoices(Int, identifiers: [String], OptionsRequest)
  /// Finds the choices that typed texts can mean.
  case findChoices(Int, ChoiceSearch)
  /// Lists a folder, given as it was typed; the form itself never reads the file system.
  case listFolder(Int, String)
  /// Checks whether a file or a folder exists; the form itself never reads the file system.
  case lookForFile(Int, String)
  /// Cancels the request with the mark; its answer no longer has an effect.
  case cancelLoad(Int)
  /// Ends the form with an intent.
  case finish(Intent)
}

/// Whether a form is being edited, submitted or cancelled.
public enum FormPhase: Sendable, Hashable {
  /// The form accepts events.
  case editing
  /// The form was saved, with this intent.
  case submitted(Intent)
  /// The form was left without saving.
  case cancelled
}

extension FormEvent {
  /// Whether the event acts on the focused row.
  var changesRow: Bool {
    switch self {
    case .activate, .adjust, .insert, .type, .openOptions, .removeElement, .moveElement, .resetRow,
      .retry, .openCalendar, .fillElements:
      true
    default: false
    }
  }
}
