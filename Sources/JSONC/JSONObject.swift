/// A JSON object (RFC 8259 §4): members in order, with distinct keys.
///
/// Keys are compared by their code points. Two objects are equal if they have equal members in the
/// same order. Finding a key takes constant time, even in objects with many members.
public struct JSONObject: Sendable {
  private var members: [(key: String, value: JSONValue)] = []
  /// The index of each key; kept only for objects with too many members for a linear search.
  private var places: [ExactString: Int] = [:]

  private static let largestSearched = 16

  /// Makes an empty object.
  public init() {}

  /// Makes an object from members and keeps their order.
  ///
  /// If a key occurs twice, the later value replaces the earlier one in its position; that is not
  /// an error.
  public init(_ members: [(key: String, value: JSONValue)]) {
    self.members.reserveCapacity(members.count)
    for member in members { append(key: member.key, value: member.value) }
  }

  /// Makes an object from members whose keys are known to be distinct.
  package init(distinct members: [(key: String, value: JSONValue)]) {
    self.members = members
    rebuildPlaces()
  }

  /// The value for the key.
  ///
  /// Setting the value of a new key appends a member; for an existing key, it replaces the value.
  /// Setting nil removes the member.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      if let newValue {
        append(key: key, value: newValue)
      } else if let place = place(of: key) {
        members.remove(at: place)
        rebuildPlaces()
      }
    }
  }

  /// The keys, in order.
  public var keys: [String] {
    members.map(\.key)
  }

  /// Appends a member, or replaces the value if the key exists.
  public mutating func append(key: String, value: JSONValue) {
    if let place = place(of: key) {
      members[place].value = value
      return
    }
    members.append((key: key, value: value))
    if members.count > Self.largestSearched + 1 {
      places[ExactString(key)] = members.count - 1
    } else if members.count > Self.largestSearched {
      rebuildPlaces()
    }
  }

  private func place(of key: String) -> Int? {
    guard members.count > Self.largestSearched else {
      return members.firstIndex { ExactString($0.key) == ExactString(key) }
    }
    return places[ExactString(key)]
  }

  private mutating func rebuildPlaces() {
    places.removeAll()
    guard members.count > Self.largestSearched else { return }
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { places[ExactString(member.key)] = place }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The index of the first member.
  public var startIndex: Int { members.startIndex }

  /// The index after the last member.
  public var endIndex: Int { members.endIndex }

  /// The member at an index, which must be one of the object's indices.
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    members[position]
  }
}

extension JSONObject: Hashable {
  /// Compares the members in order, and keys by their code points.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { left, right in
      ExactString(left.key) == ExactString(right.key) && left.value == right.value
    }
  }

  /// Feeds the members to the hasher, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(ExactString(member.key))
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object with the members in the written order.
  ///
  /// If a key occurs twice, the later value replaces the earlier one in its position.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}
