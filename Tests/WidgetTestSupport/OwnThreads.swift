import Testing
package import Threads

extension OwnThreads {
  /// Whether the current thread may block, because it does not belong to the task pool.
  package static var mayBlock: Bool { current != nil || withUnsafeCurrentTask { $0 == nil } }

  /// Records an issue if the current thread belongs to the task pool, because the caller would
  /// block it.
  package static func expectCurrent(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    guard !mayBlock else { return }
    Issue.record(
      "This blocks a thread of the task pool. Give the suite the trait “.startsPrograms”.",
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Runs work that blocks its thread, without blocking a thread of the task pool.
package func blocking<Result: Sendable>(
  _ work: @concurrent @Sendable () async throws -> Result
) async rethrows -> Result {
  try await OwnThreads.run(work)
}
