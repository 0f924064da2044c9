import ByteTools
import HealthEvents
import HealthModel

/// Imports Observations of FHIR R4: NDJSON, a Bundle, an array of resources or a single one.
///
/// What `export fhir` wrote comes back as the objects that it was, with their uuids. Of other
/// programs' Observations those are taken whose code the catalogue has, by Apple's coding or by
/// LOINC, with a unit that fits (`FHIRQuantity`); their **identity is content** as in other
/// imports: type, source, start, end, value and unit.
///
/// The total of a day (steps in 24 hours) stands for samples only where its source has none on that
/// day, in the file or in the journal (`FHIRDayTotals`); else it is counted as unsupported.
///
/// A resource of another kind, an Observation of a code that no type has, and one that says why it
/// has no value, is counted as unsupported. What is no resource, or states no value and time that
/// could be kept, is set aside. All Observations of an import are of one patient, the first that
/// one names; those of others are set aside, so that a file of many never ends up in the journal of
/// one.
package struct FHIRImporter: Importer {
  /// `fhir`.
  package let name = "fhir"
  /// For help.
  package let summary = "FHIR R4 Observations"
  /// For help.
  package let paths = (
    what: "NDJSON or a Bundle of FHIR R4", example: "observations.ndjson"
  )
  /// What it makes objects of, or reads for them.
  package let kinds = [
    FHIRRun.observation, FHIRRun.figure, FHIRRun.dayTotal, FHIRRun.otherCode, FHIRRun.noValue,
    "Device", "Patient",
  ]

  private let largest: Int

  /// An importer.
  ///
  /// - Parameter largest: how many bytes a resource may take; a line of the journal holds no more.
  package init(largest: Int = 16 << 20) { self.largest = largest }

  /// JSON in which a resource begins.
  package func recognizes(_ beginning: RawSpan) -> Recognition {
    let at = beginning.skipSpace(from: beginning.markEnd)
    guard at < beginning.byteCount, "{[#".utf8.contains(beginning.byte(at)),
      ByteSearch("\"resourceType\"").occurs(in: beginning)
    else { return .no }
    return .surely
  }

  /// A line that begins with #.
  package func note(_ text: String) -> String { "# \(text)" }

  /// Reads the input to its end.
  package func run(
    _ input: ImportInput, into sink: inout some ImportSink
  ) throws -> ImportOutcome {
    var run = FHIRRun(input.selection, sink)
    var pieces = FHIRPieces(input, largest: largest)
    while try run.step(&pieces, &sink) {}
    try run.settleWaiting(&sink)
    sink.progress(bytesRead: pieces.endOffset, elements: run.elements)
    return run.outcome
  }
}
