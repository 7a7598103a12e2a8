// The code of the pages on getting started and on moving from Apple's systems.
//
// Compiled, and not run: it would use the session's own credential store, and a server.

// snippet: moving-provider
import Figranium

#if os(Linux)
  import FigraniumSecretService
#endif

// snippet end

// snippet: moving-provider
func configureIntents(baseURL: String) {
  #if os(Linux)
    FigraniumIntentConfiguration.configure(
      SecretServiceFigraniumProvider(account: "default", baseURL: baseURL))
  #else
    FigraniumIntentConfiguration.configure(KeychainProvider(baseURL: baseURL))
  #endif
}
// snippet end
