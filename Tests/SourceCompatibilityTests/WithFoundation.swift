// Many apps import both modules: no name may be ambiguous then.

import AppIntents
// The whole of Foundation, since the test is that it does not get in the way.
import Foundation

struct WithFoundation: AppIntent {
  static let title: LocalizedStringResource = "With Foundation"
  static let description = IntentDescription("Uses \("both")")

  @Parameter(title: "Day") var day: Date
  @Parameter(title: "Page") var page: URL?

  func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
    let text = String(localized: "On \(day, format: .iso8601)")
    return .result(value: text, dialog: "\(UUID().uuidString) at \(page?.absoluteString ?? "")")
  }
}
