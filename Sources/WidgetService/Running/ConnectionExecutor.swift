import NIOCore

/// Runs the tasks of connections on the event loops that read and write them.
///
/// A request then changes its thread only for its handler. A task must never block here, nor work
/// for long: the work of routes, and of the bodies of their responses, is done by
/// ``ServiceCore/handlers``.
final class ConnectionExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
