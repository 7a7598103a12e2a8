import Figranium
import FoundationEssentials

// Captures and cabinets.

private let captureText = #"""
  {"name":"run_1.png","url":"/captures/run_1.png","size":12,"modified":1777863721500,
  "type":"screenshot"}
  """#

private func described(_ capture: Capture) -> JSONValue {
  [
    .string(capture.id), value(capture.url), value(capture.size),
    value(capture.modified), value(capture.type),
  ]
}

private let isCapture: JSONValue = [
  "run_1.png", "/captures/run_1.png", 12, .number(1_777_863_721.5), "screenshot",
]

private let cabinetText = #"""
  {"id":"cab 1","name":"Basic","createdAt":1777863721500,"isDefault":true,"itemCount":3,
  "unuploadedCount":1}
  """#

private func described(_ cabinet: Cabinet) -> JSONValue {
  [
    .string(cabinet.id), .string(cabinet.name), value(cabinet.isDefault), value(cabinet.itemCount),
    value(cabinet.unuploadedCount), value(cabinet.createdAt),
  ]
}

private let isCabinet: JSONValue = ["cab 1", "Basic", true, 3, 1, .number(1_777_863_721.5)]

private let itemText = #"""
  {"id":"item_1","name":"a.zip","kind":"file","status":"unuploaded","size":7,
  "createdAt":1777863721500,"sourceTaskId":"t","sourceRunId":"r"}
  """#

private func described(_ item: CabinetItem) -> JSONValue {
  [
    .string(item.id), .string(item.name), value(item.kind), value(item.status), value(item.size),
    value(item.createdAt), value(item.sourceTaskID),
    value(item.sourceRunID),
  ]
}

private let isItem: JSONValue = [
  "item_1", "a.zip", "file", "unuploaded", 7, .number(1_777_863_721.5), "t", "r",
]

extension RouteRow {
  static let files: [RouteRow] = [
    RouteRow(
      "list captures", "GET", "/api/data/captures", .keyElseSession, .read,
      #"{"captures":[\#(captureText)]}"#, expected: [isCapture]
    ) { .array(try await $0.captures.list().map(described)) },
    RouteRow(
      "list a run's captures", "GET", "/api/data/captures?runId=run%201%26x%3D", .keyElseSession,
      .read, #"{"captures":[]}"#, expected: []
    ) { .array(try await $0.captures.list(runID: "run 1&x=").map(described)) },
    RouteRow(
      "list pictures", "GET", "/api/data/screenshots", .session, .read,
      #"{"screenshots":[\#(captureText)]}"#, expected: [isCapture]
    ) { .array(try await $0.captures.screenshots().map(described)) },
    RouteRow(
      "delete a capture", "DELETE", "/api/data/captures/a%20b.png", .session, .idempotent,
      #"{"success":true}"#, expected: nil,
      errors: [
        .notDone, RouteError(400, "INVALID_NAME", "has no captures of such a name"),
        RouteError(
          404, #"{"error":"Capture not found"}"#, code: "CAPTURE_NOT_FOUND", "has no such capture"),
      ]
    ) {
      try await $0.captures.delete("a b.png")
      return nil
    },
    RouteRow(
      "clear pictures", "POST", "/api/data/clear-screenshots", body: [:], .session, .idempotent,
      #"{"success":true}"#, expected: nil, errors: [.notDone]
    ) {
      try await $0.captures.clearScreenshots()
      return nil
    },
    RouteRow(
      "list cabinets", "GET", "/api/cabinets", .keyElseSession, .read,
      #"{"defaultCabinetId":"cab 1","cabinets":[\#(cabinetText)]}"#, expected: [isCabinet]
    ) { .array(try await $0.cabinets.list().map(described)) },
    RouteRow(
      "list cabinets, unwrapped", "GET", "/api/cabinets", .keyElseSession, .read,
      "[\(cabinetText)]", expected: [isCabinet]
    ) { .array(try await $0.cabinets.list().map(described)) },
    RouteRow(
      "create a cabinet", "POST", "/api/cabinets", body: ["name": "Ü"], .session, .never,
      cabinetText, status: 201, expected: isCabinet, errors: [.nameTaken]
    ) { described(try await $0.cabinets.create("Ü")) },
    RouteRow(
      "rename a cabinet", "PATCH", "/api/cabinets/cab%201", body: ["name": "Ü"], .session,
      .idempotent, cabinetText, expected: isCabinet, errors: [.noCabinet, .nameTaken]
    ) { described(try await $0.cabinets.rename("cab 1", name: "Ü")) },
    RouteRow(
      "delete a cabinet", "DELETE", "/api/cabinets/cab%201", .session, .idempotent,
      #"{"success":true}"#, expected: nil, errors: [.noCabinet, .notDone]
    ) {
      try await $0.cabinets.delete("cab 1")
      return nil
    },
    RouteRow(
      "migrate a cabinet", "DELETE", "/api/cabinets/cab%201",
      body: ["mode": "migrate", "targetCabinetId": "cab_2"], .session, .idempotent,
      #"{"defaultCabinetId":"cab_2","cabinets":[]}"#, expected: nil, errors: [.noCabinet]
    ) {
      try await $0.cabinets.migrate("cab 1", to: "cab_2")
      return nil
    },
    RouteRow(
      "clear a cabinet", "POST", "/api/cabinets/cab%201/clear", body: [:], .session, .idempotent,
      #"{"success":true}"#, expected: nil, errors: [.noCabinet, .notDone]
    ) {
      try await $0.cabinets.clear("cab 1")
      return nil
    },
    RouteRow(
      "list items", "GET", "/api/cabinets/cab%201/items", .session, .read,
      #"{"items":[\#(itemText)]}"#, expected: [isItem], errors: [.noCabinet]
    ) { .array(try await $0.cabinets.listItems("cab 1").map(described)) },
    RouteRow(
      "mark items", "PATCH", "/api/cabinets/cab%201/items/status",
      body: ["itemIds": ["item_1", "b"], "status": "uploaded"], .session, .idempotent,
      #"{"items":[\#(itemText)]}"#, expected: [isItem], errors: [.noCabinet]
    ) {
      .array(
        try await $0.cabinets.setItemStatus(
          "cab 1", itemIDs: ["item_1", "b"], status: .uploaded
        ).map(described))
    },
    RouteRow(
      "remove items", "DELETE", "/api/cabinets/cab%201/items", body: ["itemIds": ["item_1"]],
      .session, .idempotent, #"{"success":true}"#, expected: nil, errors: [.noCabinet, .notDone]
    ) {
      try await $0.cabinets.removeItems("cab 1", itemIDs: ["item_1"])
      return nil
    },
    RouteRow(
      "zip items", "POST", "/api/cabinets/cab%201/zip",
      body: ["itemIds": ["item_1"], "name": "all.zip"], .session, .never, itemText,
      expected: isItem, errors: [.noCabinet]
    ) {
      described(try await $0.cabinets.zipItems("cab 1", itemIDs: ["item_1"], name: "all.zip"))
    },
    RouteRow(
      "unzip an item", "POST", "/api/cabinets/cab%201/items/item%2F1/unzip", body: [:], .session,
      .never, itemText, expected: [isItem],
      errors: [
        RouteError(
          404, #"{"error":"Cabinet item not found."}"#, code: "CABINET_ITEM_NOT_FOUND",
          "has no such item in the cabinet"),
        RouteError(
          400, #"{"error":"Select a ZIP file."}"#, code: "BAD_REQUEST",
          "It says: Select a ZIP file."),
      ]
    ) { .array(try await $0.cabinets.unzipItem("cab 1", itemID: "item/1").map(described)) },
    RouteRow(
      "unzip an item, several", "POST", "/api/cabinets/cab%201/items/item_1/unzip", body: [:],
      .session, .never, #"{"items":[\#(itemText),\#(itemText)]}"#, expected: [isItem, isItem]
    ) { .array(try await $0.cabinets.unzipItem("cab 1", itemID: "item_1").map(described)) },
  ]
}
