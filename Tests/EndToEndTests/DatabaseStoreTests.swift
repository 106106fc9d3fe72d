import Foundation
import Testing
import WidgetTestSupport

/// Commands on a PostgreSQL store print and do the same as on a file.
@Suite(
  .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)),
  .startsPrograms)
struct DatabaseStoreTests {
  /// Every command that uses the store, in order.
  static let journey: [[String]] = [
    ["list"], ["show", "Desk"],
    ["edit", "Verse", "--name", "Desk", "--set", "emphasis=0.25"],
    ["edit", "Desk", "--set", "emphasis=0.75", "-q"],
    ["edit", "WorldClock", "--name", "It's 100 %", "--set", "showsDate=true"],
    ["list"], ["list", "--format", "json"], ["show", "Desk"], ["show", "Desk", "--format", "json"],
    ["rename", "Desk", "Shelf"], ["rename", "Shelf", "It's 100 %"], ["copy", "Shelf", "Wall"],
    ["history", "Shelf"], ["history", "Shelf", "--format", "json"],
    ["remove", "Wall", "Shelf"], ["remove", "Wal", "--force"],
    ["remove", "Wall", "Shelf", "--force"], ["show", "Wall"], ["history", "Wall"],
    ["restore", "Shelf"], ["restore", "Shelf", "--revision", "1"], ["restore", "Nobody"],
    ["export", "Shelf"], ["export", "--all"],
    ["import", "new.jsonl"], ["import", "bad.jsonl"], ["list"],
    ["reload", "Shelf"], ["reload", "--all"], ["reload", "--kind", "Verse"], ["reload", "Nobody"],
    ["timeline", "Shelf"], ["timeline", "Shelf", "--at", "2026-11-21T14:00:00Z"],
    ["timeline", "--stack", "Shelf", "It's 100 %", "--at", "2026-11-21T14:00:00Z"],
    ["simulate", "Shelf", "--at", "2026-11-21T14:00:00Z"], ["open", "Shelf"],
    ["---completion", "show", "--", "positional@0", "2", "0", "widgetconfig", "show", ""],
    ["---completion", "restore", "--", "positional@0", "2", "0", "widgetconfig", "restore", ""],
  ]

  private func database() throws -> String {
    let server = try PostgresServer.shared()
    return server.url(of: try server.makeDatabase())
  }

  /// The URL as it is shown in messages.
  private func masked(_ url: String) -> String { String(url.prefix { $0 != "?" }) }

