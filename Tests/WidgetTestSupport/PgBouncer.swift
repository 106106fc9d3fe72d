import Foundation
import Synchronization
import Threads

/// A local PgBouncer in front of the server that the tests share.
///
/// It assigns a server connection for the duration of one transaction. A shell runs the program,
/// and stops it when the pipe to the shell closes, however the tests end.
public final class PgBouncer: Sendable {
  /// The reason why a pool does not start.
  public struct NotStarted: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  /// The path of the program; nil if it is not installed.
  public static let program: String? = {
    let folders =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      + ["/usr/sbin"]
    return folders.map { "\($0)/pgbouncer" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// Whether a pool and its server are installed.
  public static var isInstalled: Bool { program != nil && PostgresServer.isInstalled }

  /// The comment on tests that are skipped without a pool.
  public static let skipped = "PgBouncer is not installed; install pgbouncer"

  private static let started = Mutex<Result<PgBouncer, any Error>?>(nil)

  /// The pool that all tests share, for each database of the shared server.
  public static func shared() throws -> PgBouncer {
    try started.withLock { started in
      let pool = started ?? Result { try PgBouncer(PostgresServer.shared()) }
      started = pool
      return try pool.get()
    }
  }

  private let folder: String
  private let process = Process()
  private let input = Pipe()

  private init(_ server: PostgresServer) throws {
    OwnThreads.expectCurrent()
    guard let program = Self.program else { throw NotStarted(description: Self.skipped) }
    // The path of a socket has at most 107 bytes.
    folder = "/tmp/wcpb-\(getpid())-\(UInt32.random(in: 0 ..< .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // With two connections per database, a transaction of one program runs in a session with the
    // state that another program's transaction left behind.
    try """
    [databases]
    * = host=\(server.folder) user=postgres
    [pgbouncer]
    listen_addr =
    unix_socket_dir = \(folder)
    auth_type = any
    pool_mode = transaction
    default_pool_size = 2
    max_client_conn = 500
    server_idle_timeout = 5
    """.write(toFile: folder + "/settings.ini", atomically: true, encoding: .utf8)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "pgbouncer", program, folder]
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardInput = input
    try process.run()
    let end = ContinuousClock.now + .seconds(120)
    while !FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.6432") {
      guard process.isRunning, ContinuousClock.now < end else {
        let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
        throw NotStarted(description: "The pool did not start: \(log ?? "")")
      }
      usleep(20_000)
    }
  }

  /// Runs a pool, which refuses to run as root, and stops it when the tests end.
  private static let script = """
    program=$1 folder=$2
    as=
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$folder"
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    $as "$program" -q "$folder/settings.ini" </dev/null >"$folder/log" 2>&1 &
    pool=$!
    sleep 0.1
    kill -0 $pool 2>/dev/null && read -r ending
    kill -INT $pool
    wait $pool
    rm -rf "$folder"
    """

  /// The URL of a database on the server, through the pool.
  public func url(of database: String) -> String {
    "postgresql://postgres@/\(database)?host=\(folder)&port=6432"
  }
}
