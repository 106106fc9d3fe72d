package import IntentModel
package import WidgetTimeline

extension IntentTimelineProvider {
  /// The entry that a gallery shows for an intent: its snapshot as a preview.
  ///
  /// - Throws: Any error that prevents an entry.
  package func galleryEntry(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    var context = context
    context.isPreview = true
    return try await snapshot(for: intent, in: context)
  }
}
