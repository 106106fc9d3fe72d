import Foundation
import Testing

@testable import ExternalSources

/// Link headers in all forms that services send, and addresses.
@Suite("Pages that a header refers to")
struct LinkHeaderTests {
  /// A header, and the next page; nil if the header has none.
  static let headers: [(text: String, next: String?)] = [
    ("</2>; rel=next", "/2"), ("</2>;rel=next", "/2"), ("  </2> ; rel = \"next\" ", "/2"),
    ("</2>; rel=\"prev next\"", "/2"), ("</2>; REL=NEXT", "/2"), ("</2>; rel='next'", nil),
    ("</2>; rel=nextpage", nil), ("</2>; rel=prev", nil), ("</2>", nil), ("", nil), ("next", nil),
    ("</1>; rel=prev, </2>; rel=next", "/2"), ("</1>; rel=next, </2>; rel=next", "/1"),
    ("</2>; rel=prev; rel=next", nil), ("</2>; rev=next", nil), ("<>; rel=next", ""),
    ("</a,b>; rel=next", "/a,b"), ("</a;b>; rel=next", "/a;b"), ("</2; rel=next", nil),
    ("/2>; rel=next", nil), ("</2>; title=\"a, b\"; rel=next", "/2"),
    ("</2>; title=\"a; rel=prev\"; rel=next", "/2"),
    (#"</2>; title="say \"hi, you\""; rel="next""#, "/2"),
    (#"</1>; title="\\"; rel=prev, </2>; rel=next"#, "/2"),
    (#"</1>; title="a\", </9>; rel=next", </2>; rel=next"#, "/2"),
    ("</1>; title=\"open, </2>; rel=next", nil), ("</1>; rel=\"\", </2>; rel=next", "/2"),
    ("</2>; rel", nil), ("</2>; rel=", nil), ("</2>; =next", nil), ("</2>;;; rel=next;;", "/2"),
    ("junk, </2>; rel=next", "/2"), ("</ø>; rel=next", "/ø"), (#"</2>; rel="next\"#, nil),
    ("</1>;rel=alternate,\t</2>;rel=next", "/2"), (",,,", nil), ("<", nil), (">", nil),
  ]

  @Test("a header has a next page, or none", arguments: headers)
  func next(_ text: String, next: String?) {
    #expect(LinkHeader(text).target(relation: "next") == next)
  }

  @Test(
    "a header with very many links or characters is read to its end",
    arguments: [",", "<", "\"", "\\", ";"])
  func long(_ sign: String) {
    let links = (0..<2_000).map { "</\($0)>; rel=page" }.joined(separator: ", ")
    #expect(LinkHeader(links + ", </2>; rel=next").target(relation: "next") == "/2")
    #expect(LinkHeader(String(repeating: sign, count: 5_000)).target(relation: "next") == nil)
  }

  /// A target, the page that contains it, and the resulting address.
  static let targets: [(target: String, base: String, url: String?)] = [
    ("/2", "https://e.org/1", "https://e.org/2"), ("2", "https://e.org/a/1", "https://e.org/a/2"),
    ("?page=2", "https://e.org/a?page=1", "https://e.org/a?page=2"),
    ("//f.org/2", "https://e.org/1", "https://f.org/2"),
    ("../2", "https://e.org/a/b/1", "https://e.org/a/2"),
    ("http://f.org:81/2", "https://e.org/1", "http://f.org:81/2"),
    ("mailto:a@b", "https://e.org/1", nil),
    ("file:///etc", "https://e.org/1", nil),
  ]

  @Test("a relative address is resolved against its page", arguments: targets)
  func resolving(_ target: String, base: String, url: String?) {
    #expect(WebAddress.resolve(target, at: base) == url)
  }

  /// An address, and its origin; nil if it has no origin.
  static let origins: [(address: String, origin: String?)] = [
    ("https://e.org/a", "https://e.org:443"), ("HTTPS://E.ORG", "https://e.org:443"),
    ("http://e.org", "http://e.org:80"), ("http://e.org:80/a?b#c", "http://e.org:80"),
    ("https://e.org:8443", "https://e.org:8443"), ("https://a:b@e.org/", "https://e.org:443"),
    ("/a", nil), ("e.org", nil), ("", nil), ("https:///a", nil), ("mailto:a@e.org", nil),
  ]

  @Test("scheme, host and port are the origin", arguments: origins)
  func origin(_ address: String, origin: String?) {
    #expect(WebAddress.origin(of: address) == origin)
  }

  /// An address, and whether it is a web address.
  @Test(
    "only http and https addresses with a host are web addresses",
    arguments: [
      ("http://e.org", true), ("https://e.org/a", true), ("HTTP://e.org", true),
      ("ftp://e.org", false),
      ("file:///a", false), ("http:/a", false), ("http://", false), ("e.org", false),
      ("javascript:a()", false), ("https://[::1]/", true),
    ])
  func web(_ address: String, isOfTheWeb: Bool) {
    #expect(URL(string: address).map { WebAddress.isOfTheWeb($0) } ?? false == isOfTheWeb)
  }
}
