import Foundation
import Testing
import WidgetTestSupport

/// The form shows the widget as it will look, and follows every change.
@Suite struct PreviewDrawingTests {
  @Test func `The present entry is drawn beside a wide form`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "WorldClock"], columns: 140, rows: 50)
    try program.wait(for: "╭──")
    try program.wait(for: "╰──")
    try program.wait(for: "Berlin")
    program.press("esc")
    #expect(try program.exitCode() == 130)
  }
}
