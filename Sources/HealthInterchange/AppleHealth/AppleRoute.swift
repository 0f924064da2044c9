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

  /// A route whose points go into the files that it names, or into a new file where it names none.
  /// They go into the element where a file cannot state them, or a name cannot be used.
  init(_ live: LiveObject, _ names: inout AppleFileNames) {
    self.live = live
    let fields = live.object.fields
    if case .list(let files)? = fields["files"] {
      for case .text(let path) in files { paths.append(path) }
    }
    guard case .list(let locations)? = fields["locations"] else { return }
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
      // Which file held which points is not known. Each gets a part of them: read one after the
      // other, the files give the same points again.
      let share = points.count * index / files.count..<points.count * (index + 1) / files.count
      self.files.append(
        AppleFile(name: name, bytes: GPXText.file(of: points[share], from: start)))
    }
  }

  /// What the element is to say of the route: the names of the files, and the points where no file
  /// has them.
  var said: LiveObject {
    guard !files.isEmpty else { return live }
    var said = live
    said.object.fields.removeAll { $0.name == "files" || $0.name == "locations" }
    said.object.fields.insert(Field("files", .list(paths.map { .text($0) })), at: 0)
    return said
  }

  private func claimFiles(_ start: Timestamp, _ names: inout AppleFileNames) -> [String]? {
    if paths.isEmpty { return [names.name("workout-routes/route_" + start.inName, ".gpx")] }
    let claimed = paths.compactMap { names.claim($0, ending: ".gpx") }
    return claimed.count == paths.count ? claimed : nil
  }
}
