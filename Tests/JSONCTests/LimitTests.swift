import JSONC
import Testing

@Suite struct LimitTests {
  @Test(arguments: [0, 1, 2, 31, 32, 33, 64, 500, 1_000])
  func `the deepest allowed is read and one level more is refused`(_ depth: Int) throws {
    let limits = JSONLimits(maximumDepth: depth)
    for inner in ["", "1", "\"a\"", "null"] {
      let text = String.nested(depth, around: inner)
      if depth > 0 || !inner.isEmpty { #expect(verdict(text, limits: limits) == nil) }
      let error = failure(Array(String.nested(depth + 1, around: inner).utf8), limits: limits)
      #expect(error?.rule == .nestingTooDeep)
      #expect(error?.column == depth + 1)
      #expect(error?.subject == "\(depth)")
    }
  }

  @Test func `objects count as arrays do`() {
    let limits = JSONLimits(maximumDepth: 3)
    #expect(verdict(#"{"a":[{"b":1}]}"#, limits: limits) == nil)
    #expect(verdict(#"{"a":[{"b":[]}]}"#, limits: limits) == .nestingTooDeep)
    #expect(verdict(#"{"a":[{"b":{}}]}"#, limits: limits) == .nestingTooDeep)
  }

  @Test func `levels that are closed do not count`() {
    let limits = JSONLimits(maximumDepth: 2)
    #expect(verdict("[[],[],{},[[]]]", limits: limits) == .nestingTooDeep)
    #expect(verdict("[[],[],{},[1]]", limits: limits) == nil)
  }

  @Test(arguments: [300_000, 3_000_000])
  func `a text of very many levels is refused and does no harm`(_ depth: Int) {
    let limits = JSONLimits(maximumDepth: 1_000)
    #expect(verdict(Array(repeating: 0x5B, count: depth), limits: limits) == .nestingTooDeep)
    #expect(verdict(String.nested(depth), limits: limits) == .nestingTooDeep)
  }

  @Test func `a text of just the allowed size is read`() {
    #expect(verdict("[1,2]", limits: JSONLimits(maximumBytes: 5)) == nil)
    #expect(verdict("[1,2]", limits: JSONLimits(maximumBytes: 4)) == .textTooLarge)
    #expect(verdict("[1,2] ", limits: JSONLimits(maximumBytes: 5)) == .textTooLarge)
    #expect(verdict("", limits: JSONLimits(maximumBytes: 0)) == .emptyText)
    #expect(verdict("1", limits: JSONLimits(maximumBytes: 0)) == .textTooLarge)
  }

  @Test func `limits out of range are brought into it`() {
    #expect(JSONLimits(maximumDepth: 5_000).maximumDepth == 1_000)
    #expect(JSONLimits(maximumDepth: -1).maximumDepth == 0)
    #expect(JSONLimits(maximumBytes: -1).maximumBytes == 0)
    #expect(JSONLimits(maximumBytes: .max).maximumBytes == 2_147_483_646)
    #expect(JSONLimits.standard == JSONLimits(maximumBytes: 67_108_864, maximumDepth: 64))
  }
}
