import Figranium
import Testing

@testable import FigctlKit

@Suite struct TaskLookupTests {
  private let tasks = [
    TaskSummary(id: "task_1", name: "Scrape title"), TaskSummary(id: "t/2 ü", name: "Odd id"),
    TaskSummary(id: "a", name: "Twice"), TaskSummary(id: "b", name: "Twice"),
    TaskSummary(id: "c", name: "twice"), TaskSummary(id: "Odd id", name: "named like another"),
  ]

  @Test(arguments: [
    ("task_1", "task_1"), ("Scrape title", "task_1"), ("scrape TITLE", "task_1"),
    ("t/2 ü", "t/2 ü"),
    // An id goes before a name, a name as it is before one in another case.
    ("Odd id", "Odd id"), ("odd ID", "t/2 ü"), ("twice", "c"),
  ])
  func finds(text: String, id: String) throws {
    #expect(try TaskLookup.find(text, in: tasks).id == id)
  }

  @Test func listsAllThatMatch() {
    #expect(
      throws: CommandFailure(
        .conflict, "TASK_AMBIGUOUS", "2 tasks are named 'Twice'.",
        hint: "Name one by its id:\na  Twice\nb  Twice")
    ) { try TaskLookup.find("Twice", in: tasks) }
  }

  @Test func namesTheNearest() {
    #expect(
      throws: CommandFailure(
        .notFound, "TASK_NOT_FOUND", "There is no task 'Scrap title'.",
        hint: "Did you mean 'Scrape title'?")
    ) { try TaskLookup.find("Scrap title", in: tasks) }
    #expect(
      throws: CommandFailure(
        .notFound, "TASK_NOT_FOUND", "There is no task 'zzzzzz'.", hint: "See 'figctl task list'.")
    ) { try TaskLookup.find("zzzzzz", in: tasks) }
  }
}
