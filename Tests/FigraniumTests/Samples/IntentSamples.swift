// The code of the page on intents in Figranium.docc.

// snippet: vault-provider
import AppIntents
import Figranium
// snippet end
import Testing

// snippet: vault-provider
struct VaultProvider: FigraniumIntentClientProvider {
  let vault: Vault

  func client() throws -> Figranium {
    Figranium(baseURL: "https://api.figranium.example.com", apiKey: try vault.key("figranium"))
  }
}
// snippet end

/// Stands for whatever holds the keys of the reader's program.
struct Vault: Sendable {
  func key(_ name: String) throws -> String { "k-\(name)" }
}

private func start(vault: Vault) {
  // snippet: configure-provider
  FigraniumIntentConfiguration.configure(VaultProvider(vault: vault))
  // snippet end
}

// snippet: program-shortcuts
struct ProgramShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(intent: RunFigraniumTaskIntent(), phrases: ["Run a Figranium task"])
    AppShortcut(intent: StopFigraniumExecutionIntent(), phrases: ["Stop my Figranium run"])
    AppShortcut(
      intent: GetFigraniumExecutionStatusIntent(), phrases: ["Check my Figranium execution"])
  }
}
// snippet end

@Suite("The documentation's intent code") struct IntentSampleTests {
  @Test("The provider makes a client with the vault's key")
  func provider() throws {
    let client = try VaultProvider(vault: Vault()).client()
    #expect(client.baseURL == "https://api.figranium.example.com")
  }

  @Test("Three shortcuts")
  func shortcuts() {
    #expect(ProgramShortcuts.appShortcuts.count == 3)
  }
}
