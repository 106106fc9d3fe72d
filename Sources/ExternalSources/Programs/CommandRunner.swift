import Foundation
import IntentModel
import IntentOptions
import Messages
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a program without a shell: writes bytes to its standard input and reads its standard
/// output.
///
/// The program leads its own process group, which is killed if the output is too large or too late,
/// or is no longer needed. A ``RunMark`` then finds and kills processes that have left the group.
/// The same happens if the program fails.
///
/// The number of active runs is limited, both for each source and for all sources together
/// (``WorkGate/programs``). Further runs wait in order, at most for the duration of the time limit;
/// after that, the program is not started.
struct CommandRunner: Sendable {
  /// The environment variables that every program receives, if they are set.
  static let standardVariables = [
    "PATH", "HOME", "TMPDIR", "TZ", "TZDIR", "LANG", "LC_ALL", "LC_CTYPE", "LC_TIME",
  ]

  /// The maximum number of Unicode scalars that are quoted from standard error.
  static let quotedScalars = 1_000

  var name: String
  /// The program and its arguments; a relative path to the program is relative to the folder.
  var arguments: [String]
  /// The absolute folder in which the program runs.
  var folder: String
  /// The environment variables that the program receives.
  var environment: [String: String]
  var limits: SourceLimits
  /// The remedy for a program that fails.
  private let advice: Message
  /// Limits the simultaneous runs.
  var gate = WorkGate.programs

  /// The marks of the runs that this process itself is part of.
  private let outerRuns: String?
  /// The folders in which the programs of widgets keep files.
  private let containers: ContainerFolders

  init(
    name: String, arguments: [String], folder: String, environment: [String: String],
    allowed: [String], limits: SourceLimits, advice: Message
  ) {
    self.name = name
    self.advice = advice
    self.arguments = arguments
    self.folder = FolderNames.absolute(folder)
    self.limits = limits
    let names = Set(Self.standardVariables + allowed)
    self.environment = environment.filter { names.contains($0.key) }
    outerRuns = environment[RunMark.variable]
    containers = ContainerFolders(environment: environment)
  }

  /// Whether each scope has its own container.
  var hasScopes: Bool { containers.hasScopes }

  /// A copy of this runner that uses the widget's container; a missing container is created.
  ///
  /// The container has the name of the widget's folder, so all programs of a widget share the
  /// container.
  ///
  /// - Parameter scope: The scope of the request; nil for none.
  private func sharing(in scope: String?) throws(OptionsError) -> CommandRunner {
    guard let folders = containers.folder(of: scope) else { return self }
    let path = "\(folders)/\(folder.split(separator: "/").last ?? "widget")"
    do {
      try FolderNames.createPrivate(path)
    } catch {
      throw OptionsError.notStarted(
        arguments.first ?? "", cause: "its folder “\(path.harmlessPath)” cannot be created",
        "Create the folder, or let the user that runs the program create it.", provider: name)
    }
    var runner = self
    runner.environment[ContainerFolders.variable] = path
    return runner
  }

  /// Runs the program and returns its standard output.
  ///
  /// - Parameters:
  ///   - request: The program's standard input.
  ///   - scope: The scope of the request, which has its own container; nil for none.
  /// - Throws: `OptionsError`, and `CancellationError` when cancelled.
  func response(to request: String, scope: String? = nil) async throws -> [UInt8] {
    try await sharing(in: scope).response(toInput: request)
  }

  private func response(toInput request: String) async throws -> [UInt8] {
    guard let program = arguments.first, !program.isEmpty else {
      throw OptionsError.noProgram("", provider: name)
    }
    if let problem { throw problem }
    do {
      return try await gate.run(for: source, waitingAtMost: limits.timeout) {
        let input = try RequestFile(request, provider: name)
        return try await withTimeLimit(
          limits.timeout, timedOut: .tooSlow(limits.timeout, provider: name)
        ) {
          try await endingAll(program, input: input)
        }
      }
    } catch let refusal as WorkGate.Refusal {
      switch refusal {
      case .busy: throw OptionsError.busy(provider: name)
      case .cancelled: throw CancellationError()
      }
    }
  }

  /// A text that identifies the source.
  private var source: String { ([folder] + arguments).joined(separator: "\u{0}") }

  /// Runs the program; if it fails or is cancelled, kills all processes that it started.
  private func endingAll(_ program: String, input: RequestFile) async throws -> [UInt8] {
    let mark: RunMark
    do throws(GuardError) {
      mark = try RunMark(within: outerRuns)
    } catch {
      throw OptionsError.notStarted(
        program, cause: systemWords(error.code), Self.remedy(for: error.code), provider: name)
    }
    defer { mark.hasEnded() }
    do {
      return try await run(program, input: input, mark)
    } catch {
      await mark.endAll()
      guard let error = error as? SubprocessError else { throw error }
      try Task.checkCancellation()
      throw self.error(error, program: program)
    }
  }

