import CCurl

// One easy handle with the memory that libcurl writes error texts to.

/// Owns a `CURL *`.
///
/// Belongs to the engine's thread, and is used for many transfers.
@safe final class EasyHandle {
  let easy: UnsafeMutableRawPointer
  private let library: CurlLibrary
  private let errorText: UnsafeMutablePointer<CChar>

  init?(_ library: CurlLibrary) {
    guard let easy = unsafe library.api.pointee.easy_init() else { return nil }
    unsafe self.easy = easy
    self.library = library
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe library.api.pointee.easy_cleanup(easy)
    unsafe errorText.deallocate()
  }

  /// The handle as a number, to find it by.
  var address: Int { unsafe Int(bitPattern: easy) }

  /// Forgets every option, so that nothing of one transfer reaches the next.
  func reset() {
    unsafe library.api.pointee.easy_reset(easy)
    unsafe errorText.pointee = 0
  }

  /// Sets the options of `transfer`, all of them.
  ///
  /// - Throws: A failure when libcurl refuses one; out of memory, or an address it cannot read.
  func configure(_ transfer: CurlTransfer) throws(CurlFailure) {
    let request = transfer.request
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    try unsafe set(CURLOPT_ERRORBUFFER, pointer: errorText)
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_URL, request.url)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    // A stream has a connection of its own: on one that HTTP/2 shares, libcurl takes in up to 32 MiB
    // of a paused transfer.
    let version = transfer.isStream ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS
    try set(CURLOPT_HTTP_VERSION, Int(version))
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    // A compressor in a server or a proxy would hold back a stream's small pieces. What comes
    // compressed all the same is decompressed.
    try set(CURLOPT_ACCEPT_ENCODING, transfer.isStream ? "identity" : "gzip")
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // A run may take 20 minutes without a byte: keep the way open through routers.
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_TCP_KEEPIDLE, 30)
    try set(CURLOPT_TCP_KEEPINTVL, 30)
    if let caFile = request.caFile {
      try set(CURLOPT_CAINFO, caFile)
      // Else the system's directory of certificates would be trusted too.
      try check(
        unsafe figranium_curl_set_pointer(library.api, easy, CURLOPT_CAPATH, nil), CURLOPT_CAPATH)
    }
    // The empty name means "no proxy", also when the environment names one.
    if !request.allowsProxy { try set(CURLOPT_PROXY, "") }
    if request.needsFreshConnection { try set(CURLOPT_FRESH_CONNECT, 1) }
    try setLimits(transfer)
    try setBody(transfer)
    try unsafe set(CURLOPT_HTTPHEADER, pointer: transfer.headers.first)
    try check(
      unsafe figranium_curl_set_sink(library.api, easy, CURLOPT_WRITEFUNCTION, takeBody),
      CURLOPT_WRITEFUNCTION)
    try unsafe set(CURLOPT_WRITEDATA, pointer: context)
    try check(
      unsafe figranium_curl_set_sink(library.api, easy, CURLOPT_HEADERFUNCTION, takeHeader),
      CURLOPT_HEADERFUNCTION)
    try unsafe set(CURLOPT_HEADERDATA, pointer: context)
    try unsafe set(CURLOPT_PRIVATE, pointer: context)
    if request.mustReachLoopback {
      try check(
        unsafe figranium_curl_set_prerequest(library.api, easy, checkAddress),
        CURLOPT_PREREQFUNCTION)
      try unsafe set(CURLOPT_PREREQDATA, pointer: context)
    }
  }

  /// What libcurl wrote about an error, or its words for the code.
  func reason(_ code: CURLcode) -> String {
    let written = unsafe String(cString: errorText)
    return written.isEmpty ? library.text(code) : written
  }

  func number(_ info: CURLINFO) -> Int { unsafe figranium_curl_get_long(library.api, easy, info) }

  func size(_ info: CURLINFO) -> Int {
    Int(unsafe figranium_curl_get_size(library.api, easy, info))
  }

  func text(_ info: CURLINFO) -> String? {
    unsafe figranium_curl_get_text(library.api, easy, info).map { unsafe String(cString: $0) }
  }

  // MARK: Options

  private func setLimits(_ transfer: CurlTransfer) throws(CurlFailure) {
    let request = transfer.request
    try set(CURLOPT_CONNECTTIMEOUT_MS, request.connectLimit.wholeMilliseconds)
    if let total = request.totalLimit { try set(CURLOPT_TIMEOUT_MS, total.wholeMilliseconds) }
    try set(CURLOPT_MAXFILESIZE_LARGE, size: request.maximumBodyBytes)
    // A stream's is kept by the transfer itself: libcurl's measure is bytes a second over the last
    // five, by which a keep-alive comment of four bytes is nothing.
    guard !transfer.isStream, let silence = request.silenceLimit else { return }
    try set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try set(CURLOPT_LOW_SPEED_TIME, (silence.wholeMilliseconds + 999) / 1_000)
  }

  private func setBody(_ transfer: CurlTransfer) throws(CurlFailure) {
    if let body = transfer.body {
      try set(CURLOPT_POST, 1)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
      try unsafe set(CURLOPT_POSTFIELDS, pointer: body.start)
    } else if transfer.request.method == "POST" {
      try set(CURLOPT_POST, 1)
      try set(CURLOPT_POSTFIELDSIZE_LARGE, size: 0)
      try set(CURLOPT_POSTFIELDS, "")
    }
    switch (transfer.request.method, transfer.body) {
    case ("GET", nil), ("POST", _): break
    default: try set(CURLOPT_CUSTOMREQUEST, transfer.request.method)
    }
  }

  private func set(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
    try check(unsafe figranium_curl_set_long(library.api, easy, option, value), option)
  }

  private func set(_ option: CURLoption, size: Int) throws(CurlFailure) {
    try check(unsafe figranium_curl_set_size(library.api, easy, option, curl_off_t(size)), option)
  }

  private func set(_ option: CURLoption, _ value: String) throws(CurlFailure) {
    try check(unsafe figranium_curl_set_text(library.api, easy, option, value), option)
  }

  private func set(
    _ option: CURLoption, pointer: UnsafeMutableRawPointer?
  ) throws(CurlFailure) {
    try check(unsafe figranium_curl_set_pointer(library.api, easy, option, pointer), option)
  }

  /// The one place where libcurl's code becomes an error.
  private func check(_ code: CURLcode, _ option: CURLoption) throws(CurlFailure) {
    guard code != CURLE_OK else { return }
    throw CurlFailure(
      .unavailable, "it refused option \(option.rawValue): \(library.text(code))")
  }
}

extension Duration {
  /// At least one millisecond: 0 would mean "without a limit" to libcurl.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = min(seconds, 1 << 31) * 1_000 + attoseconds / 1_000_000_000_000_000
    return max(1, Int(clamping: whole))
  }
}
