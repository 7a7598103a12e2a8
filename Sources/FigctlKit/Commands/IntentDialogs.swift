enum IntentDialogs {
  static func finished(task: String, outcome: String) -> String {
    "\(task) finished with \(outcome)."
  }
}
