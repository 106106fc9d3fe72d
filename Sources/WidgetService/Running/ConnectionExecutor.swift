import NIOCore

/// Runs the tasks of connections on the event loops that do the connections' reading and writing.
///
/// So a request changes its thread only for its handler. A task must never block here or work for
/// long: ``ServiceCore/handlers`` does the work of routes and of their response bodies.
final class ConnectionExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
