import InputFiles
import IntentOptions
import Messages

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the file of a source, and reports errors as `OptionsError`.
///
/// Only regular files are read: a pipe could be slow, silent or endless, so it is refused.
enum SourceFile {
  /// The bytes of a file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable or too large.
  static func bytes(
    _ path: String, limit: Int, provider: String
  ) throws(OptionsError) -> [UInt8] {
    do throws(FileReadingError) {
      return try FileReading.regularBytes(atPath: path, limit: limit)
    } catch {
      throw OptionsError(error, provider: provider)
    }
  }

  /// Passes to a closure the size of a file and a function that reads the file's next bytes.
  ///
  /// - Throws: `OptionsError` for a file that is missing or unreadable.
  static func reading<Result>(
    _ path: String, provider: String,
    _ body: (_ size: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Result
  ) throws(OptionsError) -> Result {
    do throws(FileReadingError) {
      return try FileReading.withRegularFile(atPath: path, body)
    } catch {
      throw OptionsError(error, provider: provider)
    }
  }
}

extension OptionsError {
  /// Makes the error for a file that cannot be read.
  init(_ error: FileReadingError, provider: String) {
    self =
      switch error.rule {
      case .missing: .missingFile(error.path, provider: provider)
      case .tooLarge(let limit): .tooManyBytes(limit, provider: provider)
      default: .unreadableFile(error, provider: provider)
      }
  }
}

/// The system's message for an error number.
func systemWords(_ code: Int32) -> Message { .verbatim(String(cString: strerror(code))) }
