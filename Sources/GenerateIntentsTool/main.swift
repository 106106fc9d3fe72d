// What the plugins run: a definition, the Swift file that it becomes, and perhaps a configuration.
// Errors are written as a compiler writes them, so that an editor goes to their place.

import Foundation
import InputFiles
import IntentCodegen
import DefinitionFormats
import IntentGeneration
import IntentModel

func say(_ kind: String, at place: String, _ message: String) {
  FileHandle.standardError.write(Data("\(place): \(kind): \(message)\n".utf8))
}

/// Reads a configuration; every error names its file.
func request(_ path: String) -> GenerationRequest? {
  guard let read = try? FileReading.bytes(atPath: path) else {
    say("error", at: path, "The configuration cannot be read. Look at its permissions.")
    return nil
  }
  let bytes = Data(read)
  do {
    let keys = try JSONDecoder().decode([String: Ignored].self, from: bytes).keys
    let unknown = keys.filter { !GenerationRequest.keys.contains($0) }.sorted()
    if let first = unknown.first {
      let known = GenerationRequest.keys.joined(separator: ", ")
      say("error", at: path + ":1:1", "The key “\(first)” is not known. Choose from \(known).")
      return nil
    }
    return try JSONDecoder().decode(GenerationRequest.self, from: bytes)
  } catch {
    say(
      "error", at: path + ":1:1",
      "The configuration is not understood: \(error). Write {\"generate\": \"typed\"}, or "
        + "app-intents, or sirikit.")
    return nil
  }
}

/// A value of a configuration whose key alone is looked at.
struct Ignored: Decodable {
  init(from decoder: any Decoder) {}
}

func run(_ arguments: [String]) -> Int32 {
  guard arguments.count == 2 || arguments.count == 3 else {
    say("error", at: "GenerateIntentsTool", "Give a definition, a Swift file and a configuration.")
    return 2
  }
  let (input, output) = (arguments[0], arguments[1])
  guard let request = arguments.count == 3 ? request(arguments[2]) : GenerationRequest() else {
    return 1
  }
  do {
    let reading = try IntentDefinitionReader.read(path: input)
    for problem in reading.problems { say("warning", at: problem.place, problem.words) }
    let stem = String(URL(filePath: input).lastPathComponent.prefix { $0 != "." })
    let (files, findings) = request.output(of: reading.file, stem: stem)
    for finding in findings { say("note", at: input, finding.description) }
    let sources = files.filter { $0.name.hasSuffix(".swift") }.map(\.text)
    // A build tool declares its output before it runs, so all classes stand in one file.
    _ = try GeneratedOutput.write(sources.joined(separator: "\n"), to: output)
    return 0
  } catch let errors as FormatErrors {
    for error in errors.errors { say("error", at: error.place, error.words) }
  } catch {
    say("error", at: output, "\(error)")
  }
  return 1
}

extension FormatError {
  /// File, line and column as a compiler writes them.
  fileprivate var place: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  /// What is wrong, and what to do.
  fileprivate var words: String {
    [sentence, remedy].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

exit(run(Array(CommandLine.arguments.dropFirst())))
