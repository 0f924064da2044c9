public import HealthModel

/// The reason why a command was refused, named after HKError. Nothing was written.
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

  /// The faults of a command. None of these holds a health value.
  public enum Fault: Hashable, Sendable {
    /// It names no object, type or setting.
    case empty
    /// The uuid has been used before; it may be a retry of a save that was acknowledged.
    case uuidExists(ObjectUUID)
    /// The uuid is of version 8, as those that follow from the content of an import: no source
    /// other than the owner may use them.
    case uuidOfContent(ObjectUUID)
    /// The uuid occurs twice in the command.
    case uuidTwice(ObjectUUID)
    /// A decision on the type occurs twice in the command.
    case typeTwice(String)
    /// The name of a source occurs twice as an old name.
    case sourceTwice(String)
    /// The old name and the new one lead to each other, with the statements in force.
    case sourceCircle(String, String)
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
    /// The text is an identifier by reversed domain that no line declares.
    case typeUndeclared(String)
    /// The identifier is declared already, as a type with other facts.
    case typeDeclared(DeclaredType)
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
    /// The journal already has the same version or a newer one under this sync identifier.
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
    /// The line cannot be reverted.
    case notRevertible(line: UInt64, RevertObstacle)
    /// A revert would give a source a right back, and the owner has not agreed.
    case widensRight(source: String, type: String)
  }

  /// The code of HKError for it.
  public var errorCode: HealthErrorCode {
    switch self {
    case .authorizationNotDetermined: .authorizationNotDetermined
    case .authorizationDenied: .authorizationDenied
    case .invalidArgument: .invalidArgument
    case .anotherWorkoutSessionStarted: .anotherWorkoutSessionStarted
    }
  }

  /// A copy of the rejection without what only the owner may know: that another source saved an
  /// object.
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

  /// True if the journal knows the objects of the command, as if it had been given before.
  package var isOfRepetition: Bool {
    switch self {
    case .invalidArgument(.uuidExists, _), .invalidArgument(.alreadyDeleted, _): true
    case .invalidArgument, .authorizationDenied, .authorizationNotDetermined,
      .anotherWorkoutSessionStarted:
      false
    }
  }

  /// The name of the error on the wire, HKError's.
  public var code: String { errorCode.name }
}

extension Rejection: CustomStringConvertible {
  /// A description of the refusal, in words that hold no health value.
  public var description: String {
    switch self {
    case .authorizationNotDetermined(let source, let type):
      "\(source) has not been authorized to share \(type); see `health-journal authorize`"
    case .authorizationDenied(let source, let type): "\(source) may not share \(type)"
    case .invalidArgument(let fault, nil): fault.description
    case .invalidArgument(let fault, let index?): "object \(index + 1): \(fault)"
    case .anotherWorkoutSessionStarted(let state):
      "cannot start: \(state.sentence)"
    }
  }
}

