import Foundation
import Testing
import WidgetTestSupport

@testable import IntentOptions

/// Compares the folding with Python's Unicode data.
@Suite(.startsPrograms) struct UnicodeDataTests {
  /// Prints `code point, folded code points` for every letter whose folding can be derived from the
  /// data.
  static let script = """
    import unicodedata as u
    def dropped(c):
        k = u.combining(c)
        return 10 <= k <= 36 or 200 <= k <= 240
    own = dict(zip('øđðħłŧıſςµ', 'oddhltisσμ'), æ='ae', œ='oe', þ='th', ß='ss')
    for value in range(0x80, 0x10000):
        c = chr(value)
        if value in (0x115F, 0x1160): continue  # Hangul fillers are ignorable
        if 0xD800 <= value <= 0xF8FF or 0xF900 <= value <= 0xFAFF: continue
        if 0xAC00 <= value <= 0xD7A3 or u.category(c)[0] not in 'L': continue
        d = u.normalize('NFD', c.lower())
        if any(u.combining(x) in (1, 8) for x in d): continue
        if u.decomposition(c).startswith('<') and not u.decomposition(c).startswith(('<wide', '<narrow')): continue
        if u.decomposition(c).startswith('<narrow'): continue
        if u.decomposition(c).startswith('<wide'): d = u.normalize('NFKC', c).lower()
        f = ''.join(own.get(x, x) for x in d if not dropped(x))
        print('%X' % value, *('%X' % ord(x) for x in f))
    """

  static func python() -> String? {
    guard let program = try? FinishedProgram("python3", ["-c", script]), program.status == 0 else {
      return nil
    }
    return program.output
  }

  @Test func foldingFollowsTheUnicodeData() throws {
    guard let table = Self.python() else {
      print("Skipped: python3 is not there to compare the folding with its Unicode data.")
      return
    }
    var differences: [String] = []
    let lines = table.split(separator: "\n")
    #expect(lines.count > 10_000)
    for line in lines {
      let values = line.split(separator: " ").compactMap { UInt32($0, radix: 16) }
      let scalar = try #require(values.first.flatMap { Unicode.Scalar($0) })
      let folded = TextFolding.computed(scalar)
      if folded != Array(values.dropFirst()) {
        differences.append("\(line): \(folded.map { String($0, radix: 16) })")
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(20))")
  }

  @Test func canonicallyEqualTextsFoldAlike() {
    for value in UInt32(0x80)..<0x1_0000
    where !(0xF900...0xFAFF ~= value)
      && (value < 0x2000 || value % 29 == 0 || TestDepth.isThorough)
    {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let apart = String(scalar).decomposedStringWithCanonicalMapping
      // Overlays, such as the one in the “not equal” sign, are not removed.
      if apart.unicodeScalars.contains(where: { $0.properties.canonicalCombiningClass == .overlay })
      {
        continue
      }
      #expect(
        FoldedArena(text: apart).bytes == FoldedArena(text: String(scalar)).bytes,
        "U+\(String(value, radix: 16))")
    }
  }
}
