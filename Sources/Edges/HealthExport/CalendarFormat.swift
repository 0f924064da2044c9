import ByteTools
import HealthModel
import HealthViews

extension Format {
  package static let ics = Format(
    "ics", "iCalendar (RFC 5545), only for workouts and notes: `workouts`, `notes`",
    endings: ["ics"],
    needs: (roles: CalendarRows.needed, of: "workouts or notes, such as the rows of `workouts`")
  ) { columns, _ in CalendarRows(columns) }
}

/// iCalendar (RFC 5545): an event for each workout or note, its times in UTC, so that every
/// calendar shows it at its own moment. Its UID is the object's uuid: a calendar that reads the
/// file again changes its events, and adds none.
///
/// Without rows it writes no document, because a calendar must have events.
struct CalendarRows: RowWriter {
  /// The columns that there must be: those of a workout, or those of a note.
  static let needed: [[Column.Role]] = [
    [.object, .activity, .start, .end, .source], [.object, .note, .tags, .start, .end, .source],
  ]

  private let columns: [Column]
  private var isEmpty = true

  init(_ columns: [Column]) { self.columns = columns }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    guard case .text(let uuid)? = cell(.object, row), case .time(let start)? = cell(.start, row),
      case .time(let end)? = cell(.end, row)
    else { return }
    if isEmpty {
      let kind = isOfWorkouts ? "workouts" : "notes"
      Self.lines(
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Health Journal//\(kind)//EN", to: &output)
    }
    isEmpty = false
    Self.lines(
      "BEGIN:VEVENT", "UID:\(uuid)", "DTSTAMP:\(Self.time(end))", "DTSTART:\(Self.time(start))",
      to: &output)
    // A moment has no end: an end must be later than the start.
    if isOfWorkouts || start != end { Self.lines("DTEND:\(Self.time(end))", to: &output) }
    Self.lines("SUMMARY:" + Self.escaped(name(of: row)), to: &output)
    let told: [Column.Role] = [.duration, .distance, .energy, .tags, .source]
    let details = told.compactMap { role in
      columns.index(of: role).flatMap { Self.detail(columns[$0], row[$0]) }
    }
    if !details.isEmpty {
      Self.lines("DESCRIPTION:" + Self.escaped(details.joined(separator: "\n")), to: &output)
    }
    Self.lines("END:VEVENT", to: &output)
  }

  func end(_ output: inout [UInt8]) {
    if !isEmpty { Self.lines("END:VCALENDAR", to: &output) }
  }

  // MARK: Cells

  private func cell(_ role: Column.Role, _ row: [Cell]) -> Cell? {
    columns.index(of: role).map { row[$0] }
  }

  private var isOfWorkouts: Bool { columns.index(of: .activity) != nil }

  /// Returns the activity of a workout, or the text of a note; of a note without text its tags.
  private func name(of row: [Cell]) -> String {
    if !isOfWorkouts {
      if case .text(let text)? = cell(.note, row) { return text }
      if case .names(let tags)? = cell(.tags, row) { return tags.joined(separator: ", ") }
      return "note"
    }
    guard case .identifier(let activity)? = cell(.activity, row) else { return "workout" }
    return WorkoutActivityType.find(activity)?.name ?? activity
  }

  /// Returns `distance: 5.2 km`, with the number as stored, or `duration: 0:45:00`, as people read
  /// it; nil if the cell is empty.
  private static func detail(_ column: Column, _ cell: Cell) -> String? {
    let unit = column.unit.map { " " + $0 } ?? ""
    switch cell.finite {
    case .number(let number) where column.kind == .duration:
      return ReadableText.duration(number).map { "\(column.field): \($0)" }
    case .number(let number): return "\(column.field): \(DecimalText.text(number))\(unit)"
    case .text(let text): return "\(column.field): \(text)"
    case .names(let names): return "\(column.field): \(names.joined(separator: ", "))"
    default: return nil
    }
  }

  // MARK: Text

  /// Returns a time as `20260301T170000Z`.
  private static func time(_ time: Timestamp) -> String {
    let text = Timestamp(instant: time.instant, offsetMinutes: 0).description
    return text.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// Returns text in iCalendar's spelling: it escapes special characters, leaves out control
  /// characters and spells other invisible characters by their numbers.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n": escaped += "\\n"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": break
      case _ where TerminalText.isUnsafe(scalar):
        escaped += "\\" + TerminalText.escaped(String(scalar))
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func lines(_ lines: String..., to output: inout [UInt8]) {
    for line in lines { append(line: line, to: &output) }
  }

  /// Appends a line in pieces of at most 75 bytes. Each later piece follows a blank, and no piece
  /// ends within a character.
  static func append(line: String, to output: inout [UInt8]) {
    var count = 0
    for scalar in line.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if count + bytes.count > 75 {
        output += [0x0D, 0x0A, 0x20]
        count = 1
      }
      output += bytes
      count += bytes.count
    }
    output += [0x0D, 0x0A]
  }
}
