import FormEngine
import Messages

extension KeyAction {
  /// What the key does, as help shows it; the message's key is the action's name in a key file.
  var word: Message {
    switch self {
    case .suspend: .suspend
    case .redraw: .redraw
    case .togglePreview: .showPreview
    case .event(let event): event.word
    }
  }
}

extension FormEvent {
  fileprivate var word: Message {
    switch self {
    case .moveFocus(let move), .moveHighlight(let move): move.word
    case .adjust(let steps):
      steps > 1 ? .stepsUp : steps > 0 ? .stepUp : steps < -1 ? .stepsDown : .stepDown
    case .activate: .activate
    case .insert, .type: .newLine
    case .edit(let command): command.word
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
  fileprivate var word: Message {
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
  fileprivate var word: Message {
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
