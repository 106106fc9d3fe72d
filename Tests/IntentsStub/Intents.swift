// swift-format-ignore-file
// A stub of the parts of Apple's Intents that generated Swift needs, so that the Swift can be
// compiled without Xcode after its Objective-C attributes have been removed. The declarations do
// nothing, and availability is not verified.

@_exported import Foundation

open class NSUserActivity: NSObject {}
open class CLPlacemark: NSObject {}

open class INIntent: NSObject {}

open class INIntentResponse: NSObject {
  open var userActivity: NSUserActivity?
}

open class INObject: NSObject {
  open class var supportsSecureCoding: Bool { true }
}

open class INObjectCollection<ObjectType: NSObject>: NSObject {}
open class INPerson: NSObject {}
open class INMediaItem: NSObject {}
open class INFile: NSObject {}
open class INCurrencyAmount: NSObject {}
open class INPaymentMethod: NSObject {}
open class INSpeakableString: NSObject {}

open class INIntentResolutionResult: NSObject {
  open class func __unsupported(withReason reason: Int) -> Self { fatalError() }
}

open class INEnumResolutionResult: INIntentResolutionResult {
  open class func __success(withResolvedValue value: Int) -> Self { fatalError() }
  open class func __confirmationRequiredWithValue(toConfirm value: Int) -> Self { fatalError() }
}

open class INObjectResolutionResult: INIntentResolutionResult {
  open class func success(with resolvedObject: INObject) -> Self { fatalError() }
  open class func disambiguation(with objectsToDisambiguate: [INObject]) -> Self { fatalError() }
  open class func confirmationRequired(with objectToConfirm: INObject?) -> Self { fatalError() }
}

open class INBooleanResolutionResult: INIntentResolutionResult {}
open class INIntegerResolutionResult: INIntentResolutionResult {}
open class INDoubleResolutionResult: INIntentResolutionResult {}
open class INStringResolutionResult: INIntentResolutionResult {}
open class INTimeIntervalResolutionResult: INIntentResolutionResult {}
open class INDateComponentsResolutionResult: INIntentResolutionResult {}
open class INURLResolutionResult: INIntentResolutionResult {}
open class INPlacemarkResolutionResult: INIntentResolutionResult {}
open class INPersonResolutionResult: INIntentResolutionResult {}
open class INMediaItemResolutionResult: INIntentResolutionResult {}
open class INFileResolutionResult: INIntentResolutionResult {}
open class INCurrencyAmountResolutionResult: INIntentResolutionResult {}
open class INPaymentMethodResolutionResult: INIntentResolutionResult {}
open class INSpeakableStringResolutionResult: INIntentResolutionResult {}
open class INAccelerationResolutionResult: INIntentResolutionResult {}
open class INAngleResolutionResult: INIntentResolutionResult {}
open class INAreaResolutionResult: INIntentResolutionResult {}
open class INEnergyResolutionResult: INIntentResolutionResult {}
open class INLengthResolutionResult: INIntentResolutionResult {}
open class INMassResolutionResult: INIntentResolutionResult {}
open class INPowerResolutionResult: INIntentResolutionResult {}
open class INSpeedResolutionResult: INIntentResolutionResult {}
open class INTemperatureResolutionResult: INIntentResolutionResult {}
open class INVolumeResolutionResult: INIntentResolutionResult {}
open class INDurationResolutionResult: INIntentResolutionResult {}
open class INFrequencyResolutionResult: INIntentResolutionResult {}
open class INInformationStorageResolutionResult: INIntentResolutionResult {}
open class INPressureResolutionResult: INIntentResolutionResult {}
