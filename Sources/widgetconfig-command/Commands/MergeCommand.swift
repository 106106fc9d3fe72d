import ArgumentParser
import DefinitionFormats
import Foundation
import Messages

/// Merges two versions of a definition; git can use it as a merge driver.
struct MergeCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges two versions of a definition that have a common base.",
    discussion: .help(
      """
      Parameters, enums and types are merged by their identity, not line by line, so two branches \
      that each add a parameter do not conflict. The numbers of the base do not change. If both \
      sides have changed the same thing, the result has the version of OURS, the conflict is \
      listed, and the exit status is \(ExitStatus.findings). The exit status is also \
      \(ExitStatus.findings) if the result loses answers of placed widgets that each side keeps. \
      The result is in the format of OURS; a binary property list becomes XML.

      As a merge driver of git, the command merges definitions in every git merge and rebase of \
      the clone:

        git config merge.definition.driver 'widgetconfig merge %O %A %B --output %A'
        echo '*.intentdefinition merge=definition' >> .gitattributes
      """,
      examples: "merge base.json ours.json theirs.json",
      "merge base.json ours.json theirs.json --output ours.json",
      "merge base.json ours.json theirs.json --quiet > merged.json"))

  @Argument(
    help: "The common ancestor of both; an empty file if there is none.",
    completion: Completions.files)
  var base: String

  @Argument(help: "The version of this side.", completion: Completions.files)
  var ours: String

  @Argument(help: "The version of the other side.", completion: Completions.files)
  var theirs: String

  @Option(
    name: .shortAndLong, help: .outputFile,
    completion: .file())
  var output: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard [base, ours, theirs].count(where: { $0 == InputFile.standardInput }) < 2 else {
      throw ValidationError("Only one of the three files can be standard input.")
    }
  }

  func run() throws {
    let versions = try [base, ours, theirs].map { try InputFile.bytes($0) }
    for (bytes, path) in zip(versions, [base, ours, theirs]).dropFirst() where bytes.isEmpty {
      throw CommandFailure(
        .findings,
        .placed(
          place: InputFile.name(path),
          sentences: ["The file is empty. Only the base can be empty.", "Check the path."]))
    }
    var unreadable: [Message] = []
    let values = zip(versions, [base, ours, theirs]).compactMap { bytes, path in
      do throws(FormatErrors) {
        return try DefinitionMerge.value(of: bytes, file: path)
      } catch {
        unreadable += error.lines
        return nil
      }
    }
    guard unreadable.isEmpty else { throw CommandFailure(.findings, unreadable) }
    let merge = DefinitionMerge(base: values[0], ours: values[1], theirs: values[2])
    for note in merge.notes { shared.remark(note) }
    let format = IntentDefinitionReader.format(of: versions[1], file: ours)
    do {
      var bytes = try merge.bytes(as: format, file: ours)
      let lineFeed = UInt8(ascii: "\n")
      if versions[1].last != lineFeed, bytes.last == lineFeed { bytes.removeLast() }
      var text = String(decoding: bytes, as: UTF8.self)
      let given = String(decoding: versions[1], as: UTF8.self)
      if !PropertyListBinary.isBinary(versions[1]), given.first(where: \.isNewline) == "\r\n" {
        text = text.replacing("\n", with: "\r\n")
      }
      try OutputFile.write(text, to: output ?? OutputFile.standardOutput)
    } catch let errors as FormatErrors {
      // Each side can be read but the result cannot, so nothing is written.
      throw CommandFailure(.findings, merge.conflicts + errors.lines)
    }
    let problems = merge.conflicts + merge.newErrors + merge.newLosses
    guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
  }
}
