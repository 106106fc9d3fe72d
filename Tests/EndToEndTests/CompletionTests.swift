import Foundation
import Testing
import WidgetTestSupport

/// What the completion scripts offer in real shells.
///
/// All lines of a shell share its script, because making the script takes longer than completing a
/// line.
@Suite(.startsPrograms) struct CompletionTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let placed = try sandbox.run(["edit", "Verse", "--name", "Desk", "--set", "emphasis=0.5", "-q"])
    #expect(placed.status == 0, "\(placed.errors)")
    for path in ["App/Rail.json", "App/My Stop/Rail.json", "LoneApp2/why $(touch hacked)"] {
      _ = try sandbox.write("{}", to: path)
    }
    try FileManager.default.createDirectory(
      atPath: sandbox.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path("bin/widgetconfig"),
      withDestinationPath: ProgramFolder.path(of: "widgetconfig"))
  }

  /// Command lines, with the words that must and must not be offered at their ends.
  static let cases: [(line: String, offered: [String], other: String?)] = [
    ("edit U", ["UpNext"], "Verse"),
    ("edit De", ["Desk"], "Verse"),
    ("show ", ["Desk"], "UpNext"),
    ("edit UpNext --family system", ["systemSmall", "systemLarge"], "accessoryInline"),
    ("edit Verse --set em", ["emphasis="], "collection="),
    ("edit Verse --set collection=mo", ["collection=morning"], "collection=evening"),
    ("edit Desk --set isDedicated=", ["isDedicated=true", "isDedicated=false"], nil),
    ("options UpNext cal", ["calendars"], nil), ("edit UpNext look", ["lookAhead"], "calendars"),
    ("check App/", ["App/Rail.json"], nil),
    ("diff App/R", ["App/Rail.json"], nil),
    ("migration App/R", ["App/Rail.json"], nil),
    ("new X --from App/R", ["App/Rail.json"], nil),
    ("list --format ", ["json", "table"], nil),
    ("hist", ["history"], "list"),
    ("help exp", ["export"], "edit"),
    ("help store ba", ["backup"], "export"), ("check --explain bad-", ["bad-path"], "all"),
    ("edit UpNext --locale zh", ["zh-Hans"], "de"),
  ]

  /// The keys that a person types in a shell up to each Tab, the line after each Tab, and the words
  /// that the program gets.
  static let typed: [(steps: [(keys: String, shown: String)], words: [String])] = [
    (
      [("edit UpNext --set sty\t", "style="), ("ag\t", "agenda")],
      ["edit", "UpNext", "--set", "style=agenda"]
    ),
    ([("help exp\t", "export")], ["help", "export"]),
    ([("check App/My\t", "Stop/"), ("Ra\t", "Rail.json")], ["check", "App/My Stop/Rail.json"]),
    ([("check Lone\t", "App2/"), ("wh\t", "hacked")], ["check", "LoneApp2/why $(touch hacked)"]),
    ([("edit Up\t", "UpNext")], ["edit", "UpNext"]),
    // The word is completed, which shows that no other word was offered.
    ([("show \t", "Desk")], ["show", "Desk"]),
  ]

  private func shell(_ program: String, _ script: String) throws -> [String] {
    let run = try sandbox.shell(
      "export PATH='\(sandbox.path("bin"))':/usr/bin:/bin; \(program) \(script)")
    #expect(run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  private func script(of shell: String) throws -> String {
    let script = try sandbox.run(["--generate-completion-script", shell])
    #expect(script.status == 0)
    return try sandbox.write(script.output, to: "completion.\(shell)")
  }

  @Test func `The script for Bash offers the right words`() throws {
    let script = try script(of: "bash")
    // Bash divides words at “=”, and so does the driver below.
    let driver = try sandbox.write(
      #"""
      source "$1"
      line="widgetconfig $2"
      mapfile -t COMP_WORDS < <(printf '%s' "$line" | sed 's/=/\n=\n/g; s/ /\n/g')
      [[ "$line" = *[\ =] ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="$line"; COMP_POINT=${#line}
      word="${COMP_WORDS[COMP_CWORD]}"
      function=$(complete -p widgetconfig | sed 's/.*-F \([^ ]*\).*/\1/')
      "$function" widgetconfig "$word" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#, to: "driver.bash")
    for row in Self.cases {
      let found = try shell("bash", "'\(driver)' '\(script)' '\(row.line)'")
      for offered in row.offered {
        // Only the part after “=” is replaced.
        let part = row.line.contains("=") ? String(offered.split(separator: "=")[1]) : offered
        #expect(found.contains(part), "\(row.line): \(found)")
      }
      if let other = row.other { #expect(!found.contains { other.hasSuffix($0) }, "\(found)") }
    }
  }

  /// Types in a shell on a terminal, and compares the words that the program would receive.
  ///
  /// - Parameter setup: A shell command that sets the prompt to `READY`.
  private func expectTyped(in shell: String, _ arguments: [String], setup: String) throws {
    let path = "\(sandbox.path("bin")):/usr/bin:/bin"
    for row in Self.typed {
      let program = try TerminalProgram(
        "/usr/bin/\(shell)", arguments,
        environment: sandbox.environment.merging(["PATH": path, "TERM": "dumb"]) { $1 },
        columns: 200)
      program.type(setup + "\r")
      try program.wait(forWritten: "READY")
      program.type("widgetconfig ")
      for step in row.steps {
        program.type(step.keys)
        try program.wait(for: step.shown)
      }
      // Ctrl+A moves to the start of the line; the words are printed instead of being passed to the
      // program.
      program.type("\u{1}printf 'WORD <%s>\\n' \r")
      let last = row.words.last ?? ""
      try program.wait(forWritten: "WORD <\(last)>")
      let words = String(decoding: program.output, as: UTF8.self).split(separator: "WORD <")
        .dropFirst().compactMap { $0.contains(">") ? String($0.prefix { $0 != ">" }) : nil }
      #expect(words.suffix(row.words.count) == row.words[...], "\(shell): \(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("hacked")))
  }

  @Test func `Completion in Bash`() throws {
    let script = try script(of: "bash")
    try expectTyped(
      in: "bash", ["--norc", "--noprofile", "-i"],
      setup: "cd '\(sandbox.folder.path)'; source '\(script)'; PS1=REA; PS1+='DY '")
  }

  @Test(.enabled(if: isInstalled("zsh"))) func `Completion in Zsh`() throws {
    let script = try script(of: "zsh")
    try expectTyped(
      in: "zsh", ["-f", "-i"],
      setup: """
        cd '\(sandbox.folder.path)'; autoload -Uz compinit; compinit -u; source '\(script)'; \
        PS1=REA; PS1+='DY '
        """)
  }

  @Test(.enabled(if: isInstalled("fish"))) func `Completion in Fish`() throws {
    let script = try script(of: "fish")
    try expectTyped(
      in: "fish", ["--no-config", "-i"],
      setup: """
        cd '\(sandbox.folder.path)'; source '\(script)'; \
        function fish_prompt; printf '%s' REA DY ' '; end
        """)
  }

  @Test(.enabled(if: isInstalled("fish"))) func `The script for Fish offers the right words`()
    throws
  {
    let script = try script(of: "fish")
    // Only a fish shell on a terminal has a command line with a cursor, which the script reads.
    let setup = try sandbox.write(
      """
      cd '\(sandbox.folder.path)'
      source '\(script)'
      function fish_prompt; echo READY; end
      function report; complete -C > found; exit; end
      bind \\ce report
      """, to: "driver.fish")
    let path = "\(sandbox.path("bin")):/usr/bin:/bin"
    for row in Self.cases {
      _ = try sandbox.write("", to: "found")
      let program = try TerminalProgram(
        "/usr/bin/fish", ["--no-config", "-i", "-C", "source '\(setup)'"],
        environment: sandbox.environment.merging(["PATH": path, "TERM": "dumb"]) { $1 })
      try program.wait(forWritten: "READY")
      program.type("widgetconfig \(row.line)\u{5}")
      _ = try program.status()
      let found = try sandbox.read("found").split(separator: "\n").map {
        String($0.split(separator: "\t").first ?? "")
      }
      for offered in row.offered { #expect(found.contains(offered), "\(row.line): \(found)") }
      if let other = row.other { #expect(!found.contains(other), "\(found)") }
    }
  }

  @Test(.enabled(if: isInstalled("zsh"))) func `The script for Zsh offers the right words`() throws
  {
    let script = try script(of: "zsh")
    // zsh itself lists the completions on a terminal, and stops a completion when more keys are
    // waiting, so the next key is sent after the completion has ended.
    let driver = try sandbox.write(
      #"""
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; PS2=; TERM=dumb; stty -echo columns 200 rows 50; autoload -Uz compinit; compinit -u"
      zpty -w z "setopt noautomenu nolistbeep; zstyle ':completion:*' list-prompt ''; LISTMAX=1000"
      zpty -w z "source $1; compdef _widgetconfig widgetconfig"
      zpty -w z "report() { print -r -- BEGIN; print -rl -- \$found; print -r -- END; exit }"
      zpty -w z "compadd() { local -a own; builtin compadd -O own \"\$@\"; found+=(\$own); builtin compadd \"\$@\" }"
      zpty -w z "finish() { zle -I; report }; zle -N finish; bindkey '^X^F' finish; typeset -ga found"
      zpty -w z "mark() { print -r -- COM''PLETED }; comppostfuncs=(mark)"
      zpty -w z "print -r -- REA''DY"
      zpty -r -m z line '*READY*'
      zpty -w -n z "widgetconfig $2"$'\t'
      zpty -r -m z line '*COMPLETED*'
      zpty -w -n z $'\x18\x06'
      zpty -r -m z all '*END*'
      print -r -- "$all" | tr -d '\r' | sed -n '/BEGIN/,/END/p' | sed '1d;$d'
      """#, to: "driver.zsh")
    for row in Self.cases {
      let found = try shell("zsh", "-f '\(driver)' '\(script)' '\(row.line)'")
      for offered in row.offered { #expect(found.contains(offered), "\(row.line): \(found)") }
      if let other = row.other { #expect(!found.contains(other), "\(found)") }
    }
  }
}
