import CLibrary
import HealthModel
import HealthProjections
import HealthTables
import ViewTables

/// Where a workout went, as a line without a map: its form alone.
struct RouteLine {
  /// The day and hour of its first point.
  var start: Timestamp?
  /// Kilometres along all its points.
  var kilometres: Double
  /// The number of its points.
  var count: Int
  /// The line, in a square of 100.
  var path: PathText
  /// The line of the journal that saved it; nil: not known.
  var sequence: UInt32?

  /// A line has at most this many points, which are enough for its form.
  private static let most = 240

  /// Points that lie less than this many degrees apart, a tenth of a millimetre, make no line.
  private static let finest = 1e-9

  /// A point in degrees, and the segment of the route that it lies in: between two segments the way
  /// is not known.
  typealias Point = (latitude: Double, longitude: Double, segment: Int)

  /// The line through points; nil of fewer than two, and of points that are all the same.
  init?(_ points: [Point], start: Timestamp?) {
    guard points.count > 1, let first = points.first else { return nil }
    // A degree of longitude is shorter than one of latitude by the cosine of the latitude.
    let shrink = cos(first.latitude * .pi / 180)
    let plane = points.map { point in
      (x: (point.longitude - first.longitude) * shrink, y: -point.latitude, segment: point.segment)
    }
    let (xs, ys) = (plane.map(\.x), plane.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      [left, right, top, bottom].allSatisfy(\.isFinite)
    else { return nil }
    let extent = max(right - left, bottom - top)
    guard extent >= Self.finest, extent.isFinite else { return nil }
    let scale = 92 / extent
    let (padX, padY) = ((100 - (right - left) * scale) / 2, (100 - (bottom - top) * scale) / 2)
    path = PathText()
    var segment: [PathText.Point] = []
    let step = max(1, (plane.count + Self.most - 1) / Self.most)
    for (index, point) in plane.enumerated() {
      let ends = index == plane.count - 1 || plane[index + 1].segment != point.segment
      guard segment.isEmpty || ends || index % step == 0 else { continue }
      segment.append((padX + (point.x - left) * scale, padY + (point.y - top) * scale))
      guard ends else { continue }
      path.line(through: segment)
      segment = []
    }
    kilometres = zip(plane, plane.dropFirst()).reduce(0) { sum, pair in
      guard pair.0.segment == pair.1.segment else { return sum }
      let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
      return sum + (x * x + y * y).squareRoot() * 111.195
    }
    count = points.count
    self.start = start
  }
}

extension Page {
  /// The routes of the newest workouts that have some.
  mutating func routes(_ data: ReportData) throws {
    let lines = try RouteLine.newest(8, data)
    if lines.isEmpty { return }
    let words = data.words
    element(.h3, text: words(.routesTitle))
    note(words(.routesCaption))
    element(.div, [.class("small")]) { page in
      for line in lines {
        let day = line.start.map { words.day(data.date(of: $0)) } ?? ""
        let caption =
          words.number(line.kilometres, 1) + " km, "
          + words(.points, words.number(line.count))
          + (line.sequence.map { ", " + words(.lineOf, words.number(Int($0))) } ?? "")
        page.figure(day, caption, of: words(.route), height: 100, width: 100) { page in
          page.path(line.path, "line swim")
        }
      }
    }
  }
}

extension RouteLine {
  /// The lines of the newest routes of a period.
  fileprivate static func newest(_ most: Int, _ data: ReportData) throws -> [RouteLine] {
    guard data.journal.tables.isDetermined(WorkoutRoute.type) else { return [] }
    var context = data.context
    context.query.types = nil
    // Newest first, and only those that have points.
    let routes = try RoutesView.routes(of: data.journal, in: context).filter { $0.points > 1 }
    return try routes.prefix(most).compactMap { route in
      var points: [Point] = []
      var start: Timestamp??
      try RoutesView.forEachPoint(of: route, in: data.journal) { point in
        if start == nil { start = .some(point.time) }
        guard let latitude = point.latitude, let longitude = point.longitude else { return }
        points.append((latitude, longitude, point.segment))
      }
      var line = RouteLine(points, start: start ?? nil)
      line?.sequence = route.sequence
      return line
    }
  }
}
