import ArgumentParser
import ExternalSources
import Foundation
import IntentModel
import Messages
import WidgetLoading
import WidgetTimeline

/// Prints or opens the URL that a tap on a widget opens.
struct OpenCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Prints the URL that a tap on a widget opens, or hands it to a program.",
    discussion: .help(
      """
      An entry without a link opens the app with the intent, which has no URL: the exit status is \
      \(ExitStatus.findings).
      """,
      examples: "open UpNext --at 2026-11-25T12:00:00Z",
      "open UpNext --at 2026-11-24T12:00:00Z --link 1",
      "open UpNext --at 2026-11-25T12:00:00Z --run xdg-open"))

  /// The number of the first part with a link.
  static let firstLink = 1

  @OptionGroup var options: TimelineSubjectOptions

  @Option(
    help: """
      The number of the part that is tapped, from \(OpenCommand.firstLink); by default the whole \
      widget.
      """)
  var link: Int?

  @Option(
    name: .customLong("run"),
    help: "A program that gets the URL as its only argument, such as xdg-open.")
  var program: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try ValidationError.check("--link", link, from: Self.firstLink)
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let subject = try await options.found(remarkingIn: placed)
    let context = try options.context(of: subject, shared)
    let result = try await placed.timeline(
      of: options.isPresent ? subject.name : nil, from: subject.provider, for: subject.intent,
      in: context)
    if let failure = result.failure.map({ subject.failure($0) }) {
      // The last timeline is still on screen, and a tap opens its link.
      let kept = placed.keeper.kept(of: subject.name, for: subject.intent)
      guard options.isPresent, kept.last != nil else { throw failure }
      shared.say(failure.lines)
    }
    let entry = result.entry(at: context.now)
    let url = try destination(of: entry.content, in: context.family, subject.name)
    guard let program else { return Terminal.writeLine(url) }
    throw Self.replaceProcess(by: program, with: url)
  }

  private func destination(
    of content: EntryContent, in family: WidgetFamily, _ name: String
  ) throws -> String {
    if let link {
      guard family.hasSeveralTapTargets else {
        throw failure(
          "A widget of the family \(family.rawValue) has only one tap target. Leave out --link.")
      }
      guard link - Self.firstLink < content.links.count else {
        throw failure(
          """
          There is no link \(link): the entry has \(content.links.count, "link", "links") on parts.
          """)
      }
    }
    guard let url = content.destination(ofPart: link.map { $0 - Self.firstLink }, in: family) else {
      throw failure("The entry has no link: a tap opens the app with the intent.")
    }
    // Only URLs with a scheme are passed to a program, never an option or a path.
    guard WidgetURL.isURL(url) else {
      let quoted = url.harmless(limit: 200)
      throw failure(
        "The link “\(name: quoted)” is not a URL.", "Give a scheme, and escape every part.")
    }
    return url

    func failure(_ sentences: Message...) -> CommandFailure {
      CommandFailure(.findings, .placed(place: name, sentences: sentences))
    }
  }

  /// Replaces this process with the program; returns an error if the program cannot be started.
  private static func replaceProcess(by program: String, with url: String) -> CommandFailure {
    let arguments = [strdup(program), strdup(url), nil]
    execvp(program, arguments)
    let cause = String(cString: strerror(errno))
    for argument in arguments { free(argument) }
    return CommandFailure(
      .provider, .placed(place: program.harmless(limit: 200), sentences: [.verbatim(cause)]))
  }
}
