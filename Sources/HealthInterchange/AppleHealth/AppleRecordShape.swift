import HealthEvents
import HealthImport
import HealthModel

/// What records share that differ only in times, metadata and the value of a quantity: the text of
/// their elements up to the dates, and what is lost of each. The importer is asked for that loss
/// once.
struct AppleRecordShape {
  /// What tells shapes apart.
  struct Key: Hashable {
    private let type: String
    /// The unit of a quantity.
    private let unit: String
    /// The value of a category.
    private let value: CategoryCode?
    private let origin: UInt64?
    private let by: String

    /// The key of a sample; nil: it has more than what records have in common.
    init?(_ live: LiveObject) {
      switch live.object.content {
      case .quantity(let sample):
        guard sample.series == nil else { return nil }
        (type, unit, value) = (sample.type, sample.unit, nil)
      case .category(let sample):
        (type, unit, value) = (sample.type, "", sample.value)
      case .correlation, .workout, .characteristic, .summary, .document: return nil
      }
      origin = live.object.origin
      by = live.by
    }
  }

  /// The element up to its dates.
  let beginning: [UInt8]
  /// What stands between the dates and the value of a quantity, or the end of the start tag.
  let valueBeginning: [UInt8]
  /// How many records have been written so.
  var count = 0

  private let type: String
  private let losses: [AppleLoss]

  /// The shape of a sample; nil: the importer makes nothing of it.
  init?(_ live: LiveObject, _ readBack: inout AppleReadBack) {
    var sample = live
    sample.object.metadata = Metadata()
    sample.object.created = nil
    let span = TimeSpan(at: Timestamp(instant: .epoch, offsetMinutes: 0))
    var value = ""
    switch live.object.content {
    case .quantity(var quantity):
      (quantity.span, quantity.value) = (span, 0)
      sample.object.content = .quantity(quantity)
    case .category(var category):
      category.span = span
      sample.object.content = .category(category)
      value = AppleElements.word(category)
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    var elements = AppleElements()
    elements.record(sample)
    guard let draft = readBack.drafts(of: elements.xml.bytes)?.first else { return nil }
    losses = AppleComparison.losses(of: sample, in: draft, isLossy: elements.xml.isLossy)
    type = live.object.content.type
    let text = elements.xml.bytes
    guard let dates = text.firstRange(of: Array(" startDate=\"".utf8)) else { return nil }
    beginning = Array(text[..<dates.lowerBound])
    var xml = XMLWriter()
    xml.begin("x")
    xml.attribute("value", value)
    valueBeginning = Array(xml.bytes.dropFirst(3).dropLast())
  }

  /// Counts the records that were written so.
  func report(to report: inout ExportReport) {
    report.count("Record", count)
    for loss in losses { report.losses.note(loss.rawValue, of: type, count) }
  }
}
