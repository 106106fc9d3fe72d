import DefinitionFormats
import Testing
import WidgetTestSupport

/// The list of codes, and the article that is generated from it.
@Suite struct FindingCodeTests {
  @Test func theArticleIsTheList() {
    let difference = Golden.difference(
      FindingCode.article,
      fromFile: "Sources/DefinitionFormats/DefinitionFormats.docc/FindingCodes.md")
    #expect(difference == nil)
  }

  @Test func eachCodeHasOneMeaningInSentences() {
    #expect(Set(FindingCode.all.map(\.name)).count == FindingCode.all.count)
    for code in FindingCode.all {
      #expect(code.meaning.hasSuffix(".") && code.meaning.count > 10, "\(code.name)")
      #expect(code.name.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }, "\(code.name)")
    }
  }
}
