public import HealthModel

/// What somebody asks of the journal.
public struct Command: Hashable, Sendable {
  /// Who asks: `owner` or a bundle identifier.
  public var by: String
  /// What is asked.
  public var request: Request

  /// This request by that source.
  public init(by: String, _ request: Request) {
    self.by = by
    self.request = request
  }
}

/// The things that can be asked.
public enum Request: Hashable, Sendable {
  /// Save objects, all or none.
  case save(SaveRequest)
  /// Delete objects by uuid.
  case delete(Deletion)
  /// Decide what a source may share and read.
  case authorize(AuthorizationChange)
  /// Change settings.
  case configure(Configuration)
  /// Write down that an import has ended.
  case recordImport(ImportReceipt)
}

/// Objects to be saved together.
public struct SaveRequest: Hashable, Sendable {
  /// One or more.
  public var objects: [Draft]
  /// The saved workout that they belong to.
  public var workout: ObjectUUID?
  /// Whether the objects come from an imported file: they are kept as the file states them, even
  /// where the rules would refuse the same objects from a person or an app.
  public var imported: Bool
  /// The older versions that the first objects replace, in the same order; they leave the views.
  /// Only an import states them.
  public var replaces: [ObjectUUID]

  /// These objects.
  public init(
    objects: [Draft], workout: ObjectUUID? = nil, imported: Bool = false,
    replaces: [ObjectUUID] = []
  ) {
    self.objects = objects
    self.workout = workout
    self.imported = imported
    self.replaces = replaces
  }
}

/// An object to be saved, with its source and device spelled out; `decide` finds their origin.
public struct Draft: Hashable, Sendable {
  /// The object; its `origin` is not read.
  public var object: HealthObject
  /// The app that it comes from. Nil: the owner by hand, or the source that asks.
  public var source: Source?
  /// The hardware that measured it.
  public var device: Device?

  /// This object of that source.
  public init(_ object: HealthObject, source: Source? = nil, device: Device? = nil) {
    self.object = object
    self.source = source
    self.device = device
  }
}
