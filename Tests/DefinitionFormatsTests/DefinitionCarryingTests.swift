import FormatTestSupport
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

@Suite("Content that the model does not read is carried")
struct DefinitionCarryingTests {
  @Test("every kind of value survives being carried")
  func values() throws {
    let spelled = try #require(PropertyListReal(text: "1e3"))
    let date = try #require(PropertyListDate(text: "2024-02-29T13:05:00Z"))
    let rows: [(PropertyListValue, CarriedValue)] = [
      (true, .boolean(true)), (-7, .integer(-7)), (.real(0.1), .real(0.1, spelling: nil)),
      (.real(spelled), .real(1000, spelling: "1e3")), ("a\nb", .string("a\nb")),
      (.data([0, 255]), .data([0, 255])), (.date(date), .date("2024-02-29T13:05:00Z")),
      ([1, ["x"]], .array([.integer(1), .array([.string("x")])])),
      (["k": [:]], .dictionary([CarriedMember(key: "k", value: .dictionary([]))])),
    ]
    for (value, carried) in rows {
      #expect(CarriedValue(value) == carried)
      #expect(carried.propertyListValue == value)
    }
  }

  @Test("keys are carried in the order in which they are written")
  func order() {
    let value: PropertyListValue = ["b": 1, "B": 2, "a": 3]
    guard case .dictionary(let members) = CarriedValue(value) else {
      Issue.record("A dictionary is carried as something else.")
      return
    }
    #expect(members.map(\.key) == ["B", "a", "b"])
  }

  @Test("content that no reader carries is written as well as possible")
  func madeUp() {
    #expect(CarriedValue.date("soon").propertyListValue == "soon")
    #expect(CarriedValue.real(2, spelling: "two").propertyListValue == .real(2))
  }

  @Test("elements of a list are found by position")
  func elements() {
    let keys = ["A[10]", "A[2]", "A[x]", "A[-1]", "A", "AB[1]", "A[3"]
    let extras = DefinitionExtras(
      unknown: keys.map { CarriedMember(key: $0, value: .boolean(true)) })
    #expect(extras.elements(of: "A").map(\.index) == [2, 10])
    #expect(DefinitionExtras.key(ofElement: 4, in: "A") == "A[4]")
  }

  @Test("a carried element beyond the end of a shortened list moves to its end")
  func shortened() throws {
    let text = plist(
      """
      <dict><key>INEnums</key><array><dict><key>INEnumName</key><string>A</string></dict>
      <dict><key>INEnumName</key><string>B</string></dict><true/></array></dict>
      """)
    var file = try reading(text).file
    #expect(file.extras["INEnums[2]"] == .boolean(true))
    file.enums.removeAll()
    #expect(DefinitionPlist.value(of: file)["INEnums"] == [true])
  }

  @Test("codings describe what they accept and write")
  func forms() {
    let one = DefinitionValueCoding<Bool>.one
    #expect([one.read(1), one.read(0), one.read(7), one.read(true)] == [true, false, true, true])
    #expect(one.read("1") == nil)
    #expect(one.write(true) == 1)
    let yes = DefinitionValueCoding<Bool>.yes
    #expect([yes.read("YES"), yes.read("NO"), yes.read(false)] == [true, false, false])
    #expect(yes.read("yes") == nil)
    #expect(yes.write(true) == "YES")
    let bound = DefinitionValueCoding<NumberBound<Int>>.bound(.integer)
    #expect(bound.read(.data([])) == .unbounded && bound.read("") == .unbounded)
    #expect(bound.read(.data([1])) == nil)
    #expect(bound.write(.absent) == nil && bound.write(.unbounded) == .data([]))
    let list = DefinitionValueCoding<[String]>.list(of: "strings", .string)
    #expect(list.read(["a", "b"]) == ["a", "b"])
    #expect(list.read(["a", 1]) == nil)
    #expect(DefinitionValueCoding<Double>.decimal.read(.real(.infinity)) == nil)
    #expect(DefinitionValueCoding<Int>.integer.read(.real(1.5)) == nil)
    #expect(DefinitionValueCoding<Int>.integer.read(.real(1e300)) == nil)
  }

  @Test("only comparable values are written into a predicate")
  func comparisons() {
    let form = DefinitionValueCoding<IntentValue>.comparison
    let rows: [(IntentValue, PropertyListValue?)] = [
      (.boolean(false), false), (.integer(3), 3), (.decimal(0.5), .real(0.5)),
      (.timeInterval(60), .real(60)), (.string("a"), "a"), (.enumeration("agenda"), "agenda"),
      (.url("a:b"), "a:b"), (.object(IntentObject(identifier: "id", display: "D")), "id"),
      (.array([]), nil),
    ]
    for (value, written) in rows { #expect(form.write(value) == written) }
    #expect(form.read(.data([])) == nil && form.read([]) == nil)
  }
}
