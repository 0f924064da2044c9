import HealthModel
import HealthTables

/// The sentence for people if a view has no rows: what was not found, and where there is something.
/// It asks the journal as the view's reader sees it, and as of the same moment.
///
///     no steps found from 2026-01-01; the latest is of 2017-11-06
///     no steps found; without --source the latest is of 2017-11-06 (Apple Watch, iPhone)
struct NothingFound {
  /// The sentence of a view that has none of its own.
  static let words = "nothing found"

  /// The time that some data cover, and their first sources.
  private struct Found {
    var first = Int64.max
    var last = Int64.min
    var sources: [String] = []

    mutating func add(_ start: Int64, _ end: Int64, _ source: String?) {
      (first, last) = (min(first, start), max(last, end > start ? end - 1 : start))
      if let source, sources.count < 4, !sources.contains(source) { sources.append(source) }
    }
  }

  private let view: View
  private let request: ViewRequest
  private let query: ViewQuery
  private let calendar: DayCalendar

  /// Creates the sentence for a request of a view.
  init(_ view: View, _ request: ViewRequest) throws {
    var own = request.withAllSamples
    let context = try own.context()
    (self.view, self.request, query) = (view, own, context.query)
    calendar = try context.calendar(of: request.tables)
  }

  /// Returns the sentence.
  ///
  /// - Parameter nothing: the sentence that the view has for its rows.
  /// - Throws: the errors of reading the journal, and of the view.
  func sentence(_ nothing: String) throws -> String {
    let isOwn = !nothing.hasPrefix(Self.words) || view.presentation.nothing != Self.words
    if isOwn { return nothing }
    let rest = nothing.dropFirst(Self.words.count)
    return (subject.map { "no \($0) found" } ?? Self.words) + (rest.isEmpty ? window : "") + rest
      + (try elsewhere())
  }

  // MARK: The question

  /// True if its rows are made of samples, whose times tell where there is something.
  private var isOfSamples: Bool {
    view.reads.isAsked
      ? view.reads.required.isEmpty && !view.takesText
      : view.reads.objects.isEmpty && !view.reads.ofDates.isEmpty
  }

  /// The data that were asked for, in plain words; nil: any.
  private var subject: String? {
    guard view.reads.isAsked, view.reads.required.isEmpty else { return view.name }
    guard let types = query.types else { return nil }
    let names = types.prefix(3).map(TypeCatalogue.plainName).joined(separator: " or ")
    return types.count > 3 ? names + " …" : names
  }

  /// The window of time, in words after a blank; empty: there is none.
  private var window: String {
    let first = query.from.map { text($0, day: query.firstDay) }
    guard let to = query.to else { return first.map { " from \($0)" } ?? "" }
    guard let first else { return " before \(text(to, day: query.endDay))" }
    guard query.firstDay != nil, let end = query.endDay else {
      return " from \(first) to \(text(to, day: query.endDay))"
    }
    let last = text(to, day: end - 1)
    return first == last ? " on \(first)" : " from \(first) to \(last)"
  }

  private func text(_ moment: Instant, day: Int?) -> String {
    day.map { CivilDate(dayNumber: $0).description }
      ?? String(Timestamp(moment, in: calendar.zone).description.prefix(16))
      .exchanging("T", for: " ")
  }

  // MARK: Where there is something

  /// Returns the end of the sentence: which option leaves out all there is; empty if nothing is
  /// known.
  private func elsewhere() throws -> String {
    // Without a window, a predicate was asked of all there is.
    let isNew = !query.hasNoWindow || query.predicate == nil || !view.reads.isAsked
    if isNew, let found = try found(without: Option.window) { return "; " + times(of: found) }
    let filters: [Option] = [.source, .predicate, .typed]
    for filter in filters.map({ [$0] }) + [ownOptions, Option.window + filters + ownOptions] {
      let given = filter.filter { request.values.has($0) }
      guard !given.isEmpty, let found = try found(without: given) else { continue }
      let names = given.map { "--\($0.name)" }.joined(separator: " and ")
      let sources = found.sources.joined(separator: ", ")
      return "; without \(names) \(times(of: found))"
        + (given.contains(.source) && !sources.isEmpty ? " (\(sources))" : "")
    }
    let isAsked = isOfSamples && view.reads.isAsked
    guard isAsked else { return query.hasNoWindow ? "" : "; there is none at any other time" }
    guard query.types != nil else { return "" }
    let context = ViewContext()
    let isEmpty = try LatestView.rows(of: request.journal, in: context).isEmpty
    return isEmpty ? "" : "; `latest` lists the types that there are"
  }

  /// The options that choose rows of this view alone, such as an activity.
  private var ownOptions: [Option] {
    let others: [Option] = [.type, .limit, .sort, .unit, .timeZone, .dayStarts]
    let shared = Option.narrowing + others
    return isOfSamples || view.takesText ? [] : view.options.filter { !shared.contains($0) }
  }

  /// Returns the words for the time that is nearest to the window. If no type was asked for, they
  /// name the samples that were looked at: there may be workouts and notes at other times.
  private func times(of found: Found) -> String {
    func day(_ moment: Int64) -> CivilDate {
      CivilDate(dayNumber: calendar.day(of: Instant(microseconds: moment)))
    }
    let (first, last) = (day(found.first), day(found.last))
    let isOfAny = isOfSamples && view.reads.isAsked && query.types == nil
    let noun = isOfAny ? " sample" : ""
    if let to = query.to, to.microseconds <= found.first {
      return "the earliest\(noun) is of \(first)"
    }
    if let from = query.from, from.microseconds <= found.last {
      return "there are \(isOfAny ? "samples" : "some") from \(first) to \(last)"
    }
    return "the latest\(noun) is of \(last)"
  }

  /// Returns what there is without some options; nil if nothing, or if none of them was given and
  /// the view would answer the same.
  private func found(without options: [Option]) throws -> Found? {
    let values = options.reduce(request.values) { $0.without($1) }
    var other = request.with(values)
    other.choosesTypes = request.choosesTypes
    var found = Found()
    if isOfSamples {
      var context = try other.context()
      if !view.reads.isAsked { context.query.types = view.reads.ofDates }
      context.query.types = context.query.types.map(CorrelationType.members)
      context.query.limit = nil
      // A snapshot knows the latest samples. All are read only if these do not give the answer.
      let latest = try LatestView.rows(of: request.journal, in: context).map(\.sample)
      guard let last = latest.max(by: { $0.end < $1.end }) else { return nil }
      let isEarlier = query.from.map { last.end < $0.microseconds } ?? query.hasNoWindow
      if isEarlier, !options.contains(.source) {
        found.add(last.start, last.end, nil)
        return found
      }
      for row in try SourcesView.rows(of: request.journal, in: context) {
        found.add(row.first.microseconds, row.last.microseconds, row.source)
      }
    } else if options.contains(where: { request.values.has($0) }) {
      let table = try view.rows(of: &other)
      try table.forEachRow { row in
        let cells = table.columns.cellsByRole(row)
        let named = [cells[.start], cells[.date], cells[.first]]
        let start = named.lazy.compactMap { $0?.moment(in: calendar) }.first
        guard let start else { return }
        var source: String?
        if case .text(let name)? = cells[.source] { source = name }
        found.add(start, start, source)
      }
    }
    return found.first <= found.last ? found : nil
  }
}