extension Rejection.Fault: CustomStringConvertible {
  /// A description of the fault in words.
  public var description: String {
    switch self {
    case .empty: "there is nothing to do: no object, type or setting is named"
    case .uuidExists(let uuid): "\(uuid) is in the journal already; a uuid is used once"
    case .uuidOfContent(let uuid):
      "\(uuid) is of version 8, which imports make of content for the owner; use a random uuid"
    case .uuidTwice(let uuid): "\(uuid) is named twice"
    case .typeTwice(let type): "\(type) is named twice"
    case .sourceTwice(let name): "'\(name)' is named twice"
    case .sourceCircle(let old, let name):
      "'\(old)' and '\(name)' would lead to each other; remove the earlier statement first, with an "
        + "empty new name"
    case .uuidUnknown(let uuid): "no object \(uuid) is in the journal"
    case .alreadyDeleted(let uuid): "\(uuid) has been deleted or replaced already"
    case .notOwned(let uuid, let by):
      "\(uuid) was saved by \(by); a source deletes and corrects only its own"
    case .notOfSource(let uuid):
      "\(uuid) is not an object of this source; a source deletes and corrects only its own"
    case .typeName(let name, let identifier?):
      "'\(name)' is not the full identifier of a type; write \(identifier)"
    case .typeName(let name, nil):
      "'\(name)' is not the full identifier of a type, such as HKQuantityTypeIdentifierBodyMass"
    case .typeUndeclared(let name):
      "\(name) is not declared in this journal; declare it first, for example: declare \(name) "
        + "--unit ms --aggregation discreteArithmetic --title '…'"
    case .typeDeclared(let type):
      "\(type.identifier) is declared as \(type.words) already; earlier figures used this, so it stays: "
        + "declare the other type under another identifier"
    case .notOfWorkout(let type): "\(type) cannot belong to a workout; only samples do"
    case .importedOnly: "an element of no known type is written by imports only; name a type"
    case .endBeforeStart: "it ends before it starts"
    case .notFinite: "NaN and infinity are no values"
    case .negativeDuration: "its duration is negative"
    case .durationTooShort(let type, let minimum):
      "\(type) lasts at least \(minimum) s; give it an end"
    case .durationTooLong(let type, let maximum): "\(type) lasts \(maximum) s at most"
    case .unitUnknown(let unit): "'\(unit)' is not a unit"
    case .unitMismatch(let type, let unit, let canonical):
      "\(type) is not measured in \(unit); use \(canonical) or a unit that converts to it"
    case .categoryValue(let type): "\(type) has no such value; see `help save`"
    case .kindMismatch(let type, let kind): "\(type) is not the type of a \(kind)"
    case .readOnly(let type): "\(type) is written by the system only"
    case .ownerOnly(let what): "only the owner decides on \(what)"
    case .noMembers: "a correlation needs its members; a blood pressure needs both of its figures"
    case .memberTypeMissing(let type, let member): "\(type) needs a member \(member)"
    case .memberMissing(let uuid):
      "member \(uuid) is neither in the command nor saved, as far as this source may know"
    case .memberType(let type, let member): "\(type) takes no \(member), or no second one"
    case .workoutMissing(let uuid): "\(uuid) is not a saved workout of this source"
    case .foreignSource(let bundle): "a source saves in its own name, not as \(bundle)"
    case .metadataMissing(let type, let key): "\(type) needs the metadata \(key)"
    case .documentField(let field, let expected): "the field \(field) must be \(expected)"
    case .metadataClass(let key, let expected): "the metadata \(key) must be \(expected)"
    case .metadataReserved(let key): "the metadata \(key) is written by the system only"
    case .syncKeys:
      "\(MetadataName.syncIdentifier) (text) and \(MetadataName.syncVersion) (number) go together"
    case .syncVersionOlder: "a version as new is saved already under its sync identifier"
    case .notAuthorizable(let type):
      "\(type) cannot be asked for; name the types of its members"
    case .pickedOneByOne(let type):
      "\(type) cannot be asked for whole; the person picks the objects that may be read"
    case .parentMissing(let type, let parent): "\(type) cannot be asked for without \(parent)"
    case .timeZoneUnknown(let name): "'\(name)' is not a time zone"
    case .unwritable(let reason): "the journal cannot express this: \(reason)"
    case .tooLarge: "the objects make a line of more than 16 MiB; save fewer at once"
    case .sourceName: "the name of the source is empty, too long, or not allowed here"
    case .workoutStep(let action, let state): "cannot \(action.rawValue): \(state.sentence)"
    case .workoutTimeRanBack:
      "this time is before the last step of the workout; name a later time, or cancel the workout"
    case .workoutTimeAhead: "this time is in the future; name the time at which it happened"
    case .workoutForgotten:
      "the last step of the workout was more than a day ago; say when it ended (--at), or cancel it"
    case .workoutNotOwned(let by): "the workout in progress was started by \(by)"
    case .workoutTooLong:
      "the workout has \(WorkoutSession.mostSteps) steps and takes no more; end it and start anew"
    case .notRevertible(let line, let obstacle): obstacle.sentence(line: line)
    case .widensRight(let source, let type):
      "this gives \(source) a right to \(type) back; look at --dry-run, then add --rights"
    case .energyRate:
      "kilocalories an hour are more than 0 and at most \(Int(WorkoutSession.mostKilocaloriesPerHour))"
    }
  }
}

extension DeclaredType {
  /// The facts of the type, in words.
  fileprivate var words: String {
    let facts: [String?] =
      switch kind {
      case .quantity: [aggregation.map { "\($0.name) quantity" }, unit.map { "in \($0)" }]
      case .category:
        ["category of " + values.map { "\($0.name)=\($0.code)" }.joined(separator: ", ")]
      }
    return (facts.compactMap(\.self) + ["titled '\(title)'"]).joined(separator: ", ")
  }
}

extension WorkoutSession.State {
  /// The state and the steps that it takes, in words.
  fileprivate var sentence: String {
    let possible = actions.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .notStarted: "no workout is in progress; possible now: \(possible)"
    case .active, .paused: "the workout is \(rawValue); possible now: \(possible)"
    case .finished: "the workout is finished and takes no more steps"
    }
  }
}
