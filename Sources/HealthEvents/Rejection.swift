public import HealthModel

/// Why a command was refused, named after HKError. Nothing was written.
public enum Rejection: Error, Hashable, Sendable {
  /// The owner has never been asked whether `source` may share `type`.
  case authorizationNotDetermined(source: String, type: String)
  /// The owner said that `source` may not share `type`.
  case authorizationDenied(source: String, type: String)
  /// The command itself is wrong; `index` is that of the wrong object, counted from 0, or nil where
  /// the fault is not that of one object.
  case invalidArgument(Fault, index: Int?)
  /// A workout is in progress, in this state; there is one at a time.
  case anotherWorkoutSessionStarted(WorkoutSession.State)

  /// What can be wrong with a command. None of these holds a health value.
  public enum Fault: Hashable, Sendable {
    /// It names no object, type or setting.
    case empty
    /// The uuid has been used before; it may be a retry of a save that was acknowledged.
    case uuidExists(ObjectUUID)
    /// The uuid is of version 8, as those that follow from what an import says: a source other than
    /// the owner takes none of them.
    case uuidOfContent(ObjectUUID)
    /// The uuid occurs twice in the command.
    case uuidTwice(ObjectUUID)
    /// A decision on the type occurs twice in the command.
    case typeTwice(String)
    /// No object has this uuid.
    case uuidUnknown(ObjectUUID)
    /// The object has been deleted or replaced already.
    case alreadyDeleted(ObjectUUID)
    /// Another source saved the object.
    case notOwned(ObjectUUID, by: String)
    /// This source saved no such object; it must not learn whether another source did.
    case notOfSource(ObjectUUID)
    /// The text is not the full identifier of a type; `identifier` is the full one, where the text
    /// is the short name of a known type.
    case typeName(String, identifier: String?)
    /// Objects of the type do not belong to a workout.
    case notOfWorkout(type: String)
    /// An element that no type is known for comes from imports only.
    case importedOnly
    /// The span ends before it starts.
    case endBeforeStart
    /// A number is NaN or infinite.
    case notFinite
    /// The duration is negative.
    case negativeDuration
    /// The type's samples last longer, at least this many seconds.
    case durationTooShort(type: String, minimum: Double)
    /// The type's samples last this many seconds at most.
    case durationTooLong(type: String, maximum: Double)
    /// The unit's text is no unit.
    case unitUnknown(String)
    /// The unit is of another dimension than the type.
    case unitMismatch(type: String, unit: String, canonical: String)
    /// The type has no such value.
    case categoryValue(type: String)
    /// The kind of the object and its type do not go together.
    case kindMismatch(type: String, kind: String)
    /// Only the system or the owner writes the type.
    case readOnly(type: String)
    /// Only the owner sets characteristics, decides authorizations, changes settings, imports and
    /// erases.
    case ownerOnly(String)
    /// A correlation has no members.
    case noMembers
    /// The correlation cannot do without a member of this type.
    case memberTypeMissing(type: String, member: String)
    /// A member is neither saved nor in the command, as far as the source may know.
    case memberMissing(ObjectUUID)
    /// The correlation takes no member of this type, or not a second one, or the member is the
    /// correlation itself.
    case memberType(type: String, member: String)
    /// The workout that the samples shall belong to is not saved, or not by this source.
    case workoutMissing(ObjectUUID)
    /// The object states another source than the one that asks.
    case foreignSource(bundle: String)
    /// Metadata that the type cannot do without is missing.
    case metadataMissing(type: String, key: String)
    /// A field of an object is missing, or not what it must be.
    case documentField(field: String, expected: String)
    /// The metadata key takes values of another class, or does not take this value.
    case metadataClass(key: String, expected: String)
    /// Only Apple's own software writes the metadata key.
    case metadataReserved(key: String)
    /// Both sync keys must be there, as text and as number.
    case syncKeys
    /// The same version or a newer one is saved already under this sync identifier.
    case syncVersionOlder
    /// A correlation is never asked for: its members' types are.
    case notAuthorizable(type: String)
    /// The person picks the objects of the type that an app may read; it cannot be asked for whole.
    case pickedOneByOne(type: String)
    /// The type cannot be asked for without its parent.
    case parentMissing(type: String, parent: String)
    /// No time zone has this name.
    case timeZoneUnknown(String)
    /// The objects together make a line that is longer than the format allows.
    case tooLarge
    /// The format has no way to say the objects, for this reason.
    case unwritable(String)
    /// The name of a source is empty, longer than 1024 bytes, holds control characters, or is
    /// `owner` where an app is meant.
    case sourceName
    /// The workout in progress, or the lack of one, does not take this step.
    case workoutStep(WorkoutSession.Action, WorkoutSession.State)
    /// The step lies before the one that was taken last.
    case workoutTimeRanBack
    /// The step lies in the future.
    case workoutTimeAhead
    /// The last step of the workout was more than a day ago, so `end` needs a stated time.
    case workoutForgotten
    /// The workout in progress was started by another source.
    case workoutNotOwned(by: String)
    /// The workout in progress has as many pauses and laps as it can hold.
    case workoutTooLong
    /// The rate of energy is 0 or less, or greater than `WorkoutSession.mostKilocaloriesPerHour`.
    case energyRate
    /// No event takes back what the line did.
    case notUndoable(line: UInt64, Undo.Obstacle)
  }

  /// HKError's code for it.
  public var errorCode: HealthErrorCode {
    switch self {
    case .authorizationNotDetermined: .authorizationNotDetermined
    case .authorizationDenied: .authorizationDenied
    case .invalidArgument: .invalidArgument
    case .anotherWorkoutSessionStarted: .anotherWorkoutSessionStarted
    }
  }

  /// The same rejection without what only the owner may know: that another source saved an object.
  var discreet: Rejection {
    switch self {
    case .invalidArgument(.uuidUnknown(let uuid), let index),
      .invalidArgument(.notOwned(let uuid, _), let index):
      .invalidArgument(.notOfSource(uuid), index: index)
    case .invalidArgument, .authorizationDenied, .authorizationNotDetermined,
      .anotherWorkoutSessionStarted:
      self
    }
  }

  /// The name of the error on the wire, HKError's.
  public var code: String { errorCode.name }
}
