// The code of the page on failing intents in AppIntents.docc.

import AppIntents

// snippet: intent-error
enum TodoError: Error, CustomLocalizedStringResourceConvertible {
  case listIsFull(String)

  var localizedStringResource: LocalizedStringResource {
    switch self {
    case .listIsFull(let name): "The list \(name) is full. Delete an item first."
    }
  }
}
// snippet end
