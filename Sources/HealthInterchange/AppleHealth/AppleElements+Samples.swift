import HealthModel

extension AppleElements {
  /// A quantity or category sample.
  mutating func record(_ live: LiveObject) {
    let object = live.object
    xml.begin("Record")
    xml.attribute("type", object.content.type)
    source(live)
    if case .quantity(let sample) = object.content { xml.attribute("unit", sample.unit) }
    times(object)
    switch object.content {
    case .quantity(let sample):
      xml.attribute("value", sample.value)
      xml.attribute("recordCount", sample.series?.count)
      xml.attribute("min", sample.series?.minimum)
      xml.attribute("max", sample.series?.maximum)
      xml.attribute("sum", sample.series?.sum)
    case .category(let sample): xml.attribute("value", Self.word(sample))
    case .correlation, .workout, .characteristic, .summary, .document: break
    }
    rest(object.fields)
    metadata(object)
    let kept = KeptChildren(object.fields).rest
    let isKept = kept.contains { $0["element"] == .text("HeartRateVariabilityMetadataList") }
    if !isKept { beats(object.fields) }
    whole(kept)
    xml.end()
  }

  /// A correlation with its members, which stand outside of it too.
  mutating func correlation(_ live: LiveObject, members: [LiveObject]) {
    xml.begin("Correlation")
    xml.attribute("type", live.object.content.type)
    source(live)
    times(live.object)
    rest(live.object.fields)
    metadata(live.object)
    for member in members { record(member) }
    whole(KeptChildren(live.object.fields).rest)
    xml.end()
  }

  /// The value of a category sample in the export's words.
  static func word(_ sample: CategorySample) -> String {
    switch sample.value {
    case .name(let word): return word
    case .code(let code):
      if case .category(let type)? = TypeCatalogue.find(sample.type) {
        return type.value(rawValue: code)?.exportName ?? String(code)
      }
      return code == 0 ? "HKCategoryValueNotApplicable" : String(code)
    }
  }

  /// The readings of a heart's beats beside a heart rate variability.
  private mutating func beats(_ fields: [Field]) {
    guard case .list(let beats)? = fields["beatsPerMinute"] else { return }
    xml.begin("HeartRateVariabilityMetadataList")
    for case .fields(let beat) in beats {
      xml.begin("InstantaneousBeatsPerMinute")
      attributes(beat)
      xml.end()
    }
    xml.end()
  }
}
