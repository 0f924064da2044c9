/// Which program this is.
enum ProgramVersion {
  /// The version of the program.
  static let number = "0.1.0"
  /// The day of the version, which the manual has at its foot.
  static let day = "2026-11-23"
}
