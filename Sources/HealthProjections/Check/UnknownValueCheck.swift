import HealthModel
import HealthTables

extension Check {
  /// Samples of categories with a value that is none of their enumeration's, as newer systems write
  /// them.
  static let unknownValues = Check(
    name: "unknownValues", level: .note,
    summary: "samples of categories whose value is none that is known"
  ) { subject in
    var findings: [CheckFinding] = []
    for samples in subject.types {
      guard case .category(let type)? = TypeCatalogue.find(samples.type) else { continue }
      let isSleep = samples.type == CategoryType.sleepAnalysis.identifier
      findings += try subject.findings(
        .unknownValues(areAsleep: isSleep), of: [samples]
      ) { _, samples, row in
        type.knows(samples.columns[row]) ? nil : "not known"
      }
    }
    return findings
  }
}

extension CategoryType {
  /// Returns whether a sample's value is one of the type's; true where no source says which it has.
  fileprivate func knows(_ sample: SampleRow) -> Bool {
    guard sample.flags.contains(.category), !values.isEmpty else { return true }
    return sample.unit == SampleRow.none && Int(exactly: sample.value).map(allows) ?? false
  }
}
