import CZlib
import Crypto
import Foundation
import NIOCore
import WidgetPages

/// The bytes of a page including its style sheet, so that a browser can paint the page without a
/// second request.
struct PageBody {
  /// The bytes of the page.
  let buffer: ByteBuffer
  /// The content coding of the bytes; nil for none.
  let coding: String?

  /// Makes the body of a page for a caller.
  ///
  /// Only the style sheet is compressed, once for all pages. The markup can contain a secret next
  /// to text that an attacker chose, and its compressed length would leak the secret (BREACH).
  ///
  /// - Parameter accepted: The field `Accept-Encoding` of the request.
  init(_ document: PageDocument, accepted: String?) {
    let markup = document.markup
    guard let place = document.stylePlace else {
      (buffer, coding) = (ByteBuffer(bytes: markup), nil)
      return
    }
    guard let blocks = Self.styleBlocks, ContentCoding.isAccepted(accepted) else {
      var whole = ByteBuffer()
      whole.reserveCapacity(markup.count + PageAsset.ownStyle.count)
      whole.writeBytes(markup[..<place])
      whole.writeBytes(PageAsset.ownStyle)
      whole.writeBytes(markup[place...])
      (buffer, coding) = (whole, nil)
      return
    }
    var member = ByteBuffer()
    member.reserveCapacity(markup.count + blocks.count + 64)
    // The header of a gzip member with an unknown time and system (RFC 1952, section 2.3).
    member.writeBytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    Self.store(markup[..<place], in: &member)
    member.writeBytes(blocks)
    Self.store(markup[place...], in: &member)
    // The last block, which is empty.
    member.writeBytes([1, 0, 0, 0xFF, 0xFF])
    let (style, end) = (PageAsset.ownStyle.count, markup.count - place)
    var sum = crc32_combine(Self.sum(markup[..<place]), Self.styleSum, style)
    sum = crc32_combine(sum, Self.sum(markup[place...]), end)
    member.writeInteger(UInt32(truncatingIfNeeded: sum), endianness: .little)
    member.writeInteger(UInt32(truncatingIfNeeded: markup.count + style), endianness: .little)
    (buffer, coding) = (member, ContentCoding.name)
  }

  /// The source of the style sheet, for the Content-Security-Policy.
  static let styleSource =
    "'sha256-\(Data(SHA256.hash(data: PageAsset.ownStyle)).base64EncodedString())'"

  private static let styleBlocks = ContentCoding.blocks(PageAsset.ownStyle)
  private static let styleSum = sum(PageAsset.ownStyle[...])

  /// Appends bytes as deflate blocks without compression (RFC 1951, section 3.2.4).
  private static func store(_ bytes: ArraySlice<UInt8>, in member: inout ByteBuffer) {
    var rest = bytes
    while !rest.isEmpty {
      let block = rest.prefix(Int(UInt16.max))
      let count = UInt16(block.count)
      member.writeInteger(0 as UInt8)
      member.writeInteger(count, endianness: .little)
      member.writeInteger(~count, endianness: .little)
      member.writeBytes(block)
      rest = rest[block.endIndex...]
    }
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt {
    bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
  }
}
