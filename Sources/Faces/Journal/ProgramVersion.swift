/// The version of this program: written here when a version is made.
package enum ProgramVersion {
  package static let number = "0.1.0"
  /// The day of the version, which the manual has at its foot.
  package static let day = "2026-11-23"
}
