import Foundation
import InputFiles
import JWTKit
import Messages

/// An Apple Developer team's key for Apple's push service.
///
/// Neither its description nor its mirror contains any part of the secret.
public struct APNsKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The maximum size of a key file in bytes.
  public static let maximumBytes = 4_096

  /// The identifier of the team.
  public let team: String
  /// The identifier of the key.
  public let id: String
  /// The PEM text of the key, which is a secret.
  let pem: String

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - team: The identifier of the team, as the developer account shows it.
  ///   - id: The identifier of the key, as the developer account shows it.
  ///   - pem: The text of the `.p8` file: a private key for the curve P-256 in PEM.
  /// - Throws: `PushSetupError` for an invalid identifier, or for a text that is not a key of this
  ///   kind.
  public init(team: String, id: String, pem: String) throws(PushSetupError) {
    for (name, text) in [("team", team), ("key identifier", id)] where !Self.isIdentifier(text) {
      throw PushSetupError(
        """
        The \(name) is “\(text.harmless(limit: 40))”. Give its \(Self.identifierLength) capital \
        letters and digits, as the developer account shows them.
        """)
    }
    guard pem.utf8.count <= Self.maximumBytes else { throw PushSetupError(Self.tooLong) }
    if (try? ES256PrivateKey(pem: pem)) == nil { throw PushSetupError(Self.flaw(of: pem)) }
    (self.team, self.id, self.pem) = (team, id, pem)
  }

  /// Reads a key from its file, which other users must not be able to read.
  ///
  /// - Throws: `PushSetupError` for a file that cannot be read, or that other users can read, and
  ///   for the same reasons as ``init(team:id:pem:)``.
  public init(team: String, id: String, file: String) throws(PushSetupError) {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.regularBytes(atPath: file, limit: Self.maximumBytes)
    } catch {
      if case .tooLarge = error.rule { throw PushSetupError(Self.tooLong) }
      throw PushSetupError(error.rule.explanation)
    }
    if FileReading.isOpenToEverybody(atPath: file) {
      throw PushSetupError(
        "Everybody on this machine can read this key. \(FileReading.closingToOthers)")
    }
    try self.init(team: team, id: id, pem: String(decoding: bytes, as: UTF8.self))
  }

  /// The identifiers, without the secret.
  public var description: String { "key \(id) of team \(team)" }

  /// The identifiers, without the secret.
  public var customMirror: Mirror { Mirror(self, children: ["team": team, "id": id]) }

  private static let identifierLength = 10

  private static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == identifierLength
      && text.utf8.allSatisfy { $0.isDigit || $0.isCapital }
  }

  private static var tooLong: Message {
    "This is longer than \(maximumBytes) bytes, so it is not a key. Give the .p8 file of the key."
  }

  /// Why a text is not a key for the curve P-256.
  private static func flaw(of pem: String) -> Message {
    let advice: Message = "Give the .p8 file that the developer account offers once for each key."
    func problem(_ sentence: Message) -> Message { .sentences([sentence, advice]) }
    let ofRSA = problem("This is an RSA key, not a key for the curve P-256.")
    guard let begin = pem.firstRange(of: "-----BEGIN ") else {
      return problem("This is not a key in PEM, which begins with “-----BEGIN PRIVATE KEY-----”.")
    }
    let label = pem[begin.upperBound...].prefix { $0 != "-" }
    switch label {
    case "CERTIFICATE": return problem("This is a certificate, not a key.")
    case "PUBLIC KEY": return problem("This is the public key, not the private key.")
    case "ENCRYPTED PRIVATE KEY": return problem("This key is encrypted.")
    case "RSA PRIVATE KEY": return ofRSA
    default: break
    }
    let base64 = pem[begin.upperBound...].split(whereSeparator: \.isNewline).dropFirst()
      .prefix { !$0.hasPrefix("-----") }.joined()
    guard let bytes = Data(base64Encoded: base64).map({ [UInt8]($0) }) else {
      return problem("The Base64 of this key is damaged.")
    }
    // The object identifiers of RSA (1.2.840.113549.1.1.1), of elliptic curves
    // (1.2.840.10045.2.1), and of the curve P-256 (1.2.840.10045.3.1.7) in DER.
    let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    let curves: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    if bytes.firstRange(of: rsa) != nil { return ofRSA }
    let isOfACurve = bytes.firstRange(of: curves) != nil || label == "EC PRIVATE KEY"
    if isOfACurve, bytes.firstRange(of: p256) == nil {
      return problem("This key is for a curve other than P-256.")
    }
    return problem("This key is damaged.")
  }
}
