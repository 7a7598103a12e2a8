/// A request to run a task, as a test that decides about each run sees it.
package struct DemoRunRequest: Sendable {
  /// Which run request of this server it is, from 1 on; refused ones count too.
  package let number: Int

  /// The task; empty for a one-off run.
  package let taskID: String

  /// What the run is known by: the caller's choice, else the server's.
  package let runID: String

  /// The `variables` of the body, as JSON text; `{}` when there are none.
  package let variables: String

  /// The variable `name`, as JSON text; nil if it was not sent.
  package func variable(_ name: String) -> String? {
    (try? JSONReader.value(of: variables))?.members?[name]?.text
  }
}

/// What becomes of one run.
///
/// ``DemoServerConfiguration`` says it for all, ``DemoServerConfiguration/planRun`` for each.
package struct DemoRunPlan: Sendable {
  /// `success`, `error`, `crashed`, `anti_bot`; nil leaves the member out.
  package var outcome: String?

  /// The `data` of the answer, as JSON text; nil leaves the member out.
  package var data: String?

  /// How many made-up rows the `data` is instead; 0 for none.
  package var dataRows = 0

  /// The `details` of a failure: the answer is 500 then.
  package var failure: String?

  /// Whether the server gives up on it: the answer is 504 then.
  package var timesOut = false

  /// Whether it is one request too many: the answer is 429 then, and nothing is run.
  package var isTooMany = false

  /// How long it takes at least.
  package var delayMilliseconds = 0

  /// Whether it goes on until it is stopped or released.
  package var isHeld = false

  /// What its stream tells after `started`, as JSON texts.
  package var progress: [String] = []

  /// Lets the caller decide, for programs that reach the server over its wire only: by the
  /// variables `demo_outcome`, `demo_data`, `demo_rows`, `demo_failure`, `demo_times_out`,
  /// `demo_too_many`, `demo_delay` (milliseconds) and `demo_hold`.
  package static let byVariables: @Sendable (DemoRunRequest, inout DemoRunPlan) -> Void = {
    request, plan in
    let variables = (try? JSONReader.value(of: request.variables))?.members ?? [:]
    plan.outcome = variables.string("demo_outcome") ?? plan.outcome
    plan.data = variables["demo_data"]?.text ?? plan.data
    plan.dataRows = variables["demo_rows"]?.integer ?? plan.dataRows
    plan.failure = variables.string("demo_failure") ?? plan.failure
    plan.timesOut = variables["demo_times_out"]?.bool ?? plan.timesOut
    plan.isTooMany = variables["demo_too_many"]?.bool ?? plan.isTooMany
    plan.delayMilliseconds = variables["demo_delay"]?.integer ?? plan.delayMilliseconds
    plan.isHeld = variables["demo_hold"]?.bool ?? plan.isHeld
  }
}
