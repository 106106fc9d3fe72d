/// A text about what is wrong with an answer, for languages other than English.
///
/// The English sentences are those of the issues themselves, which reports and scripts rely on.
enum IssueWord: String, Sendable, Hashable, CaseIterable {
  // What is wrong.
  case expected, notFinite, below, above, noCase, caseIsNoValue, danglingEnum, emptyIdentifier
  case noProperty, missingMember, noComponents, notAllowedInDate, notAllowedInTime
  case componentOutOfRange, noSuchDay, lineBreak, controlCharacter, notAURL, emptyText
  case latitudeOutOfRange, longitudeOutOfRange, emptyPlacemark, notADecimal, notACurrencyCode
  case currencyNotOffered, noUnit, arrayForSingle, singleForArray, nestedArray, tooManyValues
  case noParameter, noMember, wrongIntent, noFamily, notOffered, noEditor, choiceNotFound
  case notConfigurable, noDisplayPriority, hiddenNoEditor, parentHidden, conditionNotMet
  // What to do about it.
  case writeSo, giveFinite, giveOrMore, giveOrLess, leaveOutInstead, addEnum, giveIdentifier
  case add, setOne, remove, giveFromTo, giveDayOfMonth, oneLine, removeCharacter, giveURL
  case writeSomething, giveDegrees, giveName, writeDigits, threeLetters, withoutArray, inArray
  case oneArray, removeAllBut, chooseAnother, leaveOut, leaveOutOrChange
  case didYouMean, removeIt, chooseFrom, chooseFromMore, separator
  // Kinds of values and how they are typed.
  case aBoolean, aWholeNumber, aDecimalNumber, aString, anEnumCase, anObject, dateComponents
  case aDuration, aURL, aPlacemark, aPerson, aFile, anAmount, aPaymentMethod, aPhrase
  case aMeasurement, anArray, aDateSuchAs, aTimeSuchAs, aMomentSuchAs, aDurationSuchAs
  case anAmountSuchAs, aMeasurementSuchAs
  // Parts of a date and a time.
  case year, month, day, hour, minute, second
  // Quantities.
  case distance, mass, volume, temperature, speed, energy, area, power, pressure, angle
  case frequency, informationStorage
  // Sources that gave no answer.
  case sourceNotFound, sourceUnreadable, sourceTimedOut, sourceTooLarge, sourceFailed
  case sourceMalformed, sourceInvalid, sourceMissing
}
