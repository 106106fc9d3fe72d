import FormEngine
import IntentModel
import IntentOptions
import Synchronization
import TerminalForm
import WidgetTestSupport

// Runs the sample form on its terminal. Tests type into the form and check the screen; at the end,
// the program prints how the session ended and the resulting answers.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of requests for calendars.
let asked = Mutex(0)

/// The provider named in the first argument.
func provider(_ kind: String) -> SampleCalendars {
  switch kind {
  case "slow":
    SampleCalendars { _ in
      try await Task.sleep(for: .milliseconds(700))
      return SampleForm.calendars
    }
  case "stuck":
    SampleCalendars { _ in
      try await Task.sleep(for: .seconds(3_600))
      return []
    }
  case "recovering":
    SampleCalendars { _ in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      if count == 1 { throw SampleCalendars.Failure("no route to host") }
      return SampleForm.calendars
    }
  default: SampleCalendars()
  }
}

func words(_ ending: SessionEnding) -> String {
  switch ending {
  case .submitted: "submitted"
  case .cancelled: "cancelled"
  case .interrupted(let signal): "interrupted by \(signal)"
  }
}

func run(_ arguments: [String]) throws -> FormState {
  var device = try TerminalDevice.open()
  var session = FormSession(
    state: SampleForm.state(), provider: provider(arguments.first ?? ""),
    renderer: FormRenderer(), depth: .ansi16,
    queries: arguments.contains("queries") ? TerminalQueries.bytes(term: "xterm") : [],
    waker: device.waker)
  let ending = try session.run(on: &device)
  device.restore()
  print(words(ending))
  return session.state
}

do {
  let state = try run(Array(CommandLine.arguments.dropFirst()))
  print("family=\(state.family.rawValue)")
  for (name, value) in state.draft.values.sorted(by: { $0.key < $1.key }) {
    print("\(name)=\(ValueText.text(of: value))")
  }
} catch {
  print(error)
  exit(2)
}
