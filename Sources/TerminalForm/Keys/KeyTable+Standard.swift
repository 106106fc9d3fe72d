import FormEngine
import Messages

extension KeyTable {
  /// The standard keys: arrows, readline's control keys, vi's letters where nothing can be typed,
  /// and function keys for some actions.
  public static let standard = KeyTable(
    formKeys + editorKeys + pickerKeys + reviewKeys + leavingKeys + panelKeys + jumpKeys
      + calendarKeys)

  private static func binding(
    _ context: FormPart, _ keys: [Key], _ event: FormEvent, _ does: Message? = nil,
    shownAs sign: String? = nil
  ) -> KeyBinding {
    KeyBinding(context, keys, .event(event), does, shownAs: sign)
  }

  /// The number of rows by which a page key moves in the form, and in a list.
  private static let (formPage, listPage) = (8, 10)

  /// The number of steps of a key that changes a value in larger steps.
  static let farStep = 10

  /// The key that marks a choice when a space is not part of the search.
  private static let space = Key.character(" ").name(.unicode)

  private static func letter(_ character: Character) -> Key { Key(.character(character)) }

  private static func terminalKeys(_ context: FormPart) -> [KeyBinding] {
    [
      KeyBinding(context, [.control("z")], .suspend), KeyBinding(context, [.control("l")], .redraw),
    ]
  }

  private static var formKeys: [KeyBinding] {
    [
      binding(
        .form, [Key(.down), .control("n"), Key(.tab)], .moveFocus(.next), .move,
        shownAs: Key.upAndDown),
      binding(.form, [Key(.up), .control("p"), Key(.backTab)], .moveFocus(.previous)),
      binding(.form, [Key(.right)], .adjust(1), .change, shownAs: Key.leftAndRight),
      binding(.form, [Key(.left)], .adjust(-1)),
      binding(.form, [Key(.right, .shift)], .adjust(farStep)),
      binding(.form, [Key(.left, .shift)], .adjust(-farStep)),
      binding(.form, [Key(.enter)], .activate, "edit"),
      binding(.form, [.control("s")], .review, .review),
      binding(.form, [Key(.escape)], .dismiss, .leaveKey),
      binding(.form, [letter("?"), Key(.function(1))], .help, .help),
      binding(.form, [letter("/"), .control("g")], .jump, "go to"),
      KeyBinding(
        .form, [Key(.function(2)), Key(.character("p"), .alt)], .togglePreview, "preview"),
      binding(.form, [Key(.home)], .moveFocus(.first)),
      binding(.form, [Key(.end)], .moveFocus(.last)),
      binding(.form, [Key(.pageUp), Key(.character("v"), .alt)], .moveFocus(.by(-formPage))),
      binding(.form, [Key(.pageDown), .control("v")], .moveFocus(.by(formPage))),
      binding(.form, [.control("u"), .control("_")], .undo, .undo),
      binding(.form, [.control("y")], .redo),
      binding(.form, [Key(.delete), Key(.backspace)], .removeElement, "clear"),
      binding(.form, [Key(.delete, .alt), Key(.backspace, .alt)], .resetRow),
      binding(.form, [Key(.character("r"), .alt)], .resetAll),
      binding(.form, [Key(.up, .alt)], .moveElement(-1)),
      binding(.form, [Key(.down, .alt)], .moveElement(1)),
      binding(.form, [Key(.character("f"), .alt)], .fillElements),
      binding(.form, [Key(.function(3)), Key(.character("h"), .alt)], .toggleHidden),
      binding(.form, [Key(.function(4)), Key(.character("c"), .alt)], .openCalendar),
      binding(.form, [.control("r"), Key(.function(5))], .retry, .askAgain),
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
      ([.control("y")], .yank), ([.control("t")], .transpose), ([.control("_")], .undo),
    ]
    return [
      binding(.editor, [Key(.enter)], .commit, "accept"),
      binding(.editor, [Key(.escape), .control("g")], .dismiss, .back),
      binding(.editor, [Key(.tab)], .nextPart, .nextKey),
      binding(.editor, [Key(.backTab)], .previousPart),
      binding(.editor, [Key(.up), .control("p")], .moveFocus(.previous)),
      binding(.editor, [Key(.down), .control("n")], .moveFocus(.next)),
      binding(.editor, [Key(.up, .shift), Key(.pageUp)], .adjust(farStep)),
      binding(.editor, [Key(.down, .shift), Key(.pageDown)], .adjust(-farStep)),
      binding(.editor, [.control("j"), Key(.enter, .alt)], .insert("\n"), .newLine),
      binding(.editor, [.control("s")], .review, .review),
      binding(.editor, [Key(.function(1))], .help, .help),
      binding(
        .editor, [Key(.function(4)), Key(.character("c"), .alt)], .openCalendar, .openCalendar),
      binding(.editor, [.control("c")], .cancel, .cancelKey),
    ] + commands.map { binding(.editor, $0.0, .edit($0.1)) } + terminalKeys(.editor)
  }

