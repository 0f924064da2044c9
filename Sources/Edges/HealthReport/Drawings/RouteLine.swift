import ByteTools
package import HealthModel
import HealthViews

/// The form of a workout's route, as a line without a map.
package struct RouteLine {
  /// The day and hour of its first point.
  package var start: Timestamp?
  /// Kilometres along all its points.
  package var kilometres: Double
  package var count: Int
  /// The line, in a square of 100.
  var path: PathText
  /// The line of the journal that saved it; nil: not known.
  package var sequence: UInt32?

  /// A line has at most this many points, which are enough for its form.
  private static let most = 240

  /// Points that lie less than this many degrees apart, a tenth of a millimetre, make no line.
  private static let finest = 1e-9

  /// A point in degrees, and the segment of the route that it lies in: between two segments the way
  /// is not known.
  package typealias Point = (latitude: Double, longitude: Double, segment: Int)

  /// Creates the line through points; nil for fewer than two points, and for points that are all
  /// the same.
  package init?(_ points: [Point], start: Timestamp?) {
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
    kilometres = zip(points, points.dropFirst()).reduce(0) { sum, pair in
      guard pair.0.segment == pair.1.segment else { return sum }
      let (one, other) = (pair.0, pair.1)
      return sum
        + RoutesView.metres(
          from: (one.latitude, one.longitude), to: (other.latitude, other.longitude)) / 1000
    }
    count = points.count
    self.start = start
  }

  /// Returns the line in a square.
  package func figure(_ title: String, _ caption: String, _ words: Words) -> Figure {
    Figure(
      title: title, caption: caption, kind: words(.route), height: 100, width: 100,
      shapes: [.path(path, "line swim")])
  }
}
