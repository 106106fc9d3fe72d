public import IntentModel
public import IntentOptions

/// The identity of a row, which stays the same while rows come and go around it.
public enum FormRowID: Sendable, Hashable {
  case family
  case parameter(String)
  /// A slot of an array parameter, from 0.
  case element(String, Int)
  case save
  case cancel

  /// The parameter of the row; nil for rows of the form itself.
  public var parameter: String? {
    switch self {
    case .parameter(let name), .element(let name, _): name
    case .family, .save, .cancel: nil
    }
  }
}

/// Something that happens to a form: an intention of the person, or an answer from a provider.
public enum FormEvent: Sendable, Hashable {
  case moveFocus(FocusMove)
  case focus(FormRowID)
  /// Does what the focused row is for: toggles, opens, edits, saves.
  case activate
  /// Moves a value by steps: a slider, a stepper, a choice, a date.
  case adjust(Int)
  /// Puts text in: into the text being edited, into a search, or beginning to edit.
  case insert(String)
  /// Puts in characters that were typed key by key: the same as an ``insert(_:)`` for each scalar, in
  /// the time of one where a text or a search takes them all.
  case type(String)
  case edit(TextField.Command)
  /// Goes to the next part of what is being edited, or completes a path.
  case nextPart
  /// Goes to the part before, or to the row before where there is one part.
  case previousPart
  /// Takes over what is being edited.
  case commit
  /// Leaves what is open without taking it over; with nothing open, the form itself, where changes
  /// are discarded only when it comes twice in a row.
  case dismiss
  /// Opens the choices of the focused row.
  case openOptions
  case moveHighlight(FocusMove)
  /// Goes to the next choice of an open list that begins with a letter.
  case goToInitial(Character)
  /// Goes to the choices with the next initial, or with those before.
  case moveInitial(Int)
  /// Takes the highlighted choice.
  case choose
  /// Asks the provider again after a failure.
  case retry
  case set(String, IntentValue?)
  /// Sets a row from text, as typed by a person.
  case setText(FormRowID, String)
  /// Gives a row a choice that its provider offers.
  case take(FormRowID, OptionItem)
  /// Gives a row that asks for a date a day; a time of day that it has stays.
  case takeDay(FormRowID, CivilDate)
  case removeElement
  case moveElement(Int)
  case setFamily(WidgetFamily)
  case resetRow
  case resetAll
  case undo
  case redo
  /// Saves, after a review of the changes where there are any.
  case review
  /// Shows the keys of the place one is in.
  case help
  /// Searches all rows, hidden ones among them.
  case jump
  /// Shows hidden rows with the reason, or leaves them out again.
  case toggleHidden
  /// Shows what the form will give, or takes it away.
  case showPreview(Bool)
  /// Opens the month of the focused date.
  case openCalendar
  /// Puts the value of the focused slot of an array into the empty ones.
  case fillElements
  case optionsLoaded(Int, Result<OptionsCollection, OptionsError>)
  /// The answer to a search through a long list.
  case optionsFound(Int, OptionsMatches)
  case defaultsLoaded(Int, Result<[OptionItem], OptionsError>)
  case choicesResolved(Int, Result<ResolvedOptions, OptionsError>)
  case folderListed(Int, Result<[FolderEntry], FolderError>)
  /// Whether the file that was looked for is there; nil where that cannot be known.
  case fileLookedFor(Int, Bool?)
  case submit
  case cancel
}

/// Something a form wants done outside of it; the number is the mark that its answer carries.
public enum FormEffect: Sendable, Hashable {
  case loadOptions(Int, OptionsRequest)
  /// A search through a long list, which no provider is needed for.
  case searchOptions(Int, OptionsSearch)
  case loadDefaults(Int, OptionsRequest)
  case resolveChoices(Int, identifiers: [String], OptionsRequest)
  /// Lists a folder, given as it was typed; the file system is never read in the form itself.
  case listFolder(Int, String)
  /// Looks whether there is a file or a folder at a path; the file system is never asked in the form
  /// itself.
  case lookForFile(Int, String)
  case cancelLoad(Int)
  case finish(Intent)
}

/// How far a form has come.
public enum FormPhase: Sendable, Hashable {
  case editing
  case submitted(Intent)
  case cancelled
}

extension FormEvent {
  /// Whether the event does something with the row that has the focus.
  var changesRow: Bool {
    switch self {
    case .activate, .adjust, .insert, .type, .openOptions, .removeElement, .moveElement, .resetRow,
      .retry, .openCalendar, .fillElements:
      true
    default: false
    }
  }
}
