import FormDriver
import FormEngine
import Foundation
import IntentOptions
import Messages
import TerminalForm

/// One form on the terminal, on a thread of its own.
///
/// The loop waits for keys without giving its thread back, and the pool of Swift's tasks has no more
/// threads than the machine has processors: on one of them a provider would never answer.
struct TerminalRun: Sendable {
  var state: FormState
  var provider: any OptionsProvider
  var renderer: FormRenderer
  var depth: ColorDepth
  var queries: [UInt8]
  var preview: (any FormPreviewing)?
  var folders: (any FolderReading)?
  var modes: TerminalModes

  /// Makes a run in the looks that a person asked for.
  ///
  /// - Throws: `CommandFailure` where the looks cannot be had.
  init(
    _ state: FormState, _ provider: any OptionsProvider, _ looks: FormLooks,
    _ environment: [String: String], preview: (any FormPreviewing)? = nil,
    folders: (any FolderReading)? = nil
  ) throws {
    self.state = state
    self.provider = provider
    renderer = try looks.renderer(environment)
    depth = ColorDepth(environment: environment)
    queries = TerminalQueries.bytes(term: environment["TERM"] ?? "")
    self.preview = preview
    self.folders = folders
    modes = looks.mouse ? [.standard, .mouse] : .standard
  }

  /// The form after the person is done with it.
  ///
  /// - Throws: `CommandFailure` when the program is asked to end, or there is no terminal.
  func finished() async throws -> FormState {
    try await withCheckedThrowingContinuation { waiting in
      let thread = Thread { waiting.resume(with: Result { try run() }) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func run() throws -> FormState {
    do {
      var device = try TerminalDevice.open(modes: modes)
      var session = FormSession(
        state: state, provider: provider, renderer: renderer, depth: depth, queries: queries,
        preview: preview, folders: folders, waker: device.waker)
      let ending = try session.run(on: &device)
      device.restore()
      if case .interrupted(let signal) = ending {
        throw CommandFailure(.cancelled, .endedBySignal(signal: "\(signal)"))
      }
      return session.state
    } catch let error as TerminalError {
      throw CommandFailure(.findings, .usePlainInstead(problem: "\(error)"))
    }
  }
}
