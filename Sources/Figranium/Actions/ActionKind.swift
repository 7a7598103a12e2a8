// The words of an action. Each set is open: a word of a later server is kept as it stands.

extension Action {
  /// What an action does, as the server's word, for example `drag_and_drop`.
  public struct Kind: ServerWord {
    /// The server's word.
    public let rawValue: String
    /// Wraps a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    // MARK: The page

    /// Goes to an address.
    public static let navigate: Self = "navigate"
    /// Loads the page again.
    public static let reload: Self = "reload"
    /// Clicks an element.
    public static let click: Self = "click"
    /// Sets a check box.
    public static let check: Self = "check"
    /// Clears a check box.
    public static let uncheck: Self = "uncheck"
    /// Drags one element to another.
    public static let dragAndDrop: Self = "drag_and_drop"
    /// Chooses an option of a list.
    public static let select: Self = "select"
    /// Types text.
    public static let type: Self = "type"
    /// Presses a key.
    public static let press: Self = "press"
    /// Scrolls the page, or an element.
    public static let scroll: Self = "scroll"
    /// Moves the pointer over an element.
    public static let hover: Self = "hover"
    /// Takes a picture of the page.
    public static let screenshot: Self = "screenshot"

    // MARK: Waiting

    /// Waits for a length of time.
    public static let wait: Self = "wait"
    /// Waits for an element to be seen.
    public static let waitSelector: Self = "wait_selector"
    /// Waits for downloads to end.
    public static let waitDownloads: Self = "wait_downloads"

    // MARK: Data

    /// Runs a script in the page.
    public static let javaScript: Self = "javascript"
    /// Reads CSV into rows.
    public static let csv: Self = "csv"
    /// Merges values into one.
    public static let merge: Self = "merge"
    /// Sets a variable.
    public static let set: Self = "set"
    /// Takes the text of the page, or of an element.
    public static let getContent: Self = "get_content"
    /// Sends an HTTP request from the server.
    public static let httpRequest: Self = "http_request"

    // MARK: Blocks

    /// Opens a block that runs when its condition holds.
    public static let `if`: Self = "if"
    /// Divides an `if` block: what follows runs when the condition does not hold.
    public static let `else`: Self = "else"
    /// Opens a block that runs again while its condition holds.
    public static let `while`: Self = "while"
    /// Opens a block that runs a number of times.
    public static let `repeat`: Self = "repeat"
    /// Opens a block that runs once for each item.
    public static let forEach: Self = "foreach"
    /// Opens a block that runs when an action after it fails.
    public static let onError: Self = "on_error"
    /// Closes a block.
    public static let end: Self = "end"

    // MARK: The run

    /// Ends the run.
    public static let stop: Self = "stop"
    /// Runs another task.
    public static let start: Self = "start"
    /// Does nothing.
    public static let doNothing: Self = "do_nothing"

    // MARK: Captchas and files

    /// Solves a captcha.
    public static let solveCaptcha: Self = "solve_captcha"
    /// Waits for a captcha to be ready.
    public static let waitCaptcha: Self = "wait_captcha"
    /// Uploads the newest file of a cabinet.
    public static let upload: Self = "upload"
    /// Marks what this run uploaded as uploaded.
    public static let finalizeUploads: Self = "finalize_uploads"

    /// Every word above.
    public static let known: Set<Self> = [
      .navigate, .reload, .click, .check, .uncheck, .dragAndDrop, .select, .type, .press, .scroll,
      .hover, .screenshot, .wait, .waitSelector, .waitDownloads, .javaScript, .csv, .merge, .set,
      .getContent, .httpRequest, .if, .else, .while, .repeat, .forEach, .onError, .end, .stop,
      .start, .doNothing, .solveCaptcha, .waitCaptcha, .upload, .finalizeUploads,
    ]

    /// Whether it opens a block, which an ``end`` must close.
    public var opensBlock: Bool {
      switch self {
      case .if, .while, .repeat, .forEach, .onError: true
      default: false
      }
    }
  }
}
