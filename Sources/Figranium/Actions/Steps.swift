// swift-format-ignore-file: AlwaysUseLowerCamelCase
//
// The steps of a task's block form. They are functions and not types: a function of a name that
// another module has for a type (SwiftUI's `ForEach`) is one more overload, where a second type
// would be ambiguous in every file that imports both; and this module's name cannot be written in
// front of them, since it has a type of the same name. A type of your own of such a name hides the
// step: write `Actions.click` for `Click` then. `SetVariable` and `TypeText` are longer than the
// server's words because `Set` and `Type` are Swift's.

/// Goes to an address; see ``Actions/navigate(_:)``.
public func Navigate(_ url: String) -> Action { Actions.navigate(url) }

/// Loads the page again; see ``Actions/reload()``.
public func Reload() -> Action { Actions.reload() }

/// Clicks an element; see ``Actions/click(_:clickType:)``.
public func Click(_ selector: String, clickType: Action.ClickType = .single) -> Action {
  Actions.click(selector, clickType: clickType)
}

/// Sets a check box; see ``Actions/check(_:)``.
public func Check(_ selector: String) -> Action { Actions.check(selector) }

/// Clears a check box; see ``Actions/uncheck(_:)``.
public func Uncheck(_ selector: String) -> Action { Actions.uncheck(selector) }

/// Drags one element to another; see ``Actions/dragAndDrop(_:to:)``.
public func DragAndDrop(_ selector: String, to target: String) -> Action {
  Actions.dragAndDrop(selector, to: target)
}

/// Chooses an option of a list; see ``Actions/select(_:value:)``.
public func SelectOption(_ selector: String, _ value: String) -> Action {
  Actions.select(selector, value: value)
}

/// Types text into a field; see ``Actions/type(_:value:mode:)``.
public func TypeText(
  _ selector: String, _ value: String, mode: Action.TypeMode = .replace
) -> Action {
  Actions.type(selector, value: value, mode: mode)
}

/// Presses a key; see ``Actions/press(_:selector:)``.
public func Press(_ key: String, selector: String? = nil) -> Action {
  Actions.press(key, selector: selector)
}

/// Scrolls the page, or an element of it; see ``Actions/scroll(by:selector:)``.
public func Scroll(by pixels: Int? = nil, selector: String? = nil) -> Action {
  Actions.scroll(selector: selector, value: pixels.map(String.init))
}

/// Moves the pointer over an element; see ``Actions/hover(_:)``.
public func Hover(_ selector: String) -> Action { Actions.hover(selector) }

/// Takes a picture of the page; see ``Actions/screenshot(_:)``.
public func Screenshot(_ name: String? = nil) -> Action { Actions.screenshot(name) }

/// Waits for a number of seconds; see ``Actions/wait(_:)-(Double)``.
public func Wait(_ seconds: Double) -> Action { Actions.wait(seconds) }

/// Waits; see ``Actions/wait(_:)-(Duration)``.
public func Wait(_ duration: Duration) -> Action { Actions.wait(duration) }

/// Waits for an element to be seen; see ``Actions/waitFor(_:seconds:)``.
public func WaitFor(_ selector: String, seconds: Double? = nil) -> Action {
  Actions.waitFor(selector, seconds: seconds)
}

/// Waits for downloads to end; see ``Actions/waitForDownloads(_:)``.
public func WaitForDownloads(_ timeout: Double? = nil) -> Action {
  Actions.waitForDownloads(timeout)
}

/// Runs a script in the page; see ``Actions/javascript(_:varName:)``.
public func JavaScript(_ script: String, varName: String? = nil) -> Action {
  Actions.javascript(script, varName: varName)
}

/// Reads CSV into rows; see ``Actions/csv(_:selector:varName:)``.
public func ParseCSV(
  _ value: String? = nil, selector: String? = nil, varName: String? = nil
) -> Action {
  Actions.csv(value, selector: selector, varName: varName)
}

/// Sets a variable; see ``Actions/set(_:value:)``.
public func SetVariable(_ name: String, _ value: String) -> Action {
  Actions.set(name, value: value)
}

/// Merges values into a variable; see ``Actions/merge(_:value:)``.
public func MergeVariables(_ name: String, _ value: String) -> Action {
  Actions.merge(name, value: value)
}

/// Takes the text of the page, or of an element; see ``Actions/getContent(selector:varName:)``.
public func GetContent(_ selector: String? = nil, varName: String? = nil) -> Action {
  Actions.getContent(selector: selector, varName: varName)
}

/// Sends an HTTP request from the server; see
/// ``Actions/request(_:method:headers:body:varName:)``.
public func SendRequest(
  _ url: String, method: Action.RequestMethod? = nil, headers: String? = nil,
  body: String? = nil, varName: String? = nil
) -> Action {
  Actions.request(url, method: method, headers: headers, body: body, varName: varName)
}

/// Solves a captcha; see ``Actions/solveCaptcha(captchaType:selector:varName:timeout:)``.
public func SolveCaptcha(
  _ captchaType: Action.CaptchaType? = nil, selector: String? = nil, varName: String? = nil,
  timeout: Duration? = nil
) -> Action {
  Actions.solveCaptcha(
    captchaType: captchaType, selector: selector, varName: varName, timeout: timeout)
}

/// Waits for a captcha to be ready; see
/// ``Actions/waitForCaptcha(captchaType:selector:varName:timeout:)``.
public func WaitForCaptcha(
  _ captchaType: Action.CaptchaType? = nil, selector: String? = nil, varName: String? = nil,
  timeout: Duration? = nil
) -> Action {
  Actions.waitForCaptcha(
    captchaType: captchaType, selector: selector, varName: varName, timeout: timeout)
}

/// Uploads the newest file of a cabinet; see
/// ``Actions/upload(selector:cabinetID:markAsUploaded:)``.
public func UploadFile(
  _ selector: String, cabinetID: String? = nil, markAsUploaded: Bool? = nil
) -> Action {
  Actions.upload(selector: selector, cabinetID: cabinetID, markAsUploaded: markAsUploaded)
}

/// Marks what this run uploaded as uploaded; see ``Actions/finalizeUploads()``.
public func FinalizeUploads() -> Action { Actions.finalizeUploads() }

/// Ends the run; see ``Actions/stop(_:)``.
public func StopTask(_ outcome: Action.StopOutcome = .success) -> Action { Actions.stop(outcome) }

/// Runs another task; see ``Actions/start(_:)``.
public func StartTask(_ taskID: String) -> Action { Actions.start(taskID) }

/// Does nothing; see ``Actions/doNothing()``.
public func DoNothing() -> Action { Actions.doNothing() }