  private func run(_ program: String, input: RequestFile, _ mark: RunMark) async throws -> [UInt8] {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    let result = try await Subprocess.run(
      executable(program), arguments: Arguments(Array(arguments.dropFirst())),
      environment: .custom(variables(mark)), workingDirectory: FilePath(folder),
      platformOptions: options,
      input: .fileDescriptor(try input.descriptor(), closeAfterSpawningProcess: true),
      output: .sequence, error: .sequence
    ) { execution in
      mark.hasStarted(group: execution.processIdentifier.value)
      async let said = Self.head(of: execution.standardError, bytes: 4 * Self.quotedScalars)
      let response = try await all(of: execution.standardOutput)
      return (response, try await said)
    }
    try Task.checkCancellation()
    let (response, said) = result.closureResult
    guard result.terminationStatus.isSuccess else {
      throw OptionsError.programFailed(
        Self.words(result.terminationStatus), said: Self.quotation(said), remedy: advice,
        provider: name)
    }
    return response
  }

  private func variables(_ mark: RunMark) -> [Environment.Key: String] {
    var variables: [Environment.Key: String] = [
      Environment.Key(stringLiteral: RunMark.variable): mark.value
    ]
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    return variables
  }

  /// The problem that prevents running the program, as far as it can be found without running it.
  var problem: OptionsError? {
    ProgramFile(arguments.first ?? "", folder: folder)
      .problem(searchPath: environment["PATH"], provider: name)
  }

  private func executable(_ program: String) -> Executable {
    ProgramFile(program, folder: folder).path.map { .path(FilePath($0)) } ?? .name(program)
  }

  private func all(of output: SubprocessOutputSequence) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await buffer in output {
      buffer.withUnsafeBytes { bytes += $0 }
      guard bytes.count <= limits.bytes else {
        throw OptionsError.tooManyBytes(limits.bytes, provider: name)
      }
    }
    return bytes
  }

  /// Reads to the end, so that the program never blocks, but keeps only the beginning.
  private static func head(
    of output: SubprocessOutputSequence, bytes limit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await buffer in output where bytes.count < limit {
      buffer.withUnsafeBytes { bytes += $0.prefix(limit - bytes.count) }
    }
    return bytes
  }
}

extension CommandRunner {
  private static func quotation(_ bytes: [UInt8]) -> String {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.harmless(limit: quotedScalars)
  }

  private static func words(_ status: TerminationStatus) -> Message {
    switch status {
    case .exited(let code): "status \("\(code)")"
    case .signaled(let signal): "signal \("\(signal)")"
    }
  }

  private func error(_ error: SubprocessError, program: String) -> OptionsError {
    switch error.code {
    case .executableNotFound:
      .notStarted(
        program, cause: "the interpreter that its first line names does not exist",
        "Install the interpreter, or correct the first line.", provider: name)
    case .failedToChangeWorkingDirectory:
      .notStarted(
        program, cause: "the folder “\(name: folder)” cannot be entered",
        "Give the user that runs the program access to the folder.", provider: name)
    default:
      .notStarted(
        program,
        cause: .verbatim((error.underlyingError.map { "\($0)" } ?? "\(error)").harmless()),
        Self.remedy(for: error.underlyingError?.rawValue ?? 0), provider: name)
    }
  }

  /// The remedy for a system error while a program is started.
  private static func remedy(for code: Int32) -> Message {
    switch code {
    case ETXTBSY: "Another program is writing the file. Try again when it has closed the file."
    case ENOEXEC:
      "Begin a script with a line such as #!/bin/sh, or build the program for this machine."
    case E2BIG: "Shorten the arguments in widget.json."
    case EAGAIN, ENOMEM, EMFILE, ENFILE: "Try again when fewer programs run on this machine."
    default: .correctCommand
    }
  }
}

/// A request in an unlinked file, which becomes a program's standard input.
///
/// With a pipe instead, this process would get SIGPIPE if the program ended without reading it.
final class RequestFile: Sendable {
  /// The folder in which to make the file.
  static let folder = "/tmp"

  private let file: Int32
  private let name: String

  init(_ text: String, provider: String) throws(OptionsError) {
    name = provider
    var path = Array("\(Self.folder)/widgetconfig-XXXXXX".utf8CString)
    file = mkstemp(&path)
    guard file >= 0 else {
      throw .unkeptRequest(errno, provider: provider)
    }
    unlink(path)
    let bytes = Array(text.utf8)
    guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
      throw .unkeptRequest(errno, provider: provider)
    }
  }

  deinit { close(file) }

  /// A new descriptor for one program; the caller closes it.
  func descriptor() throws(OptionsError) -> FileDescriptor {
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw .unkeptRequest(errno, provider: name)
    }
    return FileDescriptor(rawValue: copy)
  }
}
