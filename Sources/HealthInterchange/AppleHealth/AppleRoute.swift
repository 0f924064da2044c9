import ByteTools
import HealthImport
import HealthModel

/// A route on its way into an export.
struct AppleRoute {
  /// The route.
  let live: LiveObject
  /// The files that its element names.
  private(set) var paths: [String] = []
  /// Points that stand in the element, as in files of old.
  private(set) var inlinePoints: [[Field]] = []
  /// Points that go into the first of the files.
  private(set) var points: [WorkoutRoute.Location] = []
  /// That file; nil: there are no points for it.
  private(set) var file: String?

  /// A route whose file, where it needs one and names none, gets a name that is not taken.
  init(_ live: LiveObject, _ names: inout AppleFileNames) {
    self.live = live
    let fields = live.object.fields
    if case .list(let files)? = fields["files"] {
      for case .text(let path) in files { paths.append(path) }
    }
    guard case .list(let locations)? = fields["locations"] else { return }
    if let route = Self.recorded(live.object), paths.count < 2,
      let path = names.path("workout-routes", "route", ".gpx", route.span.start, paths.first)
    {
      points = route.locations
      file = path
      if paths.isEmpty { paths = ["/" + path] }
    } else {
      for case .fields(let point) in locations { inlinePoints.append(point) }
    }
  }

  /// The route, if its points are such as a file of points can say; those that stood in an element of an export,
  /// with dates as exports have them, go back into one.
  private static func recorded(_ object: HealthObject) -> WorkoutRoute? {
    guard let route = try? WorkoutRoute(object), !route.locations.isEmpty else { return nil }
    if route.files.isEmpty, case .list(let points)? = object.fields["locations"],
      case .fields(let first)? = points.first, case .text(let date)? = first["date"],
      AppleDate.parse(Array(date.utf8).rawBytes) != nil
    {
      return nil
    }
    return route
  }
}

/// The names of files beside export.xml: no two are equal, in either case of letters, and none leads elsewhere.
struct AppleFileNames {
  private var taken: Set<String> = []

  /// The path of a file in a folder; nil where the object names one that is taken or leads elsewhere.
  ///
  /// - Parameters:
  ///   - kind, ending: what its name begins and ends with.
  ///   - time: what its name tells.
  ///   - wanted: the path that the object names, `/workout-routes/x.gpx`; nil: it names none.
  mutating func path(
    _ folder: String, _ kind: String, _ ending: String, _ time: Timestamp, _ wanted: String?
  ) -> String? {
    if let wanted {
      guard Self.leads(wanted, into: folder, ending), taken.insert(wanted.lowercased()).inserted
      else { return nil }
      return String(wanted.dropFirst())
    }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    let name = "\(folder)/\(kind)_\(time.date)_\(hour).\(minute)\(time.hour < 12 ? "am" : "pm")"
    var (path, number) = (name + ending, 1)
    while !taken.insert("/" + path.lowercased()).inserted {
      number += 1
      path = "\(name)_\(number)\(ending)"
    }
    return path
  }

  private static func leads(_ path: String, into folder: String, _ ending: String) -> Bool {
    let start = "/\(folder)/"
    let name = path.dropFirst(start.count)
    return path.hasPrefix(start) && path.hasSuffix(ending) && name.utf8.count < 200
      && name.first != "." && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
  }
}
