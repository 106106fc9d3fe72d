// Makes one request to the source in a widget.json, and prints the result and its memory use.
//
//   SourceProbe FOLDER BYTES ITEMS
//
// It prints the number of choices or the error, and the growth of peak memory in kibibytes. It is a
// separate process, because peak memory can be measured only for a whole process.
//
//   SourceProbe --peak FILE PROGRAM ARGUMENT…
//
// It runs a program, and writes the peak memory of the program in kibibytes to a file. The system
// counts the memory of the process that starts a program as part of the program's memory, so the
// starting process has to be small.
import ExternalSources
import Foundation
import IntentOptions
import WidgetFormats

/// The peak resident memory, in kibibytes.
func peak() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
  return Int(line.filter(\.isNumber)) ?? 0
}

/// Runs a program, writes its peak memory to a file, and returns its exit status.
func measured(_ arguments: [String]) -> Int32 {
  var words = arguments.dropFirst().map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var child = pid_t()
  guard posix_spawn(&child, arguments[1], nil, nil, &words, environ) == 0 else { return 127 }
  var (status, usage) = (Int32(0), rusage())
  while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
  #if os(Linux)
    let peak = usage.ru_maxrss
  #else
    let peak = usage.ru_maxrss / 1_024
  #endif
  try? "\(peak)".write(toFile: arguments[0], atomically: true, encoding: .utf8)
  return status & 0x7F == 0 ? status >> 8 & 0xFF : 128
}

func words(_ provider: any OptionsProvider) async -> String {
  do {
    return "\(try await provider.options(for: OptionsRequest(parameter: "p")).count) choices"
  } catch {
    return "\(error)"
  }
}

if CommandLine.arguments[1] == "--peak" {
  exit(measured(Array(CommandLine.arguments.dropFirst(2))))
}
let folder = CommandLine.arguments[1]
let limits = SourceLimits(
  bytes: Int(CommandLine.arguments[2]) ?? 0, items: Int(CommandLine.arguments[3]) ?? 0,
  timeout: .seconds(3_600))
let bytes = try Data(contentsOf: URL(filePath: folder + "/widget.json"))
let manifest = try WidgetManifestFile.read(Array(bytes), file: "widget.json").widgets[0]
let surroundings = SourceSurroundings(
  folder: folder, environment: ProcessInfo.processInfo.environment, limits: limits)

if let good = manifest.options["good"] {
  // A first response is made before the measurement, so that memory that it allocates permanently
  // is not counted.
  let provider = try ExternalSource(good, in: surroundings).optionsProvider()
  _ = await words(provider)
}
if let source = manifest.options["p"] {
  let provider = try ExternalSource(source, in: surroundings).optionsProvider()
  let before = peak()
  let said = await words(provider)
  print(said)
  print(peak() - before)
}
