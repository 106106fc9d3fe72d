import TerminalForm

// Opens the terminal, and then ends in the way that its argument names. Tests check in which state
// it leaves the terminal.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Overflows the stack.
func recurse(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 1024) { buffer in
    buffer.initialize(repeating: depth)
    return recurse(depth + 1) + buffer[depth % 1024]
  }
}

func run(_ ending: String) throws {
  var device = try TerminalDevice.open()
  try device.write(Array("ready".utf8))
  switch ending {
  case "return": return
  case "exit": exit(3)
  case "abort": abort()
  case "trap": print([Int](repeating: 0, count: 1)[CommandLine.arguments.count])
  case "segmentation": raise(SIGSEGV)
  case "overflow": print(recurse(0))
  case "deaf":
    // Reading the size keeps the device alive; in an endless loop that does not use the device, it
    // could be released.
    while device.size.columns > 0 { sleep(1) }
  case "suspend": try device.suspend()
  default: break
  }
  while true {
    let input = try device.nextInput()
    let endings: TerminalSignals = [.terminate, .hangUp, .interrupt, .quit]
    if input.isHungUp || !input.signals.isDisjoint(with: endings) { return }
    if input.bytes.contains(0x71) { return }
    if input.signals.contains(.stop) { try device.suspend() }
  }
}

do {
  try run(CommandLine.arguments.dropFirst().first ?? "wait")
} catch {
  print(error)
  exit(2)
}
