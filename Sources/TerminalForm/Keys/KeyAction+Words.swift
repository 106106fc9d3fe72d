import FormEngine
import Messages

/// The name of what a key does, as people write it in a key file, so that it stays as it is.
enum KeyActionName: String {
  case suspend
  case redraw
  case showPreview
  case stepsUp
  case stepUp
  case stepsDown
  case stepDown
  case activate
  case newLine
  case nextPart
  case completePart
  case commit
  case dismiss
  case openList
  case chooseOne
  case nextInitial
  case previousInitial
  case retry
  case clearRow
  case elementUp
  case elementDown
  case resetRow
  case resetAll
  case undo
  case redo
  case saveNow
  case showHelp
  case jump
  case showHidden
  case openCalendar
  case fill
  case cancelForm
  case change
  case nextRow
  case previousRow
  case firstRow
  case lastRow
  case rowsUp
  case rowsDown
  case textLeft
  case textRight
  case wordLeft
  case wordRight
  case textStart
  case textEnd
  case deleteLeft
  case deleteRight
  case deleteWordLeft
  case deleteWordRight
  case deleteToStart
  case deleteToEnd
  case yank
  case transpose
  case undoTyping
  case lineUp
  case lineDown

  /// What the key does, as help shows it.
  var word: Message {
    switch self {
    case .suspend: .suspend
    case .redraw: .redraw
    case .showPreview: .showPreview
    case .stepsUp: .stepsUp
    case .stepUp: .stepUp
    case .stepsDown: .stepsDown
    case .stepDown: .stepDown
    case .activate: .activate
    case .newLine: .newLine
    case .nextPart: .nextPart
    case .completePart: .completePart
    case .commit: .commit
    case .dismiss: .dismiss
    case .openList: .openList
    case .chooseOne: .chooseOne
    case .nextInitial: .nextInitial
    case .previousInitial: .previousInitial
    case .retry: .retry
    case .clearRow: .clearRow
    case .elementUp: .elementUp
    case .elementDown: .elementDown
    case .resetRow: .resetRow
    case .resetAll: .resetAll
    case .undo: .undo
    case .redo: .redo
    case .saveNow: .saveNow
    case .showHelp: .showHelp
    case .jump: .jump
    case .showHidden: .showHidden
    case .openCalendar: .openCalendar
    case .fill: .fill
    case .cancelForm: .cancelForm
    case .change: .change
    case .nextRow: .nextRow
    case .previousRow: .previousRow
    case .firstRow: .firstRow
    case .lastRow: .lastRow
    case .rowsUp: .rowsUp
    case .rowsDown: .rowsDown
    case .textLeft: .textLeft
    case .textRight: .textRight
    case .wordLeft: .wordLeft
    case .wordRight: .wordRight
    case .textStart: .textStart
    case .textEnd: .textEnd
    case .deleteLeft: .deleteLeft
    case .deleteRight: .deleteRight
    case .deleteWordLeft: .deleteWordLeft
    case .deleteWordRight: .deleteWordRight
    case .deleteToStart: .deleteToStart
    case .deleteToEnd: .deleteToEnd
    case .yank: .yank
    case .transpose: .transpose
    case .undoTyping: .undoTyping
    case .lineUp: .lineUp
    case .lineDown: .lineDown
    }
  }
}

extension KeyAction {
  /// The name of the action in a key file.
  var name: KeyActionName {
    switch self {
    case .suspend: .suspend
    case .redraw: .redraw
    case .togglePreview: .showPreview
    case .event(let event): event.name
    }
  }
}

extension FormEvent {
  fileprivate var name: KeyActionName {
    switch self {
    case .moveFocus(let move), .moveHighlight(let move): move.name
    case .adjust(let steps):
      steps > 1 ? .stepsUp : steps > 0 ? .stepUp : steps < -1 ? .stepsDown : .stepDown
    case .activate: .activate
    case .insert, .type: .newLine
    case .edit(let command): command.name
    case .nextPart: .nextPart
    case .previousPart: .completePart
    case .commit: .commit
    case .dismiss: .dismiss
    case .openOptions: .openList
    case .choose: .chooseOne
    case .goToInitial: .nextInitial
    case .moveInitial(let steps): steps < 0 ? .previousInitial : .nextInitial
    case .retry: .retry
    case .removeElement: .clearRow
    case .moveElement(let distance): distance < 0 ? .elementUp : .elementDown
    case .resetRow: .resetRow
    case .resetAll: .resetAll
    case .undo: .undo
    case .redo: .redo
    case .review, .submit: .saveNow
    case .help: .showHelp
    case .jump: .jump
    case .toggleHidden: .showHidden
    case .showPreview: .showPreview
    case .openCalendar: .openCalendar
    case .fillElements: .fill
    case .cancel: .cancelForm
    case .focus, .set, .setText, .enter, .take, .takeDay, .setFamily, .optionsLoaded, .optionsFound,
      .defaultsLoaded, .choicesResolved, .choicesFound, .folderListed, .fileLookedFor:
      .change
    }
  }
}

extension FocusMove {
  fileprivate var name: KeyActionName {
    switch self {
    case .next: .nextRow
    case .previous: .previousRow
    case .first: .firstRow
    case .last: .lastRow
    case .by(let count): count < 0 ? .rowsUp : .rowsDown
    }
  }
}

extension TextField.Command {
  fileprivate var name: KeyActionName {
    switch self {
    case .left: .textLeft
    case .right: .textRight
    case .wordLeft: .wordLeft
    case .wordRight: .wordRight
    case .start: .textStart
    case .end: .textEnd
    case .deleteBackward: .deleteLeft
    case .deleteForward: .deleteRight
    case .deleteWordBackward: .deleteWordLeft
    case .deleteWordForward: .deleteWordRight
    case .deleteToStart: .deleteToStart
    case .deleteToEnd: .deleteToEnd
    case .yank: .yank
    case .transpose: .transpose
    case .undo: .undoTyping
    case .lineUp: .lineUp
    case .lineDown: .lineDown
    }
  }
}
