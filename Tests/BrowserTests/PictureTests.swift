import Foundation
import JSONC
import Testing

/// Pictures of the web form.
extension PageLookTests {
  /// The settings of a picture.
  private struct View {
    var name: String
    var width = 1_300
    var query = ""
    var media: [String: String] = [:]
    var type = ""
  }

  private static let views = [
    View(name: "light"), View(name: "dark", media: ["prefers-color-scheme": "dark"]),
    View(name: "contrast", media: ["prefers-contrast": "more"]),
    View(name: "forced", media: ["forced-colors": "active", "prefers-color-scheme": "dark"]),
    View(name: "narrow", width: 320), View(name: "right-to-left", query: "?locale=ar"),
    View(name: "print", width: 800, type: "print"),
  ]

  /// Fonts differ between machines, so pictures are compared roughly: they are equal if few cells
  /// of 32 pixels have a different mean color.
  @Test func theFormLooksAsRecorded() async throws {
    let folder = RunningServer.checkout.appending(path: "Fixtures/WebPictures")
    let records = ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1"
    var taken: [(name: String, address: String)] = []
    try await RunningServer.shared(.pages) { server in
      try await BrowserPage.open { page in
        for view in Self.views {
          try await page.size(view.width, 900)
          try await page.media(
            view.media.merging(["prefers-reduced-motion": "reduce"]) { $1 }, type: view.type)
          try await page.open("Editors", of: server, query: view.query)
          try await page.run("document.getElementById('in-mirror').click()")
          try await page.wait(for: "document.getElementById('row-detail')?.closest('#rows')")
          try await page.settle()
          let picture = try await page.picture()
          if records {
            let full = FileManager.default.temporaryDirectory.appending(path: "\(view.name).png")
            try picture.write(to: full)
            print("property the picture “\(view.name)” stands in \(full.path)")
          }
          // Keeps the picture at an eighth of its size.
          let small = try await page.runAwaiting(
            Self.drawing
              + "return draw(arguments[0], 1 / 8).then(({ canvas }) => canvas.toDataURL())",
            [.string(Self.address(of: picture))])
          let address = try #require(small.stringValue)
          taken.append((view.name, address))
          let file = folder.appending(path: "\(view.name).png")
          if records, let data = Data(base64Encoded: String(address.dropFirst(22))) {
            try FileManager.default.createDirectory(
              at: folder, withIntermediateDirectories: true)
            try data.write(to: file)
          }
          let recorded = Self.address(of: try Data(contentsOf: file))
          let distance = try await Self.distance(recorded, address, page)
          #expect(distance < Self.tolerance, "\(view.name)")
          // The next view starts without the answers in this one.
          try await page.run("Storage.prototype.setItem = () => {}; localStorage.clear()")
        }
        // Shows that the comparison can distinguish pictures of the same size.
        for other in ["dark", "forced", "right-to-left"] {
          let pair = taken.filter { ["light", other].contains($0.name) }.map(\.address)
          try #require(pair.count == 2)
          #expect(try await Self.distance(pair[0], pair[1], page) > Self.tolerance, "\(other)")
        }
      }
    }
  }

  private static func address(of picture: Data) -> String {
    "data:image/png;base64," + picture.base64EncodedString()
  }

  /// The maximum share of cells that differ.
  private static let tolerance = 0.08

  /// The share of cells that differ by more than 1/25; 1 if the pictures have different sizes.
  private static func distance(
    _ one: String, _ other: String, _ page: BrowserPage
  ) async throws -> Double {
    let found = try await page.runAwaiting(
      drawing
        + """
        const [a, b] = await Promise.all([draw(arguments[0], 1 / 4), draw(arguments[1], 1 / 4)]);
        if (a.data.length !== b.data.length) return 1;
        const count = a.data.length / 4;
        let others = 0;
        for (let cell = 0; cell < count; cell++) {
          const apart = [0, 1, 2].reduce((sum, part) => sum + Math.abs(a.data[cell * 4 + part] - b.data[cell * 4 + part]), 0);
          if (apart / 3 / 255 > 1 / 25) others++;
        }
        return others / count;
        """, [.string(one), .string(other)])
    return try #require(found.doubleValue ?? found.intValue.map(Double.init))
  }

  private static let drawing = """
    const draw = async (address, scale) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(image.height * scale);
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return { canvas, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
    };

    """

  /// Fonts differ between machines, so the test compares only the size of the picture.
  ///
  /// ``theStructureIsAsRecorded()`` tests the content and its layout.
  @Test func thePictureOfTheReadmeIsOfThisForm() async throws {
    let file = RunningServer.checkout.appending(path: "Fixtures/Tour/web.png")
    try await RunningServer.shared(.bundled) { server in
      try await BrowserPage.open { page in
        try await page.size(1_100, 760)
        try await page.open("UpNext", of: server)
        try await page.click(BrowserPage.field("mirrorCalendarApp"))
        try await page.wait(for: "document.getElementById('in-calendars/0')")
        try await page.settle()
        try await page.click(BrowserPage.field("calendars/1"))
        try await page.press("o")
        // The list of all calendars is open before the search, but only a search has a best match.
        try await page.wait(
          for: """
            document.querySelectorAll('[role=option]').length > 1 \
            && document.querySelector('[role=option][aria-selected=true]')
            """)
        try await page.press(.down)
        try await page.run("document.getElementById('row-mirrorCalendarApp').scrollIntoView()")
        let picture = try await page.picture()
        if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
          try picture.write(to: file)
        }
        let recorded = try Data(contentsOf: file)
        // The first chunk of a PNG file contains the width and the height.
        #expect(recorded.dropFirst(16).prefix(8) == picture.dropFirst(16).prefix(8))
        #expect(recorded.count < 120_000)
      }
    }
  }
}
