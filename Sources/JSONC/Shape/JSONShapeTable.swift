#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A shape in the layout that the walk needs: plain data in blocks of memory that the table owns
/// and frees.
///
/// Its nodes are not reference-counted, so reading a node costs only a load.
struct JSONShapeTable: ~Copyable {
  enum Kind: UInt8 {
    case nothing, boolean, integer, number, text, choice, array, object, anyObject
  }

  struct Node {
    var kind = Kind.nothing
    /// Whether a text may be empty.
    var allowsEmpty = true
    /// Whether a text rule has a further condition, and whether it gives a canonical form.
    var hasCondition = false
    var hasCanonicalForm = false
    /// The index of a text rule or a rule about members; -1 for none.
    var rule: Int32 = -1
    /// The index of the first member or choice, or the kind of the elements.
    var first: Int32 = 0
    var count: Int32 = 0
    /// The required members, as bits.
    var required: UInt64 = 0
    var least: Int = 0
    var greatest: Int = 0
    var lowest: Double = 0
    var highest: Double = 0
  }

  /// A key or a choice: the positions of its bytes and of its JSON form.
  struct Name {
    var start: Int32
    var count: Int32
    /// The quoted form; for a key, followed by a colon.
    var quotedStart: Int32
    var quotedCount: Int32
    var node: Int32 = -1
  }

  private let nodes: UnsafeMutablePointer<Node>
  private let names: UnsafeMutablePointer<Name>
  private let bytes: UnsafeMutablePointer<UInt8>
  let textRules: UnsafeMutableBufferPointer<JSONTextRule>
  let memberRules: [JSONMembersRule]
  /// For each rule about members, the condition that makes calling the rule unnecessary.
  let certainties: UnsafeMutablePointer<JSONMembersRule.Certainty>

  private let textRuleCount: Int

  init(_ shape: JSONShape) {
    var builder = Builder()
    let made = shape.rules.map { builder.node($0) }
    nodes = Self.copy(made)
    names = Self.copy(builder.names)
    bytes = Self.copy(builder.bytes)
    textRules = .allocate(capacity: max(1, builder.textRules.count))
    _ = textRules.initialize(from: builder.textRules)
    textRuleCount = builder.textRules.count
    memberRules = builder.memberRules
    certainties = Self.copy(builder.memberRules.map(\.certainty))
  }

  deinit {
    UnsafeMutableBufferPointer(rebasing: textRules[..<textRuleCount]).deinitialize()
    textRules.deallocate()
    nodes.deallocate()
    names.deallocate()
    bytes.deallocate()
    certainties.deallocate()
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafeMutablePointer<Element> {
    let pointer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (place, element) in elements.enumerated() {
      (pointer + place).initialize(to: element)
    }
    return pointer
  }

  /// The node of a kind.
  @inline(__always)
  func node(_ kind: Int) -> UnsafePointer<Node> {
    UnsafePointer(nodes + kind)
  }

  /// The first of the members or choices of a node; the others follow it.
  @inline(__always)
  func firstName(of node: UnsafePointer<Node>) -> UnsafePointer<Name> {
    UnsafePointer(names + Int(node.pointee.first))
  }

  /// Whether a text and a name have the same bytes.
  @inline(__always)
  func isName(_ text: UnsafeBufferPointer<UInt8>, _ name: Name) -> Bool {
    guard text.count == Int(name.count) else { return false }
    guard let start = text.baseAddress else { return true }
    return memcmp(start, bytes + Int(name.start), text.count) == 0
  }

  /// The JSON form of a name.
  @inline(__always)
  func quoted(_ name: Name) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + Int(name.quotedStart), count: Int(name.quotedCount))
  }
}

extension JSONShapeTable {
  private struct Builder {
    var names: [Name] = []
    var bytes: [UInt8] = []
    var textRules: [JSONTextRule] = []
    var memberRules: [JSONMembersRule] = []

    mutating func node(_ rule: JSONShape.Rule) -> Node {
      var node = Node()
      switch rule {
      case .nothing: node.kind = .nothing
      case .boolean: node.kind = .boolean
      case .anyObject: node.kind = .anyObject
      case .integer(let range):
        (node.kind, node.least, node.greatest) = (.integer, range.lowerBound, range.upperBound)
      case .number(let range):
        (node.kind, node.lowest, node.highest) = (.number, range.lowerBound, range.upperBound)
      case .text(let rule): add(rule, to: &node)
      case .choice(let texts): add(texts, to: &node)
      case .array(let kind): (node.kind, node.first) = (.array, Int32(kind))
      case .object(let members, let whole): add(members, whole, to: &node)
      }
      return node
    }

    private mutating func add(_ rule: JSONTextRule, to node: inout Node) {
      node.kind = .text
      node.allowsEmpty = rule.allowsEmpty
      guard rule.acceptsControls != nil || rule.accepts != nil || rule.canonical != nil else {
        return
      }
      node.rule = Int32(textRules.count)
      node.hasCondition = rule.accepts != nil
      node.hasCanonicalForm = rule.canonical != nil
      textRules.append(rule)
    }

    private mutating func add(_ texts: [String], to node: inout Node) {
      node.kind = .choice
      node.first = Int32(names.count)
      node.count = Int32(texts.count)
      for text in texts { add(name: text, isKey: false, node: -1) }
    }

    private mutating func add(
      _ members: [JSONShape.Member], _ whole: JSONMembersRule?, to node: inout Node
    ) {
      precondition(members.count <= JSONShape.maximumMembers, "an object with too many members")
      node.kind = .object
      node.first = Int32(names.count)
      node.count = Int32(members.count)
      for (index, member) in members.enumerated() {
        add(name: member.key, isKey: true, node: Int32(member.kind))
        if member.isRequired { node.required |= 1 << UInt64(index) }
      }
      guard let whole else { return }
      node.rule = Int32(memberRules.count)
      memberRules.append(whole)
    }

    private mutating func add(name: String, isKey: Bool, node: Int32) {
      let start = bytes.count
      bytes += name.utf8
      let count = bytes.count - start
      let quotedStart = bytes.count
      bytes.append(Ascii.quote)
      for byte in name.utf8 { JSONTextWriter.appendEscaped(byte, to: &bytes) }
      bytes.append(Ascii.quote)
      if isKey { bytes.append(Ascii.colon) }
      names.append(
        Name(
          start: Int32(start), count: Int32(count), quotedStart: Int32(quotedStart),
          quotedCount: Int32(bytes.count - quotedStart), node: node))
    }
  }
}
