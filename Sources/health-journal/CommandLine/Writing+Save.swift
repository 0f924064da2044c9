import HealthEvents
import HealthExport
import HealthModel
import HealthProjections
import Journal

extension Writing {
  /// Saves objects, says what was saved, and warns of what is strange about it.
  ///
  /// - Parameters:
  ///   - isOfNow: whether it has just happened, so that it cannot have been saved before.
  ///   - words: for people, what it came to; nil: the uuids, the line, and all objects.
  mutating func save(
    _ request: SaveRequest, isOfNow: Bool = false, _ console: inout Console,
    _ words: ((JournalSession.Accepted) -> String)? = nil
  ) throws -> ExitCode {
    let objects = request.objects.map(\.object)
    let text = ObjectWords.text(objects, in: try zone())
    let code = try perform(.save(request), &console) { accepted in
      if let words { return words(accepted) }
      let uuids = accepted.uuids.map(\.description).joined(separator: " ")
      return "saved \(uuids) in line \(accepted.sequence): \(text)"
    }
    warn(of: objects.map(\.content), console)
    if !isOfNow { try warn(ofCopiesOf: objects, console) }
    return code
  }

  /// What to do about what was saved.
  private var remedy: String {
    by == EventActor.owner ? "; `health-journal undo` takes it back" : ""
  }

  /// Warns of what was saved before.
  private func warn(ofCopiesOf objects: [HealthObject], _ console: Console) throws {
    let journal = try session.request(by: by)
    for object in objects {
      let type = object.content.type
      // A source that may not read the type learns nothing of it.
      guard journal.isDetermined(type) else { continue }
      let lines = try EntryDoubts.copies(of: object, in: journal.journal)
      guard !lines.isEmpty else { continue }
      let names = lines.map { String($0) }.joined(separator: ", ")
      console.remark(
        "warning: \(TypeCatalogue.shortName(of: type)) is a further copy of what "
          + "\(lines.count == 1 ? "line" : "lines") \(names) saved\(remedy)")
    }
  }

  /// Warns of types that nobody knows, and of what `check` would say.
  private func warn(of contents: [Content], _ console: Console) {
    for content in contents {
      let name = TypeCatalogue.find(content.type)?.shortName
      if name == nil { console.remark("warning: " + Inputs.strange(content.type)) }
      for doubt in EntryDoubts.of(content, recordedAt: session.now) {
        console.remark("warning: \(name ?? content.type) \(doubt)\(remedy)")
      }
    }
    if let doubt = EntryDoubts.between(contents) { console.remark("warning: \(doubt)\(remedy)") }
  }
}