  private static var pickerKeys: [KeyBinding] {
    [
      binding(
        .picker, [Key(.down), .control("n")], .moveHighlight(.next), .move, shownAs: Key.upAndDown),
      binding(.picker, [Key(.up), .control("p")], .moveHighlight(.previous)),
      binding(.picker, [Key(.tab)], .toggleChoiceAndMove(.by(1)), "mark", shownAs: space),
      binding(.picker, [Key(.backTab)], .toggleChoiceAndMove(.by(-1))),
      binding(.picker, [.control("t")], .toggleChoice),
      binding(.picker, [Key(.enter)], .choose, .chooseKey),
      binding(.picker, [.control("s")], .review),
      binding(.picker, [Key(.right, .control)], .moveInitial(1)),
      binding(.picker, [Key(.left, .control)], .moveInitial(-1)),
      binding(.picker, [Key(.pageUp)], .moveHighlight(.by(-listPage))),
      binding(.picker, [Key(.pageDown)], .moveHighlight(.by(listPage))),
      binding(.picker, [Key(.home)], .moveHighlight(.first)),
      binding(.picker, [Key(.end)], .moveHighlight(.last)),
      binding(.picker, [.control("r"), Key(.function(5))], .retry, .askAgain),
      binding(.picker, [Key(.escape), .control("g")], .dismiss, .back),
      binding(.picker, [Key(.function(1))], .help, .help),
      binding(.picker, [.control("c")], .cancel, .cancelKey),
    ] + queryKeys(.picker) + terminalKeys(.picker)
  }

  private static func queryKeys(_ context: FormPart) -> [KeyBinding] {
    [
      binding(context, [Key(.left), .control("b")], .edit(.left)),
      binding(context, [Key(.right), .control("f")], .edit(.right)),
      binding(context, [Key(.backspace), .control("h")], .edit(.deleteBackward)),
      binding(context, [.control("w")], .edit(.deleteWordBackward)),
      binding(context, [.control("u")], .edit(.deleteToStart)),
    ]
  }

  private static func scrolling(_ context: FormPart) -> [KeyBinding] {
    [
      binding(
        context, [Key(.down), .control("n"), letter("j")], .moveHighlight(.next), "scroll",
        shownAs: Key.upAndDown),
      binding(context, [Key(.up), .control("p"), letter("k")], .moveHighlight(.previous)),
      binding(
        context, [Key(.pageDown), letter(" "), .control("d")], .moveHighlight(.by(listPage))),
      binding(context, [Key(.pageUp), letter("b"), .control("u")], .moveHighlight(.by(-listPage))),
      binding(context, [Key(.home), letter("g")], .moveHighlight(.first)),
      binding(context, [Key(.end), letter("G")], .moveHighlight(.last)),
    ]
  }

  private static var reviewKeys: [KeyBinding] {
    [
      binding(.review, [Key(.enter), .control("s"), letter("y")], .submit, .review),
      binding(.review, [Key(.escape), .control("g"), letter("n")], .dismiss, .back),
      binding(.review, [.control("c")], .cancel, .cancelKey),
    ] + scrolling(.review) + terminalKeys(.review)
  }

  private static var leavingKeys: [KeyBinding] {
    [
      binding(.leaving, [letter("d")], .cancel, "discard"),
      binding(.leaving, [letter("s")], .review, .review),
      binding(.leaving, [Key(.escape), .control("g")], .dismiss, "stay"),
    ]
  }

  private static var panelKeys: [KeyBinding] {
    [
      binding(
        .panel, [Key(.escape), Key(.enter), .control("g"), letter("q"), letter("?")], .dismiss,
        .back),
      binding(.panel, [.control("c")], .cancel, .cancelKey),
    ] + scrolling(.panel) + terminalKeys(.panel)
  }

  private static var jumpKeys: [KeyBinding] {
    [
      binding(
        .jump, [Key(.down), .control("n"), Key(.tab)], .moveHighlight(.next), .move,
        shownAs: Key.upAndDown),
      binding(.jump, [Key(.up), .control("p"), Key(.backTab)], .moveHighlight(.previous)),
      binding(.jump, [Key(.enter)], .choose, .goThere),
      binding(.jump, [Key(.escape), .control("g")], .dismiss, .back),
      binding(.jump, [Key(.pageUp)], .moveHighlight(.by(-listPage))),
      binding(.jump, [Key(.pageDown)], .moveHighlight(.by(listPage))),
      binding(.jump, [.control("c")], .cancel, .cancelKey),
    ] + queryKeys(.jump) + terminalKeys(.jump)
  }

  private static var calendarKeys: [KeyBinding] {
    [
      binding(
        .calendar, [Key(.right), .control("f"), letter("l")], .adjust(1), .days,
        shownAs: Key.leftAndRight),
      binding(.calendar, [Key(.left), .control("b"), letter("h")], .adjust(-1)),
      binding(
        .calendar, [Key(.down), .control("n"), letter("j")], .moveHighlight(.next),
        "week", shownAs: Key.upAndDown),
      binding(.calendar, [Key(.up), .control("p"), letter("k")], .moveHighlight(.previous)),
      binding(.calendar, [Key(.enter), letter(" ")], .choose, .chooseKey),
      binding(.calendar, [Key(.escape), .control("g"), letter("q")], .dismiss, .back),
      binding(
        .calendar, [Key(.pageDown), letter("L")], .moveHighlight(.by(1)), "next month"),
      binding(.calendar, [Key(.pageUp), letter("H")], .moveHighlight(.by(-1))),
      binding(.calendar, [Key(.home), letter("0")], .moveHighlight(.first)),
      binding(.calendar, [Key(.end), letter("$")], .moveHighlight(.last)),
      binding(.calendar, [Key(.function(1)), letter("?")], .help, .help),
      binding(.calendar, [.control("c")], .cancel, .cancelKey),
    ] + terminalKeys(.calendar)
  }
}
