import FormEngine

extension KeyTable {
  /// The keys of the form: arrows, readline's letters, and function keys where both leave room.
  package static let standard = KeyTable(formKeys + editorKeys + pickerKeys)

  private static func binding(
    _ context: KeyContext, _ keys: [Key], _ event: FormEvent,
    _ help: (key: String, does: String)? = nil
  ) -> KeyBinding {
    KeyBinding(context: context, keys: keys, action: .event(event), help: help)
  }

  private static func terminalKeys(_ context: KeyContext) -> [KeyBinding] {
    [
      KeyBinding(context: context, keys: [.control("z")], action: .suspend, help: nil),
      KeyBinding(context: context, keys: [.control("l")], action: .redraw, help: nil),
    ]
  }

  private static var formKeys: [KeyBinding] {
    [
      binding(.form, [Key(.down), .control("n"), Key(.tab)], .moveFocus(.next), ("↑↓", "move")),
      binding(.form, [Key(.up), .control("p"), Key(.backTab)], .moveFocus(.previous)),
      binding(.form, [Key(.right)], .adjust(1), ("←→", "change")),
      binding(.form, [Key(.enter)], .activate, ("Enter", "edit")),
      binding(.form, [.control("s")], .submit, ("^S", "save")),
      binding(.form, [Key(.escape)], .dismiss, ("Esc", "leave")),
      binding(.form, [Key(.left)], .adjust(-1)),
      binding(.form, [Key(.right, .shift)], .adjust(10)),
      binding(.form, [Key(.left, .shift)], .adjust(-10)),
      binding(.form, [Key(.home)], .moveFocus(.first)),
      binding(.form, [Key(.end)], .moveFocus(.last)),
      binding(.form, [Key(.pageUp)], .moveFocus(.by(-8))),
      binding(.form, [Key(.pageDown)], .moveFocus(.by(8))),
      binding(.form, [Key(.delete), Key(.backspace)], .removeElement, ("Del", "clear")),
      binding(.form, [Key(.up, .alt)], .moveElement(-1)),
      binding(.form, [Key(.down, .alt)], .moveElement(1)),
      binding(.form, [.control("_"), .control("u")], .undo, ("^U", "undo")),
      binding(.form, [.control("y")], .redo),
      binding(.form, [.control("r"), Key(.function(5))], .retry),
      binding(.form, [Key(.delete, .alt), Key(.backspace, .alt)], .resetRow),
      binding(.form, [Key(.character("r"), .alt)], .resetAll),
      binding(.form, [.control("c")], .cancel),
    ] + terminalKeys(.form)
  }

  private static var editorKeys: [KeyBinding] {
    let commands: [([Key], TextField.Command)] = [
      ([Key(.left), .control("b")], .left), ([Key(.right), .control("f")], .right),
      ([Key(.home), .control("a")], .start), ([Key(.end), .control("e")], .end),
      ([Key(.left, .control), Key(.left, .alt), Key(.character("b"), .alt)], .wordLeft),
      ([Key(.right, .control), Key(.right, .alt), Key(.character("f"), .alt)], .wordRight),
      ([Key(.backspace), .control("h")], .deleteBackward),
      ([Key(.delete), .control("d")], .deleteForward),
      ([.control("w"), Key(.backspace, .alt)], .deleteWordBackward),
      ([Key(.character("d"), .alt)], .deleteWordForward),
      ([.control("u")], .deleteToStart), ([.control("k")], .deleteToEnd),
      ([.control("y")], .yank),
    ]
    return [
      binding(.editor, [Key(.enter)], .commit, ("Enter", "take over")),
      binding(.editor, [Key(.escape), .control("g")], .dismiss, ("Esc", "back")),
      binding(.editor, [Key(.tab)], .nextPart, ("Tab", "next")),
      binding(.editor, [Key(.backTab), Key(.up)], .moveFocus(.previous)),
      binding(.editor, [Key(.down)], .moveFocus(.next)),
      binding(.editor, [.control("j"), Key(.enter, .alt)], .insert("\n")),
      binding(.editor, [.control("s")], .submit, ("^S", "save")),
      binding(.editor, [.control("c")], .cancel, ("^C", "cancel")),
    ] + commands.map { binding(.editor, $0.0, .edit($0.1)) } + terminalKeys(.editor)
  }

  private static var pickerKeys: [KeyBinding] {
    [
      binding(.picker, [Key(.down), .control("n")], .moveHighlight(.next), ("↑↓", "move")),
      binding(.picker, [Key(.up), .control("p")], .moveHighlight(.previous)),
      binding(.picker, [Key(.enter)], .choose, ("Enter", "choose")),
      binding(.picker, [Key(.pageUp)], .moveHighlight(.by(-10))),
      binding(.picker, [Key(.pageDown)], .moveHighlight(.by(10))),
      binding(.picker, [Key(.home)], .moveHighlight(.first)),
      binding(.picker, [Key(.end)], .moveHighlight(.last)),
      binding(.picker, [Key(.left), .control("b")], .edit(.left)),
      binding(.picker, [Key(.right), .control("f")], .edit(.right)),
      binding(.picker, [Key(.backspace), .control("h")], .edit(.deleteBackward)),
      binding(.picker, [.control("w")], .edit(.deleteWordBackward)),
      binding(.picker, [.control("u")], .edit(.deleteToStart)),
      binding(.picker, [.control("r"), Key(.function(5))], .retry, ("^R", "ask again")),
      binding(.picker, [Key(.escape), .control("g")], .dismiss, ("Esc", "back")),
      binding(.picker, [.control("c")], .cancel, ("^C", "cancel")),
    ] + terminalKeys(.picker)
  }
}
