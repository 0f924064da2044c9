import HealthModel

/// A route on its way into an export.
struct AppleRoute {
  /// The route.
  let live: LiveObject
  /// The files that its element names.
  private(set) var paths: [String] = []
  /// Points that the element itself holds, as in older exports.
  private(set) var inlinePoints: [[Field]] = []
  /// Files with its points.
  private(set) var files: [AppleFile] = []

  /// A route of these parts, whose points go into the files that it names, or into a new file where
  /// it names none. They go into the element where a file cannot state them, or a name cannot be
  /// used.
  init(_ parts: [LiveObject], _ first: LiveObject, _ names: inout AppleFileNames) {
    var live = first
    live.object.fields = RouteParts.joined(parts.map(\.object.fields))
    self.live = live
    let fields = live.object.fields
    if case .list(let files)? = fields["files"] {
      for case .text(let path) in files { paths.append(path) }
    }
    guard case .list(let locations)? = fields["locations"] else { return }
    let segments = RouteParts.segments(of: fields)
    var points: [[Field]] = []
    for case .fields(let point) in locations { points.append(point) }
    guard let start = live.object.content.span?.start, !points.isEmpty,
      points.allSatisfy(GPXText.canSay), paths.count <= points.count,
      let files = claimFiles(start, &names)
    else {
      inlinePoints = points
      return
    }
    if paths.isEmpty { paths = ["/" + files[0]] }
    for (index, name) in files.enumerated() {
      let share = Self.share(of: index, among: files.count, segments)
      self.files.append(
        AppleFile(name: name, bytes: GPXText.file(of: points[...], share, from: start)))
    }
  }

  /// The segments of a file. Which one held which is not known: read one after the other, they
  /// give the same segments again, unless there are fewer segments than files; then each gets a
  /// part of the points.
  private static func share(
    of index: Int, among files: Int, _ segments: [Int]
  ) -> [Range<Int>] {
    let count = segments.reduce(0, +)
    func part(of count: Int) -> Range<Int> {
      count * index / files..<count * (index + 1) / files
    }
    guard segments.count >= files else { return [part(of: count)] }
    let ends = segments.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
    return part(of: segments.count).map { ends[$0] - segments[$0]..<ends[$0] }
  }

  /// What the element is to say of the route: the names of the files, and the points where no file
  /// has them.
  var said: LiveObject {
    guard !files.isEmpty else { return live }
    var said = live
    said.object.fields.removeAll { ["files", "locations", "segments"].contains($0.name) }
    said.object.fields.insert(Field("files", .list(paths.map { .text($0) })), at: 0)
    return said
  }

  private func claimFiles(_ start: Timestamp, _ names: inout AppleFileNames) -> [String]? {
    if paths.isEmpty { return [names.name("workout-routes/route_" + start.inName, ".gpx")] }
    let claimed = paths.compactMap { names.claim($0, ending: ".gpx") }
    return claimed.count == paths.count ? claimed : nil
  }
}
