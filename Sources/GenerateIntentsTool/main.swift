// The program that the plugins run, with the path of a definition, the path of the Swift file to
// write, and optionally the path of a configuration. Errors have the format of compiler errors, so
// an editor can jump to their positions.

import DefinitionFormats
import Foundation
import InputFiles
import IntentCodegen
import IntentModel
import Messages

func say(_ severity: IntentIssue.Severity, at place: String, _ message: String) {
  let line = visibleLine("\(place): \(severity.rawValue): \(message)")
  FileHandle.standardError.write(Data((line + "\n").utf8))
}

func say(_ finding: CheckFinding) {
  let numbers = [finding.line, finding.column].compactMap { $0.map(String.init) }
  let place = ([finding.file] + numbers).joined(separator: ":")
  say(finding.severity, at: place, finding.text())
}

/// The configuration at a path.
func configuration(at path: String) throws(FormatErrors) -> GenerationRequest {
  let bytes: [UInt8]
  do throws(FileReadingError) {
    bytes = try FileReading.bytes(atPath: path, limit: FileReading.settingsLimit)
  } catch {
    throw FormatErrors([FormatError(error)])
  }
  return try GenerationRequest.read(configuration: bytes, file: path)
}

func run(_ arguments: [String]) -> Int32 {
  guard arguments.count == 2 || arguments.count == 3 else {
    say(
      .error, at: "GenerateIntentsTool",
      "Give a definition, a Swift file and, if needed, a configuration.")
    return 2
  }
  let (input, output) = (arguments[0], arguments[1])
  do {
    var request = arguments.count == 3 ? try configuration(at: arguments[2]) : GenerationRequest()
    let check = DefinitionCheck.run(path: input)
    for finding in check.findings where finding.severity != .note { say(finding) }
    guard !check.findings.contains(where: { $0.severity == .error }) else { return 1 }
    let reading = try IntentDefinitionReader.read(path: input)
    let (naming, unknown) = request.naming.resolved(in: reading.file)
    request.naming = naming
    let stem = String(URL(filePath: input).lastPathComponent.prefix { $0 != "." })
    let (files, findings) = request.output(
      of: reading.file, stem: stem,
      languages: DefinitionLanguages(of: reading.file, beside: input))
    for file in files where !file.name.hasSuffix(".swift") {
      say(
        .warning, at: input,
        """
        A plugin cannot add \(visible(file.name)) to the module. Write it once with \
        “widgetconfig generate”, and keep it in the sources.
        """)
    }
    for finding in findings { say(.note, at: input, finding.description) }
    // The name can belong to another definition of the target.
    for name in unknown {
      say(
        .note, at: input,
        "The definition has no name “\(visible(name))”, so the configuration cannot rename it.")
    }
    let sources = files.filter { $0.name.hasSuffix(".swift") }.map(\.text)
    // A build tool declares its output before it runs, so all classes are in one file.
    _ = try GeneratedOutput.write(sources.joined(separator: "\n"), to: output)
    return 0
  } catch let errors as FormatErrors {
    for error in errors.errors { say(CheckFinding(error, severity: .error)) }
  } catch {
    say(.error, at: output, "\(error)")
  }
  return 1
}

exit(run(Array(CommandLine.arguments.dropFirst())))
