import TerminalForm

// A program that takes the terminal and then ends in the way its argument names. Tests look at what it
// leaves behind.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Uses up the stack.
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
    // The size is asked for so that the device lives on: an endless loop without it ends its life.
    while device.size.columns > 0 { sleep(1) }
  case "suspend": try device.suspend()
  default: break
  }
  while true {
    let input = try device.nextInput()
    if input.isHungUp || !input.signals.isDisjoint(with: .endings) { return }
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
