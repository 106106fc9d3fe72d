public import FormEngine
public import IntentOptions

extension FormState {
  /// Performs effects and those that follow from their answers, one after another, until none is
  /// left.
  public mutating func settle(
    _ effects: [FormEffect], with provider: any OptionsProvider,
    folders: (any FolderReading)? = nil
  ) async {
    var pending = effects
    while !pending.isEmpty {
      let effect = pending.removeFirst()
      guard let event = await ProviderTasks.answer(to: effect, from: provider, folders) else {
        continue
      }
      pending += handle(event)
    }
  }
}
