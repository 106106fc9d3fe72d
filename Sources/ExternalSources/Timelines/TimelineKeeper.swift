import IntentDocuments
public import IntentModel
import WidgetFormats
public import WidgetTimeline

/// Keeps the last good timeline of each placed widget in a folder, for times when its provider
/// fails.
///
/// The number and the size of the files are limited. If the intent or the family of a widget
/// changes, the widget starts without a kept timeline. Files that cannot be read or written count
/// as missing.
public struct TimelineKeeper: Sendable {
  private let folder: BoundedFolder

  /// Makes a keeper, without accessing files.
  public init(folder: String) {
    self.folder = BoundedFolder(path: folder, maximumBytes: 16 << 20, maximumFiles: 200)
  }

  /// The kept timeline of a placed widget; empty if none is kept.
  public func kept(of name: String, for intent: Intent) -> KeptTimeline {
    guard let key = key(name, intent), let bytes = folder.read(key),
      let kept = try? KeptTimelineJSON.read(bytes, source: key)
    else { return KeptTimeline() }
    return kept
  }

  /// Keeps the timeline of a placed widget.
  public func keep(_ kept: KeptTimeline, of name: String, for intent: Intent) {
    guard let key = key(name, intent), let text = try? KeptTimelineJSON.text(of: kept) else {
      return
    }
    folder.write(Array(text.utf8), to: key)
  }

  /// The provider's timeline, or a replacement and the reason for it; also updates the kept
  /// timeline.
  ///
  /// - Returns: The timeline; the previous timeline, which stays on the screen until the new one
  ///   begins; and the failure, if there is one.
  /// - Throws: `CancellationError` when cancelled.
  public func timeline(
    of name: String, from provider: any IntentTimelineProvider, for intent: Intent,
    in context: TimelineProviderContext
  ) async throws -> (timeline: Timeline, last: Timeline?, failure: (any Error)?) {
    var kept = kept(of: name, for: intent)
    let result = try await kept.reload(from: provider, for: intent, in: context)
    keep(kept, of: name, for: intent)
    return (result.timeline, kept.earlier, result.failure)
  }

  /// Removes all kept timelines of a placed widget.
  public func forget(_ name: String) { folder.remove(beginningWith: prefix(name)) }

  private func prefix(_ name: String) -> String { BoundedFolder.name(for: name) + "." }

  private func key(_ name: String, _ intent: Intent) -> String? {
    guard let text = try? IntentJSON.text(of: intent) else { return nil }
    return prefix(name) + BoundedFolder.name(for: "\(intent.family.rawValue)\n\(text)")
  }
}
