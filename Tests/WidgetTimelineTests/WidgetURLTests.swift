import IntentModel
import Testing
import WidgetTimeline

@Suite struct WidgetURLTests {
  /// The parts of a URL, and the resulting text.
  static let escapings: [(part: String, text: String)] = [
    ("", ""), ("plain-1._~", "plain-1._~"), ("a b", "a%20b"), ("a/b", "a%2Fb"),
    ("a?b#c", "a%3Fb%23c"), ("1 & 2=3", "1%20%26%202%3D3"), ("100%", "100%25"),
    ("é", "%C3%A9"), ("東", "%E6%9D%B1"), ("\n", "%0A"), ("+", "%2B"), ("\0", "%00"),
  ]

  @Test(arguments: escapings)
  func `A part is escaped so that it cannot end itself`(part: String, text: String) throws {
    #expect(WidgetURL.escaped(part) == text)
    let url = try #require(
      WidgetURL(scheme: "app", host: part, path: [part, "x"], query: [part: part]))
    #expect(url.text == "app://\(text)/\(text)/x?\(text)=\(text)")
    #expect(WidgetURL.isURL(url.text))
  }

  @Test func `Without path and query only the host is shown`() throws {
    #expect(try #require(WidgetURL(scheme: "upnext")).text == "upnext://")
    #expect(try #require(WidgetURL(scheme: "upnext", host: "day")).text == "upnext://day")
  }

  @Test(arguments: ["", "1a", "a b", "ä", "+a", "a:b", "a/", "-a", ".a", "a\n"])
  func `An invalid scheme makes no URL`(scheme: String) {
    #expect(WidgetURL(scheme: scheme) == nil)
  }

  /// Texts, and whether they can be URLs.
  static let texts: [(text: String, isURL: Bool)] = [
    ("https://example.org/a?b=c#d", true), ("mailto:a@b", true), ("a:b", true),
    ("x-app+1.0:go", true), ("app://%C3%A9", true), ("", false), ("a", false), ("a:", false),
    (":a", false), ("1:a", false), ("a b:c", false), ("a:b c", false), ("a:%", false),
    ("a:%4", false), ("a:%4g", false), ("a:é", false), ("a:\n", false), ("a:<b>", false),
    ("a:%4F", true), ("a:%c3%a9", true), ("a:b%", false), ("a:[::1]", true), ("a:{b}", false),
    ("a:\"b\"", false), ("a:b\\c", false), ("a:^", false), ("a:|", false), ("a:`", false),
    ("a:~._-", true), ("a:!$&'()*+,;=", true), ("a:\u{0}", false), ("a:\u{7F}", false),
    ("a_b:c", false), ("é:b", false), ("a:b\tc", false), ("+a:b", false), ("A9.+-:b", true),
  ]

  @Test(arguments: texts)
  func `A URL is distinguished from other texts`(text: String, isURL: Bool) {
    #expect(WidgetURL.isURL(text) == isURL, "\(text)")
  }

  /// The link that a tap on the first part opens, by family.
  static let families: [(family: WidgetFamily, tapped: String)] = [
    (.systemSmall, "a:whole"), (.systemMedium, "a:part"), (.systemLarge, "a:part"),
    (.systemExtraLarge, "a:part"), (.accessoryCorner, "a:whole"), (.accessoryCircular, "a:whole"),
    (.accessoryRectangular, "a:whole"), (.accessoryInline, "a:whole"),
  ]

  @Test(arguments: families)
  func `Parts have links in medium and larger families`(family: WidgetFamily, tapped: String) {
    let content = EntryContent(
      title: "t", link: "a:whole", links: [EntryLink(label: "l", url: "a:part")])
    #expect(content.destination(ofPart: 0, in: family) == tapped)
    #expect(content.destination(in: family) == "a:whole")
    for part in [-1, 1, .max, .min] {
      #expect(content.destination(ofPart: part, in: family) == "a:whole")
    }
    #expect(EntryContent(title: "t").destination(ofPart: 0, in: family) == nil)
  }
}
