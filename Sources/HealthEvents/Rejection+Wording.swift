import HealthModel

extension Rejection: CustomStringConvertible {
  /// Why the command was refused, in words that hold no health value.
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
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .empty: "there is nothing to do: no object, type or setting is named"
    case .uuidExists(let uuid): "\(uuid) is in the journal already; a uuid is used once"
    case .uuidOfContent(let uuid):
      "\(uuid) is of version 8, which imports make of content for the owner; use a random uuid"
    case .uuidTwice(let uuid): "\(uuid) is named twice"
    case .typeTwice(let type): "\(type) is named twice"
    case .uuidUnknown(let uuid): "no object \(uuid) is in the journal"
    case .alreadyDeleted(let uuid): "\(uuid) has been deleted or replaced already"
    case .notOwned(let uuid, let by):
      "\(uuid) was saved by \(by); a source deletes only its own"
    case .notOfSource(let uuid):
      "\(uuid) is no object of this source; a source deletes only its own"
    case .typeName(let name, let identifier?):
      "'\(name)' is no full identifier of a type; write \(identifier)"
    case .typeName(let name, nil):
      "'\(name)' is no full identifier of a type, as HKQuantityTypeIdentifierBodyMass"
    case .notOfWorkout(let type): "\(type) cannot belong to a workout; only samples do"
    case .importedOnly: "an element of no known type is written by imports only; name a type"
    case .endBeforeStart: "it ends before it starts"
    case .notFinite: "NaN and infinity are no values"
    case .negativeDuration: "its duration is negative"
    case .durationTooShort(let type, let minimum):
      "\(type) lasts at least \(minimum) s; give it an end"
    case .durationTooLong(let type, let maximum): "\(type) lasts \(maximum) s at most"
    case .unitUnknown(let unit): "'\(unit)' is no unit"
    case .unitMismatch(let type, let unit, let canonical):
      "\(type) is not measured in \(unit); use \(canonical) or a unit that converts to it"
    case .categoryValue(let type): "\(type) has no such value; see `help save`"
    case .kindMismatch(let type, let kind): "\(type) is not the type of a \(kind)"
    case .readOnly(let type): "\(type) is written by the system only"
    case .ownerOnly(let what): "only the owner decides on \(what)"
    case .noMembers: "a correlation needs its members, as a blood pressure both of its figures"
    case .memberTypeMissing(let type, let member): "\(type) needs a member \(member)"
    case .memberMissing(let uuid):
      "member \(uuid) is neither in the command nor saved, as far as this source may know"
    case .memberType(let type, let member): "\(type) takes no \(member), or no second one"
    case .workoutMissing(let uuid): "\(uuid) is no saved workout of this source"
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
    case .timeZoneUnknown(let name): "'\(name)' is no time zone"
    case .unwritable(let reason): "the journal has no way to say this: \(reason)"
    case .tooLarge: "the objects make a line of more than 16 MiB; save fewer at once"
    case .sourceName: "the name of the source is empty, too long, or not allowed here"
    case .workoutStep(let action, let state): "cannot \(action.rawValue): \(state.sentence)"
    case .workoutTimeRanBack:
      "this lies before the last step of the workout; name a later moment, or cancel the workout"
    case .workoutTimeAhead: "this lies in the future; name the moment at which it was"
    case .workoutForgotten:
      "the last step of the workout was more than a day ago; say when it ended (--at), or cancel it"
    case .workoutNotOwned(let by): "the workout in progress was started by \(by)"
    case .workoutTooLong:
      "the workout has \(WorkoutSession.mostSteps) steps and takes no more; end it and start anew"
    case .notUndoable(let line, let obstacle): obstacle.sentence(line: line)
    case .energyRate:
      "kilocalories an hour are more than 0 and at most \(Int(WorkoutSession.mostKilocaloriesPerHour))"
    }
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
