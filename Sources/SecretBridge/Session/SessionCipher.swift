import CGcrypt
import SystemBridge

/// AES-128 in CBC mode with the padding of PKCS #7: the form that a session's secrets have on the bus.
@safe enum SessionCipher {
  private static let block = 16

  /// Decrypts into locked memory.
  ///
  /// - Returns: `nil` when the key is another one, or what is given is no such form.
  static func decrypt(
    _ text: Span<UInt8>, key: LockedBytes, vector: Span<UInt8>
  ) -> LockedBytes? {
    guard vector.count == block, text.count > 0, text.count % block == 0 else { return nil }
    var handle: gcry_cipher_hd_t? = nil
    guard
      unsafe gcry_cipher_open(
        &handle, Int32(GCRY_CIPHER_AES.rawValue), Int32(GCRY_CIPHER_MODE_CBC.rawValue),
        GCRY_CIPHER_SECURE.rawValue) == 0
    else { return nil }
    defer { unsafe gcry_cipher_close(handle) }
    let isSet = key.withSpan { key in
      unsafe key.withUnsafeBufferPointer { key in
        unsafe vector.withUnsafeBufferPointer { vector in
          unsafe gcry_cipher_setkey(handle, key.baseAddress, key.count) == 0
            && gcry_cipher_setiv(handle, vector.baseAddress, vector.count) == 0
        }
      }
    }
    guard isSet else { return nil }
    var isWhole = false
    let bytes = LockedBytes(capacity: text.count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let code = unsafe text.withUnsafeBufferPointer { text in
          unsafe gcry_cipher_decrypt(
            handle, buffer.baseAddress, buffer.count, text.baseAddress, text.count)
        }
        guard code == 0 else { return }
        let padding = unsafe Int(buffer[buffer.count - 1])
        guard padding >= 1, padding <= block,
          unsafe buffer.suffix(padding).allSatisfy({ Int($0) == padding })
        else { return }
        isWhole = true
        initialized = buffer.count - padding
      }
    }
    return isWhole ? bytes : nil
  }
}
