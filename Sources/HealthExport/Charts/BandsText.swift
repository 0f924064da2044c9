import HealthModel
import ViewTables

/// How long the heart rate of a workout was in each band: a line a band with the time, its share of
/// the time that has a heart rate, and a bar.
struct BandsText {
  private let bands: HeartRateBands
  private let margin: Int
  private let width: Int
  private let drawing: Drawing
  private let paint: ChartPaint

  /// - Parameters:
  ///   - margin: columns for the names of the bands.
  ///   - width: columns for a line.
  init(
    _ bands: HeartRateBands, margin: Int, width: Int, in drawing: Drawing, _ paint: ChartPaint
  ) {
    self.bands = bands
    self.margin = margin
    self.width = width
    self.drawing = drawing
    self.paint = paint
  }

  /// The lines: what is shown, and a band each.
  var lines: [String] {
    let whole = ReadableText.duration(bands.end.seconds(since: bands.start)) ?? ""
    let title =
      "time in bands of 20/min, not training zones; \(Self.time(bands.measured)) of \(whole) has a "
      + "heart rate"
    return TextWrap.lines(title, width).map(paint.title.applied) + [""] + rows
  }

  private var rows: [String] {
    let dash = drawing == .ascii ? "-" : "–"
    let names = HeartRateBands.starts.indices.map { HeartRateBands.name($0, dash: dash) }
    let times = bands.seconds.map(Self.time)
    let timeWidth = times.map(\.count).max() ?? 0
    let room = width - margin - timeWidth - 11
    let most = bands.seconds.max() ?? 0
    return names.indices.map { band in
      let seconds = bands.seconds[band]
      let share = bands.measured > 0 ? 100 * seconds / bands.measured : 0
      let line =
        Self.pad(names[band], margin) + "  " + Self.pad(times[band], timeWidth) + "  "
        + Self.pad("\(ReadableText.number(share.rounded())) %", 5) + "  "
      return line + paint.drawing.applied(to: bar(most > 0 ? seconds / most : 0, room))
    }
  }

  /// A bar over this part of the room; any part above 0 shows.
  private func bar(_ part: Double, _ room: Int) -> String {
    let steps = drawing == .ascii ? ["#"] : drawing == .braille ? ["⡇", "⣿"] : Self.eighths
    guard part > 0, room > 0 else { return "" }
    let count = max(Int((part * Double(room * steps.count)).rounded()), 1)
    let (whole, rest) = count.quotientAndRemainder(dividingBy: steps.count)
    return String(repeating: steps[steps.count - 1], count: whole)
      + (rest > 0 ? steps[rest - 1] : "")
  }

  /// Of a column, from the left.
  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private static func time(_ seconds: Double) -> String { ReadableText.duration(seconds) ?? "" }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
