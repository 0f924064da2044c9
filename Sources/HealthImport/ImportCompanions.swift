package import ByteTools

/// The files that lie beside an import's input and belong to it, in its folder or its archive.
/// Nothing else can be read through it: what an input names is compared with these names, and never
/// used as a path.
package protocol ImportCompanions {
  /// The files, by name.
  var files: [ImportCompanion] { get }

  /// The bytes of a file, from the first.
  ///
  /// - Parameter index: its index in `files`.
  /// - Throws: `UnreadableCompanion`, also where they are read.
  func open(_ index: Int) throws -> any ByteSource
}

/// A file beside an import's input.
package struct ImportCompanion: Hashable, Sendable {
  /// Its name below the folder of the input: `workout-routes/route.gpx`. Untrusted text.
  package let name: String

  /// A file of this name.
  package init(name: String) { self.name = name }
}

/// A file beside the input that cannot be taken.
package struct UnreadableCompanion: Error, Hashable, Sendable {
  /// What is wrong; no health value.
  package let reason: String
  /// Where in the file it was met; 0 where it is wrong as a whole.
  package let offset: UInt64

  /// This problem at that byte.
  package init(_ reason: String, at offset: UInt64 = 0) {
    self.reason = reason
    self.offset = offset
  }
}
