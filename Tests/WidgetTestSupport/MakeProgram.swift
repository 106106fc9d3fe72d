/// Turns a file that a test has written into an executable program.
///
/// A process that is started while the test writes the file inherits the open file until its own
/// program starts, and the system refuses to run a file that is open for writing. Therefore, a
/// third process, which starts no others, replaces the file with a copy.
package func makeProgram(at path: String) throws {
  let run = try FinishedProgram(
    "/bin/sh",
    ["-c", #"cp -- "$0" "$0.copy" && chmod 755 "$0.copy" && mv -f -- "$0.copy" "$0""#, path])
  guard run.status == 0 else { throw WaitedInVain(description: run.errors) }
}
