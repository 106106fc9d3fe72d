import Foundation
import Testing
import WidgetTestSupport

/// The additions to the man pages in the archive.
@Suite(.startsPrograms) struct ManualTests {
  @Test func `The manual has statuses, files and a page for each program`() throws {
    let sandbox = try Sandbox()
    for name in ["widgetconfig", "widgetconfig.edit", "widgetconfig-server"] {
      _ = try sandbox.write(
        """
        .Dd November 24, 2026
        .Dt \(name.uppercased()) 1
        .Os
        .Sh NAME
        .Nm \(name)
        .Nd "a program"
        .Sh DESCRIPTION
        One.

        Two.
        .Sh "EXIT STATUS"
        .Ex -std \(name)

        """, to: "man/\(name).1")
    }
    let script = Sandbox.repository.appending(path: ".ci/manual").path
    let run = try sandbox.shell("'\(script)' man")
    #expect(run.status == 0, "\(run.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("man"))
    #expect(pages.contains("intentbuilderc.1") && pages.count == 4)
    let command = try sandbox.read("man/widgetconfig.edit.1")
    for status in ["0", "1", "2", "3", "130", "141"] {
      #expect(command.contains("\n.It \(status)\n"), "\(status)")
    }
    #expect(!command.contains("\n\n") && command.contains("widgets.sqlite"))
    let main = try sandbox.read("man/widgetconfig.1")
    #expect(
      main.contains("\n.Sh COMMANDS\n.Bl -tag -width 4n\n.It Xr widgetconfig.edit 1\na program\n"))
    #expect(!command.contains("COMMANDS"))
    let server = try sandbox.read("man/widgetconfig-server.1")
    #expect(server.contains("\n.It 78\n") && server.contains("\n.It 69\n"))
    #expect(!server.contains("\n.It 141\n"))
    // The formatters report no problems.
    let lint = try sandbox.shell(
      "! command -v groff > /dev/null || for page in man/*.1; do groff -man -Tutf8 -ww -z $page; done"
    )
    #expect(lint.output.isEmpty && lint.errors.isEmpty, "\(lint.errors)")
  }
}
