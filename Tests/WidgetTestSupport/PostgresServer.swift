import Foundation
import Synchronization
import Threads

/// A local PostgreSQL server for tests, with its own folder and socket.
///
/// A shell runs the server, and stops it when the pipe to the shell closes, however the tests end.
public final class PostgresServer: Sendable {
  /// The reason why a server does not start.
  public struct NotStarted: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  /// How a server is stopped.
  public enum Ending: String, Sendable {
    /// Aborts open transactions and writes everything to disk.
    case fast
    /// Stops as in a crash.
    case immediate
  }

  /// The folder with the server's programs; nil if it is not installed.
  public static let programs: String? = {
    let debian = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? [])
      .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
    let folders =
      versions.map { "\(debian)/\($0)/bin" }
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.first { folder in
      ["initdb", "postgres", "psql"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// Whether a server is installed.
  public static var isInstalled: Bool { programs != nil }

  /// The comment on tests that are skipped without a server.
  public static let skipped = "PostgreSQL is not installed; .ci/setup tests installs it"

  private static let started = Mutex<Result<PostgresServer, any Error>?>(nil)

  /// The server that all tests share; each test has its own database.
  public static func shared() throws -> PostgresServer {
    try started.withLock { started in
      let server = started ?? Result { try PostgresServer() }
      started = server
      return try server.get()
    }
  }

  /// The folder with the server's data, socket and certificates.
  let folder: String
  /// The port on the loopback address; 0 if there is only a socket.
  private let port: Int
  private let bin: String
  private let shell = Mutex<(process: Process, input: Pipe)?>(nil)
  private let count = Mutex(0)

  /// Starts a server and waits until it accepts connections.
  ///
  /// - Parameter isEncrypted: Whether the server also listens on a port of the loopback address,
  ///   and offers TLS there with its own certificate for `localhost`.
  public init(isEncrypted: Bool = false) throws {
    guard let programs = Self.programs else { throw NotStarted(description: Self.skipped) }
    bin = programs
    port = isEncrypted ? try LoopbackListener.reservedPort() : 0
    // The path of a socket has at most 107 bytes.
    folder = "/tmp/wcpg-\(getpid())-\(UInt32.random(in: 0 ..< .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    try? shell.withLock { $0 }?.input.fileHandleForWriting.close()
    shell.withLock { $0 }?.process.waitForEnd()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs and stops a server.
  ///
  /// The server refuses to run as root.
  ///
  /// The shell removes the folder when the tests end.
  private static let script = """
    bin=$1 folder=$2 port=$3
    as=
    if [ "$(id -u)" = 0 ]; then
      chown postgres "$folder"
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    [ -d "$folder/data" ] || $as "$bin/initdb" -D "$folder/data" -U postgres --auth=trust --no-sync \
      --locale=C --encoding=UTF8 </dev/null >"$folder/log" 2>&1
    if [ "$port" = 0 ]; then
      set -- -c listen_addresses=
    else
      # No server uses the other certificate.
      for name in server other; do
        [ -f "$folder/$name.crt" ] || $as openssl req -x509 -newkey ec -nodes -days 2 \
          -pkeyopt ec_paramgen_curve:prime256v1 -subj "/CN=localhost" \
          -addext subjectAltName=DNS:localhost -keyout "$folder/$name.key" \
          -out "$folder/$name.crt" </dev/null >>"$folder/log" 2>&1
      done
      set -- -c listen_addresses=127.0.0.1 -p "$port" -c ssl=on \
        -c "ssl_cert_file=$folder/server.crt" -c "ssl_key_file=$folder/server.key"
    fi
    $as "$bin/postgres" -D "$folder/data" -k "$folder" "$@" -c fsync=off \
      -c max_connections=300 -c shared_buffers=32MB -c log_min_messages=fatal \
      </dev/null >>"$folder/log" 2>&1 &
    server=$!
    ending=
    read -r ending
    if [ "$ending" = fast ]; then kill -INT $server; else kill -QUIT $server; fi
    wait $server
    [ -n "$ending" ] || rm -rf "$folder"
    """

  /// Starts the server, even after it was stopped.
  public func start() throws {
    OwnThreads.expectCurrent()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "postgres", bin, folder, String(port)]
    process.currentDirectoryURL = URL(filePath: "/")
    let input = Pipe()
    process.standardInput = input
    try process.run()
    shell.withLock { $0 = (process, input) }
    let end = ContinuousClock.now + .seconds(120)
    while !isReady {
      guard process.isRunning, ContinuousClock.now < end else {
        let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
        throw NotStarted(description: "The server did not start: \(log ?? "")")
      }
      usleep(20_000)
    }
  }

  private var isReady: Bool {
    let lines = (try? String(contentsOfFile: pidFile, encoding: .utf8))?.split(separator: "\n")
    return lines?.last?.hasPrefix("ready") == true
  }

  /// Stops the server, and waits until it has ended.
  public func stop(_ ending: Ending = .fast) throws {
    guard let shell = shell.withLock({ $0 }) else { return }
    try shell.input.fileHandleForWriting.write(contentsOf: Data((ending.rawValue + "\n").utf8))
    shell.process.waitForEnd()
    try? FileManager.default.removeItem(atPath: pidFile)
  }

  /// The URL of a database.
  public func url(of database: String, user: String = "postgres") -> String {
    "postgresql://\(user)@/\(database)?host=\(folder)"
  }

  /// The URL of the database `postgres` over the loopback address, for a server that offers TLS.
  ///
  /// - Parameters:
  ///   - host: The name or number of the address.
  ///   - mode: The `sslmode` for libpq.
  ///   - root: The trusted root certificate: `server`, `other`, or nil for none.
  public func encryptedURL(host: String, mode: String, root: String? = nil) -> String {
    "postgresql://postgres@\(host):\(port)/postgres?sslmode=\(mode)"
      + (root.map { "&sslrootcert=\(folder)/\($0).crt" } ?? "")
  }

  /// The path of the file whose first line is the identifier of the server's process.
  public var pidFile: String { "\(folder)/data/postmaster.pid" }

  /// The path of the file with the rules for clients and their authentication.
  public var hostRules: String { "\(folder)/data/pg_hba.conf" }

  /// Creates a database and returns its name.
  public func makeDatabase() throws -> String {
    let name = "test\(count.withLock { $0 += 1; return $0 })"
    try execute("CREATE DATABASE \(name)")
    return name
  }

  /// Runs SQL in a database as its owner, and returns the output.
  @discardableResult
  public func execute(_ sql: String, in database: String = "postgres") throws -> String {
    var arguments = [
      "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-d",
      database, "-c", sql,
    ]
    if port != 0 { arguments += ["-p", String(port)] }
    let client = try FinishedProgram(bin + "/psql", arguments)
    guard client.status == 0 else { throw NotStarted(description: client.errors) }
    return client.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
