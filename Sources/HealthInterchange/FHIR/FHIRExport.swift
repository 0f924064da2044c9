import HealthModel
package import HealthProjections
package import JournalFile
import ViewTables

/// Writes a journal as resources of FHIR R4: a Patient, Devices and Observations, as NDJSON or one
/// Bundle.
///
/// Each object is an Observation with its uuid; figures of nights and days stand beside them,
/// marked as such. Where the resource alone would not come back as the same object, as of a workout
/// with events, an extension holds the whole object: the importer is asked, see `FHIRReadBack`.
package struct FHIRExport: JournalExport {
  /// `fhir`.
  package let name = "fhir"
  /// For help.
  package let summary = "resources of FHIR R4"
  /// One file.
  package let destination = ExportDestination.file
  /// What is written.
  package let options = ObjectSelection.options + [FHIRExport.views]
  /// NDJSON is a resource a line, the Bundle a collection.
  package let formats = ["ndjson", "bundle"]

  /// An export.
  package init() {}

  /// What an export consists of.
  enum Part: String, CaseIterable {
    /// Samples one by one, and correlations.
    case samples
    /// Workouts.
    case workouts
    /// How long each night was slept.
    case sleep
    /// Characteristics.
    case profile
    /// The steps of each day.
    case daily
  }

  private static let views = Option(
    "views", "VIEW", "fhir: only what these show; several with commas; else all",
    isRepeatable: true, choices: Part.allCases.map(\.rawValue))

  /// Writes it.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    var parts: Set<Part> = []
    for name in try request.values.list(Self.views) {
      guard let part = Part(rawValue: name) else {
        let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw OptionProblem("--views takes some of \(names), not '\(name)'")
      }
      parts.insert(part)
    }
    let isBundle = request.values[Self.format] == formats[1]
    var run = try FHIRExportRun(&request, parts, isBundle: isBundle)
    try run.write(&request, into: &folder)
    return run.report
  }

  private static let format = Option("format", "FORMAT", "")
}
