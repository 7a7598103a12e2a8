public import Figranium
package import SecretBridge

/// A key as it was typed or piped in.
public struct KeyInput: Sendable {
  /// The key.
  public let key: Secret
  /// Whether a line end after it was dropped.
  public let droppedLineEnd: Bool
}

extension Secret {
  /// The most bytes that a key may have.
  public static var keyLimit: Int { KeyBytes.limit }

  /// The first 12 hexadecimal digits of its SHA-256, to tell keys apart without showing one.
  public var fingerprint: String { KeyBytes.fingerprint(of: bytes) }

  /// Takes a key from input of a file, a pipe or a terminal.
  ///
  /// Exactly one LF or CRLF at the end is dropped, and ``KeyInput/droppedLineEnd`` says so.
  ///
  /// - Throws: `CREDENTIAL_INVALID` as ``validate(_:)``.
  public static func key(fromInput input: Secret) throws(FigraniumError) -> KeyInput {
    let shorter = KeyBytes.droppingLineEnd(input.bytes)
    let key = shorter.map { Secret(bytes: $0) } ?? input
    try validate(key)
    return KeyInput(key: key, droppedLineEnd: shorter != nil)
  }

  /// Takes a password from input of a file, a pipe or a terminal.
  ///
  /// As ``key(fromInput:)``, but spaces are a part of it.
  ///
  /// - Throws: `CREDENTIAL_INVALID`.
  public static func password(fromInput input: Secret) throws(FigraniumError) -> KeyInput {
    let shorter = KeyBytes.droppingLineEnd(input.bytes)
    let password = shorter.map { Secret(bytes: $0) } ?? input
    if let fault = KeyBytes.fault(in: password.bytes, allowingSpaces: true) {
      throw StoreError.invalid(fault, "password", hint: "Type or pipe in the password alone.")
    }
    return KeyInput(key: password, droppedLineEnd: shorter != nil)
  }

  /// Checks that a value can be a key.
  ///
  /// It has 1 to 4096 bytes of UTF-8, and no white space, line end or control character.
  ///
  /// - Throws: `CREDENTIAL_INVALID`, with the rule it breaks and never the value.
  public static func validate(_ secret: Secret) throws(FigraniumError) {
    guard let fault = KeyBytes.fault(in: secret.bytes) else { return }
    throw StoreError.invalid(fault)
  }
}

extension StoreError {
  /// The error for a value that cannot be a key.
  package static func invalid(
    _ fault: KeyFault, _ thing: String = "key",
    hint: String = "Copy the key again from where the server shows it, and store it: figctl key set"
  ) -> FigraniumError {
    FigraniumError(
      message: "This cannot be a \(thing): \(rule(fault)).", kind: .credentialInvalid, hint: hint)
  }

  /// The error for what is stored and cannot be a key or a session.
  static func unusable(_ fault: KeyFault, _ identity: CredentialIdentity) -> FigraniumError {
    let thing = identity.isSession ? "session" : "key"
    return FigraniumError(
      message: "What is stored for \"\(identity.account)\" cannot be a \(thing): \(rule(fault)).",
      kind: .credentialUnusable,
      hint: identity.isSession
        ? "Sign in again: figctl login --email ADDRESS" : "Store the key again: figctl key set")
  }

  private static func rule(_ fault: KeyFault) -> String {
    switch fault {
    case .empty: "it is empty"
    case .tooLong: "it has more than \(KeyBytes.limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .nul: "it holds a NUL byte"
    case .lineBreak: "it holds a line end"
    case .control: "it holds a control character"
    case .whiteSpace: "it holds white space"
    case .invisible: "it holds a character that is not seen, such as a byte order mark"
    }
  }
}
