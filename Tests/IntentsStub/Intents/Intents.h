// A stub of the parts of Apple's Intents and Foundation that generated Objective-C needs, so that
// the Objective-C can be checked without Xcode. The declarations do nothing, and availability is
// not verified.

#pragma clang system_header

typedef signed char BOOL;
typedef long NSInteger;
#define nil ((id)0)
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
// With this attribute, clang compares the Swift name with the selector.
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define API_AVAILABLE(...)
#define API_UNAVAILABLE(...)
#define API_DEPRECATED(...)

NS_ASSUME_NONNULL_BEGIN

@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
- (instancetype)init;
@end

@interface NSArray<__covariant ObjectType> : NSObject
@end
@interface NSString : NSObject
@end
@interface NSNumber : NSObject
@end
@interface NSURL : NSObject
@end
@interface NSError : NSObject
@end
@interface NSDateComponents : NSObject
@end
@interface NSUserActivity : NSObject
@end
@interface NSUnit : NSObject
@end
@interface NSUnitAcceleration : NSUnit
@end
@interface NSUnitAngle : NSUnit
@end
@interface NSUnitArea : NSUnit
@end
@interface NSUnitDuration : NSUnit
@end
@interface NSUnitEnergy : NSUnit
@end
@interface NSUnitFrequency : NSUnit
@end
@interface NSUnitInformationStorage : NSUnit
@end
@interface NSUnitLength : NSUnit
@end
@interface NSUnitMass : NSUnit
@end
@interface NSUnitPower : NSUnit
@end
@interface NSUnitPressure : NSUnit
@end
@interface NSUnitSpeed : NSUnit
@end
@interface NSUnitTemperature : NSUnit
@end
@interface NSUnitVolume : NSUnit
@end
@interface NSMeasurement<__covariant UnitType> : NSObject
@end
@interface CLPlacemark : NSObject
@end

@interface INIntent : NSObject
@end
@interface INIntentResponse : NSObject
@property (copy, nullable, nonatomic) NSUserActivity *userActivity;
@end
@interface INObject : NSObject
@end
@interface INPerson : NSObject
@end
@interface INMediaItem : NSObject
@end
@interface INFile : NSObject
@end
@interface INCurrencyAmount : NSObject
@end
@interface INPaymentMethod : NSObject
@end
@interface INSpeakableString : NSObject
@end
@interface INObjectCollection<__covariant ObjectType> : NSObject
@end

@interface INIntentResolutionResult : NSObject
+ (instancetype)unsupportedWithReason:(NSInteger)reason;
@end
@interface INEnumResolutionResult : INIntentResolutionResult
+ (instancetype)successWithResolvedValue:(NSInteger)resolvedValue;
+ (instancetype)confirmationRequiredWithValueToConfirm:(NSInteger)valueToConfirm;
@end
@interface INObjectResolutionResult : INIntentResolutionResult
+ (instancetype)successWithResolvedObject:(INObject *)resolvedObject;
+ (instancetype)disambiguationWithObjectsToDisambiguate:(NSArray<INObject *> *)objectsToDisambiguate;
+ (instancetype)confirmationRequiredWithObjectToConfirm:(nullable INObject *)objectToConfirm;
@end
#define RESULT(name) @interface IN##name##ResolutionResult : INIntentResolutionResult \
@end
RESULT(Boolean) RESULT(Integer) RESULT(Double) RESULT(String) RESULT(TimeInterval)
RESULT(DateComponents) RESULT(URL) RESULT(Placemark) RESULT(Person) RESULT(File)
RESULT(MediaItem) RESULT(CurrencyAmount) RESULT(PaymentMethod) RESULT(SpeakableString) RESULT(Acceleration)
RESULT(Angle) RESULT(Area) RESULT(Energy) RESULT(Frequency) RESULT(Length) RESULT(Mass)
RESULT(InformationStorage) RESULT(Power) RESULT(Pressure) RESULT(Speed) RESULT(Temperature) RESULT(Volume)

NS_ASSUME_NONNULL_END
