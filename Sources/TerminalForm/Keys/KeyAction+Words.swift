import FormEngine
import Messages

/// The name of a key action in a key file; people write these names, so they must not change.
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
  case toggleChoice
  case toggleChoiceAndGoDown
  case toggleChoiceAndGoUp
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

  /// The description of the action in help.
  var word: Message {
    switch self {
    case .suspend: "suspend, until fg"
    case .redraw: "redraw the screen"
    case .showPreview: "preview: picture, intent, off"
    case .stepsUp: "\(KeyTable.farStep) steps up"
    case .stepUp: "one step up"
    case .stepsDown: "\(KeyTable.farStep) steps down"
    case .stepDown: "one step down"
    case .activate: "edit, switch, open or press"
    case .newLine: .newLine
    case .nextPart: "next part, unit fields, or path completion"
    case .completePart: "previous part"
    case .commit: "accept the text"
    case .dismiss: "back, or leave"
    case .openList: "open the list"
    case .chooseOne: "choose this"
    case .toggleChoice: "choose or remove"
    case .toggleChoiceAndGoDown: "choose or remove, and go down"
    case .toggleChoiceAndGoUp: "choose or remove, and go up"
    case .nextInitial: "next initial letter"
    case .previousInitial: "previous initial letter"
    case .retry: "ask the source again"
    case .clearRow: "clear the answer, or remove the element"
    case .elementUp: "move the element up"
    case .elementDown: "move the element down"
    case .resetRow: "default for this row"
    case .resetAll: "defaults for all rows"
    case .undo: .undo
    case .redo: "redo"
    case .saveNow: "save, after a review of the changes"
    case .showHelp: "this help"
    case .jump: "go to a row by typing"
    case .showHidden: "hidden rows on or off"
    case .openCalendar: .openCalendar
    case .fill: "fill empty slots with this value"
    case .cancelForm: "leave without saving"
    case .change: .change
    case .nextRow: "next row"
    case .previousRow: "previous row"
    case .firstRow: "first row"
    case .lastRow: "last row"
    case .rowsUp: "a page up"
    case .rowsDown: "a page down"
    case .textLeft: "left"
    case .textRight: "right"
    case .wordLeft: "a word left"
    case .wordRight: "a word right"
    case .textStart: "start"
    case .textEnd: "end"
    case .deleteLeft: "delete to the left"
    case .deleteRight: "delete to the right"
    case .deleteWordLeft: "delete the word to the left"
    case .deleteWordRight: "delete the word to the right"
    case .deleteToStart: "delete to the start"
    case .deleteToEnd: "delete to the end"
    case .yank: "put back what was deleted"
    case .transpose: "swap two characters"
    case .undoTyping: "undo the last change to the text"
    case .lineUp: "line up"
    case .lineDown: "line down"
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
    case .toggleChoice: .toggleChoice
    case .toggleChoiceAndMove(let move):
      move == .by(-1) ? .toggleChoiceAndGoUp : .toggleChoiceAndGoDown
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
    case .showPreview, .showIntent: .showPreview
    case .openCalendar: .openCalendar
    case .fillElements: .fill
    case .cancel: .cancelForm
    case .focus, .set, .setText, .enter, .takeDay, .setFamily, .optionsLoaded, .optionsFound,
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
