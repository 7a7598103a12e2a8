public import Figranium

extension FigraniumError.Code {
  /// Another process rotates this key.
  public static let keyRotating: Self = "KEY_ROTATING"
  /// Another process changes this key.
  public static let keyLocked: Self = "KEY_LOCKED"
  /// The stored key was changed by another program meanwhile.
  public static let keyChanged: Self = "KEY_CHANGED"
  /// It is not known which of the server's keys the stored one is, and they may do different things.
  public static let keyAmbiguous: Self = "KEY_AMBIGUOUS"
  /// Another program stored a key under the same name, so that a look-up may give either.
  public static let keyForeign: Self = "KEY_FOREIGN"
  /// There is no key before the current one to go back to.
  public static let previousNotFound: Self = "PREVIOUS_KEY_NOT_FOUND"
  /// The server does not take the new key.
  public static let newKeyRefused: Self = "NEW_KEY_REFUSED"
  /// The server takes neither of the keys that an interrupted rotation has left.
  public static let rotationUndecided: Self = "ROTATION_UNDECIDED"
}
