// The actions, one function each, under the names that the official SDKs have for them.

/// Makes the actions of a task.
///
/// There is a function for each type of the server's. Texts may have templates, see
/// ``variable(_:)``. None of them checks what it is given; ``Task/validate(knownVariables:)``
/// looks at a whole task and names the action that is wrong.
///
/// Inside a task that is written as a block, ``ActionsBuilder`` has shorter names for the same.
public enum Actions {
  static func make(_ type: Action.Kind, _ fill: (inout Action) -> Void = { _ in }) -> Action {
    var action = Action(type)
    fill(&action)
    return action
  }

  // MARK: The page

  /// Goes to an address.
  ///
  /// - Parameter url: The address, with `https://` or `http://`.
  public static func navigate(_ url: String) -> Action {
    make(.navigate) { $0.value = url }
  }

  /// Loads the page again.
  public static func reload() -> Action { make(.reload) }

  /// Clicks an element.
  ///
  /// - Parameters:
  ///   - selector: The element's CSS selector, or a place in the page, such as `120,40`.
  ///   - clickType: Which click.
  public static func click(_ selector: String, clickType: Action.ClickType = .single) -> Action {
    make(.click) {
      $0.selector = selector
      // What a server does without a word needs no word.
      if clickType != .single { $0.clickType = clickType }
    }
  }

  /// Sets a check box.
  ///
  /// - Parameter selector: Its CSS selector.
  public static func check(_ selector: String) -> Action {
    make(.check) { $0.selector = selector }
  }

  /// Clears a check box.
  ///
  /// - Parameter selector: Its CSS selector.
  public static func uncheck(_ selector: String) -> Action {
    make(.uncheck) { $0.selector = selector }
  }

  /// Drags one element to another.
  ///
  /// - Parameters:
  ///   - selector: The CSS selector of the element that is dragged.
  ///   - target: The CSS selector of the element that it is dropped on.
  public static func dragAndDrop(_ selector: String, to target: String) -> Action {
    make(.dragAndDrop) {
      $0.selector = selector
      $0.targetSelector = target
    }
  }

  /// Chooses an option of a list.
  ///
  /// - Parameters:
  ///   - selector: The list's CSS selector.
  ///   - value: The option's value.
  public static func select(_ selector: String, value: String) -> Action {
    make(.select) {
      $0.selector = selector
      $0.value = value
    }
  }

  /// Types text.
  ///
  /// - Parameters:
  ///   - selector: The field's CSS selector; `nil` types where the cursor is.
  ///   - value: The text. An empty one clears the field.
  ///   - mode: What happens to text that the field already has.
  public static func type(
    _ selector: String?, value: String, mode: Action.TypeMode = .replace
  ) -> Action {
    make(.type) {
      $0.selector = selector
      $0.value = value
      $0.typeMode = mode
    }
  }

  /// Presses a key.
  ///
  /// - Parameters:
  ///   - key: The key, for example `Enter` or `Control+A`.
  ///   - selector: The CSS selector of the element that it is for.
  public static func press(_ key: String, selector: String? = nil) -> Action {
    make(.press) {
      $0.key = key
      $0.selector = selector
    }
  }

  /// Scrolls the page, or an element of it.
  ///
  /// - Parameters:
  ///   - selector: The element's CSS selector; the whole page when `nil`.
  ///   - value: How far down, in pixels; a screen or so when `nil`.
  public static func scroll(selector: String? = nil, value: String? = nil) -> Action {
    make(.scroll) {
      $0.selector = selector
      $0.value = value
    }
  }

  /// Scrolls the page, or an element of it, by a number of pixels.
  ///
  /// - Parameters:
  ///   - pixels: How far down; less than 0 is up.
  ///   - selector: The element's CSS selector; the whole page when `nil`.
  public static func scroll(by pixels: Int, selector: String? = nil) -> Action {
    scroll(selector: selector, value: String(pixels))
  }

  /// Moves the pointer over an element.
  ///
  /// - Parameter selector: The element's CSS selector, or a place in the page, such as `120,40`.
  public static func hover(_ selector: String) -> Action {
    make(.hover) { $0.selector = selector }
  }

  /// Takes a picture of the page.
  ///
  /// - Parameter name: A word for the file's name.
  public static func screenshot(_ name: String? = nil) -> Action {
    make(.screenshot) { $0.value = name }
  }

  // MARK: Waiting

  /// Waits.
  ///
  /// - Parameter seconds: How long.
  public static func wait(_ seconds: Double) -> Action {
    make(.wait) { $0.value = numberText(seconds) }
  }

  /// Waits.
  ///
  /// - Parameter duration: How long, to the millisecond.
  public static func wait(_ duration: Duration) -> Action {
    wait(Double(duration.wholeMilliseconds) / 1_000)
  }

  /// Waits for an element to be seen.
  ///
  /// - Parameters:
  ///   - selector: The element's CSS selector.
  ///   - seconds: How long at most; 10 seconds when `nil`.
  public static func waitFor(_ selector: String, seconds: Double? = nil) -> Action {
    make(.waitSelector) {
      $0.selector = selector
      $0.value = seconds.map(numberText)
    }
  }

  /// Waits for downloads to end.
  ///
  /// - Parameter timeout: How many seconds at most, 0 for any number; 30 when `nil`.
  public static func waitForDownloads(_ timeout: Double? = nil) -> Action {
    make(.waitDownloads) { $0.value = timeout.map(numberText) }
  }

  // MARK: The run

  /// Ends the run.
  ///
  /// - Parameter outcome: The outcome that the run has then.
  public static func stop(_ outcome: Action.StopOutcome = .success) -> Action {
    make(.stop) { $0.value = outcome.rawValue }
  }

  /// Runs another task.
  ///
  /// - Parameter taskID: The task's identifier. Servers start those only that consist of letters,
  ///   digits, `_` and `-`.
  public static func start(_ taskID: String) -> Action {
    make(.start) { $0.value = taskID }
  }

  /// Does nothing.
  public static func doNothing() -> Action { make(.doNothing) }
}
