// Actions that make, take and send data.

extension Actions {
  /// Runs a script in the page.
  ///
  /// - Parameters:
  ///   - script: JavaScript; what it returns is the action's output.
  ///   - varName: The variable that takes the output.
  public static func javascript(_ script: String, varName: String? = nil) -> Action {
    make(.javaScript) {
      $0.value = script
      $0.varName = varName
    }
  }

  /// Reads CSV into rows.
  ///
  /// - Parameters:
  ///   - value: The CSV; the output of the action before when `nil`.
  ///   - selector: The CSS selector of the element that has it.
  ///   - varName: The variable that takes the rows.
  public static func csv(
    _ value: String? = nil, selector: String? = nil, varName: String? = nil
  ) -> Action {
    make(.csv) {
      $0.value = value
      $0.selector = selector
      $0.varName = varName
    }
  }

  /// Sets a variable.
  ///
  /// - Parameters:
  ///   - name: The variable's name, without brackets.
  ///   - value: Its value. The server reads numbers, truth values and JSON as such.
  public static func set(_ name: String, value: String) -> Action {
    make(.set) {
      $0.varName = name
      $0.value = value
    }
  }

  /// Merges values into one.
  ///
  /// - Parameters:
  ///   - name: The variable that takes the merged value.
  ///   - value: Names of variables, or templates, with commas between.
  public static func merge(_ name: String, value: String) -> Action {
    make(.merge) {
      $0.varName = name
      $0.value = value
    }
  }

  /// Takes the text of the page, or of an element.
  ///
  /// - Parameters:
  ///   - selector: The element's CSS selector; the whole page when `nil`.
  ///   - varName: The variable that takes the text.
  public static func getContent(selector: String? = nil, varName: String? = nil) -> Action {
    make(.getContent) {
      $0.selector = selector
      $0.varName = varName
    }
  }

  /// Sends an HTTP request from the server.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - method: The method; `GET` when `nil`.
  ///   - headers: The headers, as the text of a JSON object.
  ///   - body: The body; not sent with `GET`.
  ///   - varName: The variable that takes the answer.
  public static func request(
    _ url: String, method: Action.RequestMethod? = nil, headers: String? = nil,
    body: String? = nil, varName: String? = nil
  ) -> Action {
    make(.httpRequest) {
      $0.value = url
      $0.method = method
      $0.headers = headers
      $0.body = body
      $0.varName = varName
    }
  }

  /// Solves a captcha.
  ///
  /// - Parameters:
  ///   - captchaType: Which one; the server finds out when `nil`.
  ///   - selector: The CSS selector of the element that it is in.
  ///   - varName: The variable that takes how it went.
  ///   - timeout: How long the server tries; 2 minutes when `nil`.
  public static func solveCaptcha(
    captchaType: Action.CaptchaType? = nil, selector: String? = nil, varName: String? = nil,
    timeout: Duration? = nil
  ) -> Action {
    captcha(.solveCaptcha, captchaType, selector, varName, timeout)
  }

  /// Waits for a captcha to be ready, and leaves it alone.
  ///
  /// - Parameters:
  ///   - captchaType: Which one; any when `nil`.
  ///   - selector: The CSS selector of the element that it is in.
  ///   - varName: The variable that takes what was found.
  ///   - timeout: How long the server waits; 2 minutes when `nil`.
  public static func waitForCaptcha(
    captchaType: Action.CaptchaType? = nil, selector: String? = nil, varName: String? = nil,
    timeout: Duration? = nil
  ) -> Action {
    captcha(.waitCaptcha, captchaType, selector, varName, timeout)
  }

  private static func captcha(
    _ type: Action.Kind, _ captchaType: Action.CaptchaType?, _ selector: String?,
    _ varName: String?, _ timeout: Duration?
  ) -> Action {
    make(type) {
      $0.captchaType = captchaType
      $0.selector = selector
      $0.varName = varName
      $0.timeout = timeout
    }
  }

  /// Uploads the newest file of a cabinet that is not uploaded yet.
  ///
  /// - Parameters:
  ///   - selector: The CSS selector of what takes the file.
  ///   - cabinetID: The cabinet; the server's own when `nil`.
  ///   - markAsUploaded: Whether the file counts as uploaded at once; without, do it with
  ///     ``finalizeUploads()``.
  public static func upload(
    selector: String, cabinetID: String? = nil, markAsUploaded: Bool? = nil
  ) -> Action {
    make(.upload) {
      $0.selector = selector
      $0.cabinetID = cabinetID
      $0.markAsUploaded = markAsUploaded
    }
  }

  /// Marks what this run uploaded as uploaded.
  public static func finalizeUploads() -> Action { make(.finalizeUploads) }
}
