import ByteTools
import HealthModel
import HealthViews

extension Format {
  package static let gpx = Format(
    "gpx", "GPX 1.1, only for points of routes: `routes --points`", endings: ["gpx"],
    needs: (roles: [GPXRows.needed], of: "points of routes, such as the rows of `routes --points`")
  ) { columns, _ in GPXRows(columns) }
}

/// GPX 1.1 (topografix.com/GPX/1/1): a track for each route, its points in one segment or, if the
/// rows separate them, in several, their times in UTC. The `extensions` of a point hold speed,
/// course and accuracies under the names that the Health app has for them.
///
/// Without rows it writes no document: a GPX without points has no content.
struct GPXRows: RowWriter {
  /// The columns that there must be.
  static let needed: [Column.Role] = [.object, .date, .latitude, .longitude]
  /// The names in `extensions`, each with the role of its column.
  private static let extensions: [(String, Column.Role)] = [
    ("speed", .speed), ("course", .course), ("hAcc", .horizontalAccuracy),
    ("vAcc", .verticalAccuracy),
  ]

  private let indices: [Column.Role: Int]
  private var route: String?
  private var segment: Cell?

  init(_ columns: [Column]) {
    indices = Dictionary(
      columns.enumerated().compactMap { index, column in column.role.map { ($0, index) } },
      uniquingKeysWith: { one, _ in one })
  }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    guard let latitude = number(.latitude, row), let longitude = number(.longitude, row),
      let index = indices[.object], case .text(let uuid) = row[index]
    else { return }
    if route != uuid {
      output += Array((route == nil ? Self.head : Self.trackEnd).utf8)
      output += Array("  <trk>\n    <name>".utf8)
      XMLText.append(TerminalText.escaped(uuid), to: &output)
      output += Array("</name>\n    <trkseg>\n".utf8)
      route = uuid
      segment = nil
    }
    if let index = indices[.segment] {
      if let segment, segment != row[index] {
        output += Array("    </trkseg>\n    <trkseg>\n".utf8)
      }
      segment = row[index]
    }
    var text = "      <trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">"
    if let altitude = number(.altitude, row) { text += "<ele>\(altitude)</ele>" }
    if let index = indices[.date], case .time(let time) = row[index] {
      text += "<time>\(Timestamp(instant: time.instant, offsetMinutes: 0))</time>"
    }
    let more = Self.extensions.compactMap { name, role in
      number(role, row).map { "<\(name)>\($0)</\(name)>" }
    }
    if !more.isEmpty { text += "<extensions>" + more.joined() + "</extensions>" }
    output += Array((text + "</trkpt>\n").utf8)
  }

  func end(_ output: inout [UInt8]) {
    if route != nil { output += Array((Self.trackEnd + "</gpx>\n").utf8) }
  }

  private func number(_ role: Column.Role, _ row: [Cell]) -> String? {
    guard let index = indices[role], case .number(let number) = row[index].finite else {
      return nil
    }
    return DecimalText.text(number)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="health-journal" xmlns="http://www.topografix.com/GPX/1/1">

    """
  private static let trackEnd = "    </trkseg>\n  </trk>\n"
}
