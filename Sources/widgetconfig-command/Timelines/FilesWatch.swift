import InputFiles
import WidgetTimeline

/// Notices changes to the local files from which a timeline is made, by comparing the state of the
/// files.
struct FilesWatch {
  /// The minimum interval between two checks of the files, in seconds.
  static let interval = 2.0

  /// The state of the files; nil before the first check.
  private var stamps: [String: FileStamp?]?
  /// When the files may be checked again, so that a large number of files does not keep the machine
  /// busy.
  private var nextLook = ContinuousClock.now

  /// Whether a provider has files to check.
  static func isNeeded(for provider: any IntentTimelineProvider) -> Bool {
    provider is any LocalFilesProvider
  }

  /// Whether a file has changed since the last check; false at the first check.
  mutating func hasChanged(of provider: any IntentTimelineProvider) -> Bool {
    let start = ContinuousClock.now
    guard start >= nextLook, let source = provider as? any LocalFilesProvider else { return false }
    let found = Dictionary(
      source.localFiles.map { ($0, FileStamp(path: $0)) }, uniquingKeysWith: { first, _ in first })
    defer {
      stamps = found
      nextLook = .now + start.duration(to: .now) * 50
    }
    return stamps != nil && stamps != found
  }
}
