/// Turns a file that a test has written into an executable program.
///
/// If another process is started while the test writes the file, that process has the file open
/// until its own program starts. Meanwhile, the system refuses to run the file, because it is open
/// for writing. Therefore, the file is replaced with a copy that is made by a third process, which
/// starts no others.
package func makeProgram(at path: String) throws {
  let run = try FinishedProgram(
    "/bin/sh",
    ["-c", #"cp -- "$0" "$0.copy" && chmod 755 "$0.copy" && mv -f -- "$0.copy" "$0""#, path])
  guard run.status == 0 else { throw WaitedInVain(description: run.errors) }
}
