import IntentModel
import IntentOptions
import Testing
import WidgetFormats

@testable import ExternalSources

@Suite("Messages about URLs and queries")
struct SpokenURLTests {
  static let urls: [(url: String, spoken: String)] = [
    ("https://e/a/b", "https://e/a/b"), ("https://e?x", "https://e?x"),
    ("http://user:hunter2@host/?token=t", "http://***@host/?token=***"),
    (
      "http://user@host:80/p?a=1&b=&c={search}&d={a}x",
      "http://***@host:80/p?a=***&b=&c={search}&d=***"
    ),
    ("http://a:b@c@host/", "http://***@host/"), ("https://e/@user?x=@", "https://e/@user?x=***"),
    ("https://e/#secret", "https://e/#***"), ("//u:p@h/x", "//***@h/x"), ("", ""),
    ("?a=b", "?a=***"),
    ("https://e/?a=b?c=d&e=f#g?h=i", "https://e/?a=***&e=***#***"),
    ("https://{user}:{key}@e/", "https://***@e/"),
    (
      "https://calendar.e/ical/ada%40e.org/private-0123456789abcdef/basic.ics",
      "https://calendar.e/ical/ada%40e.org/***/basic.ics"
    ),
    ("https://e/dav/public-calendars/AbCdEfGhIjKlMnOp", "https://e/dav/public-calendars/***"),
    ("https://p1.e/published/2/MTIzNDU2Nzg5MDEyMzQ1Njc4", "https://p1.e/published/2/***"),
    (
      "https://e/departures-of-tomorrow-and-after/2026/{identifier-0123456789}",
      "https://e/departures-of-tomorrow-and-after/2026/{identifier-0123456789}"
    ),
  ]

  @Test("no secret is shown", arguments: urls)
  func spoken(url: String, spoken: String) {
    #expect(SpokenURL(url).description == spoken)
  }

  @Test("no part of a secret is left, in any context")
  func law() {
    let hosts = ["http://h", "http://u:S3CRET@h", "https://S3CRET@h:8080", "//S3CRET@h"]
    let ends = [
      "", "/", "/p/{a}", "?k=S3CRET", "/?a&k=S3CRET&b={c}", "/#S3CRET", "/?k=S3CRET#S3CRET",
    ]
    for host in hosts {
      for end in ends {
        #expect(!SpokenURL(host + end).description.contains("S3CRET"), "\(host + end)")
      }
    }
  }

  static let queries: [(sql: String, names: [String], hasLimit: Bool)] = [
    ("SELECT :a, @b, $c, :a", ["a", "b", "c"], false),
    ("SELECT '12:30', \"x:y\", `p:q`, [r:s], 'it''s :n'", [], false),
    ("SELECT 1 -- :a\n, :b /* :c */, :d", ["b", "d"], false),
    ("SELECT 1 LIMIT 5", [], true), ("SELECT 1 limit :limit", ["limit"], false),
    ("SELECT 'LIMIT 5'", [], false), ("SELECT :größe", ["größe"], false), ("SELECT 1 :", [], false),
    ("SELECT '", [], false), ("/*", [], false),
  ]

  @Test("the names in a query", arguments: queries.indices)
  func names(_ index: Int) {
    let (sql, names, hasLimit) = Self.queries[index]
    #expect(QueryText(sql).names == names)
    #expect((QueryText(sql).ownLimit != .none) == hasLimit)
  }

  static let limits: [(sql: String, limit: QueryText.OwnLimit)] = [
    ("SELECT 1", .none), ("SELECT 1 LIMIT :limit", .none), ("SELECT 1 LIMIT 50", .rows(50)),
    ("SELECT 1 limit 50 ;\n", .rows(50)), ("SELECT 1 LIMIT 5, 50", .unknown),
    ("SELECT 1 LIMIT 50 OFFSET 50", .unknown), ("SELECT 1 LIMIT 25 + 25", .unknown),
    ("SELECT 1 WHERE 1 IN (SELECT 1 LIMIT 50)", .unknown), ("SELECT 1 LIMIT @n", .unknown),
    ("SELECT (SELECT 1 LIMIT 1) LIMIT 1", .unknown),
  ]

  @Test("the limit in a query", arguments: limits.indices)
  func limit(_ index: Int) {
    #expect(QueryText(Self.limits[index].sql).ownLimit == Self.limits[index].limit)
  }

  @Test("a full list may be incomplete")
  func wholeLists() {
    #expect(QueryText.OwnLimit.none.isWhole(7))
    #expect(QueryText.OwnLimit.rows(7).isWhole(6))
    #expect(!QueryText.OwnLimit.rows(7).isWhole(7))
    #expect(!QueryText.OwnLimit.unknown.isWhole(0))
  }

  @Test("an unknown name is refused if the parameters are known")
  func unknownNames() {
    let intent = IntentDefinition(name: "A", parameters: [])
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent]))
    #expect(SourceNames.list(nil).problems(in: "{x}", provider: "p") == [])
    #expect(SourceNames.list(schema).problems(in: "{search}{limit}", provider: "p") == [])
    #expect(
      SourceNames.list(schema).problems(in: "{serch}", provider: "p").map(\.description)
        == ["p: “{serch}” is not a name that can be filled in. Did you mean “search”?"])
  }
}