  @Test func `Every command works the same on a database and on a file`() throws {
    let url = try database()
    let (file, other) = (try Sandbox(), try Sandbox())
    for sandbox in [file, other] {
      _ = try sandbox.write(
        """
        {"name":"Hall","intent":"VerseIntent","family":"systemSmall","parameters":{"emphasis":0.5}}
        {"name":"Shelf","intent":"VerseIntent","family":"systemLarge","parameters":{"emphasis":1}}

        """, to: "new.jsonl")
      _ = try sandbox.write(
        #"{"intent":"VerseIntent","family":"systemSmall","parameters":{"emphasis":7}}"# + "\n",
        to: "bad.jsonl")
    }
    for arguments in Self.journey {
      let shell = ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5"]
      let expected = try file.run(arguments, adding: shell)
      let found = try other.run(
        arguments, adding: shell.merging(["WIDGETCONFIG_STORE": url]) { $1 })
      #expect(found.status == expected.status, "\(arguments): \(found.errors)")
      for (one, two) in [(expected.output, found.output), (expected.errors, found.errors)] {
        let words = two.replacing(masked(url), with: file.path("store.sqlite"))
          .replacing(other.folder.path, with: file.folder.path)
        #expect(undated(words) == undated(one), "\(arguments)")
      }
    }
    // The folder does not contain any part of the store; related files are in the data folder.
    #expect(try !other.names().contains { $0.hasPrefix("store.sqlite") })
    let beside = other.folder.appending(path: ".local/share/widgetconfig")
    let kept = try FileManager.default.contentsOfDirectory(atPath: beside.path)
    #expect(
      kept.allSatisfy { $0.hasPrefix("widgets.sqlite.postgres-") } && !kept.isEmpty, "\(kept)")
  }

  /// A text with its dates and times replaced.
  private func undated(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)?/, with: "NOW")
      // The output of a clock changes every minute.
      .replacing(/\d\d:\d\d · \w{3} \d{1,2} \w{3}/, with: "NOW")
  }

  @Test func `The flag accepts a URL, and two programs share the placed widgets`() throws {
    let url = try database()
    let (one, two) = (try Sandbox(), try Sandbox())
    let run = try one.run([
      "edit", "Verse", "--name", "Desk", "--set", "emphasis=0.25", "--store", url,
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("Saved “Desk”"), "\(run.errors)")
    #expect(try two.run(["export", "Desk", "--store", url]).output.contains("0.25"))
    #expect(try two.run(["remove", "Desk", "--force", "--store", url]).status == 0)
    #expect(try one.run(["show", "Desk", "--store", url]).errors.contains("restore Desk"))
    #expect(try one.names().filter { $0.hasPrefix("store") }.isEmpty)
  }

  @Test func `A watch follows a save and a reload by another program`() throws {
    let url = try database()
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      """
      dedicate() { "$0" edit Verse --name Desk -q --set isDedicated=true --set "dedication=$1" >/dev/null; }
      dedicate Ada
      "$0" timeline Desk --watch --format waybar > lines & watch=$!
      n=0; until grep -q Ada lines; do sleep 0.1; [ $((n+=1)) -lt 600 ] || { echo late; break; }; done
      dedicate Grace
      n=0; until grep -q Grace lines; do sleep 0.1; [ $((n+=1)) -lt 600 ] || { echo late; break; }; done
      count=$(wc -l < lines)
      "$0" reload Desk -q
      n=0; until [ "$(wc -l < lines)" -gt "$count" ]; do sleep 0.1; [ $((n+=1)) -lt 600 ] || { echo late; break; }; done
      kill $watch; wait $watch; echo $?
      """, adding: ["WIDGETCONFIG_STORE": url])
    #expect(run.output == "0\n", "\(run.errors)")
  }

  /// The server trusts every user, so a password is accepted but never needed.
  @Test func `No command prints the password of its store`() throws {
    let url = try database()
    let sandbox = try Sandbox()
    let place = url.replacing("postgresql://postgres@", with: "postgresql://postgres:cr3tpassw0rd@")
    #expect(place != url)
    let urls = [place, url + "&password=cr3tpassw0rd", url + "&p%61ssword=cr3tpassw0rd", url]
    for name in ["A", "B"] {
      let edit = ["edit", "Verse", "--name", name, "-q", "--set", "emphasis=0.25"]
      #expect(try sandbox.run(edit + ["--store", place]).status == 0)
    }
    let commands = [
      ["list", "--limit", "1"], ["list", "--limit", "1", "--format", "json"], ["show", "Nobody"],
      ["export", "Nobody"], ["store", "check"], ["store", "tenants"],
      ["store", "copy", url, url], ["store", "copy", sandbox.path("none"), url],
      ["remove", "B", "--force"], ["show", "B"], ["restore", "B"],
      ["history", "B", "--limit", "1"],
      ["export", "B", "--intents", "none"],
      ["store", "erase", "Nobody", "--force"], ["list", "--tenant", "nobody"],
    ]
    for url in urls {
      for arguments in commands {
        let run = try sandbox.run(arguments + ["--store", url])
        #expect(!(run.output + run.errors).contains("cr3t"), "\(arguments): \(run)")
        // The suggested command repeats the rest of the URL, so that it uses the same store.
        if arguments[0] == "list", arguments.contains("1") {
          let command = try #require(run.errors.split(separator: "with: widgetconfig ").last)
          #expect(try sandbox.shell("\"$0\" " + command).output.contains("B"), "\(command)")
        }
      }
    }
  }

  @Test func `A store that cannot be reached is named without its password`() throws {
    let sandbox = try Sandbox()
    let nowhere = "postgresql://ada:secret@/desk?host=\(sandbox.folder.path)"
    for arguments in [["list"], ["export", "--all"], ["edit", "Verse", "--set", "emphasis=1"]] {
      let run = try sandbox.run(arguments + ["--store", nowhere])
      #expect(run.status == 1, "\(run)")
      #expect(run.output.isEmpty)
      #expect(
        run.errors.hasPrefix(
          "postgresql://ada@/desk: The database server cannot be reached: connection to server on"))
      #expect(!run.errors.contains("secret"))
    }
    let run = try sandbox.run(["list", "--store", "postgresql://ada:se@cret@host/desk"])
    #expect(run.status == 1 && !run.errors.contains("cret"))
    #expect(
      run.errors == """
        store: The URL of the store cannot be read. Write it as postgresql://user@host/database, \
        with @, :, / and # in a password as %40, %3A, %2F and %23.

        """)
  }
}
