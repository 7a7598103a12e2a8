import AppIntentsDesktop

// The code of the documentation's page, compiled.

func runSample() async throws {
  // snippet: desktop-run
  let application = DesktopApplication(
    id: "org.example.Friends", name: "Friends", summary: "Greet friends",
    shortcuts: FriendShortcuts.self)
  try await IntentsDesktop.run(application)
  // snippet end

  // snippet: desktop-files
  let files = try DesktopFiles(application, program: "/usr/local/bin/friends")
  try files.write(to: "/usr/local")
  // snippet end
}
