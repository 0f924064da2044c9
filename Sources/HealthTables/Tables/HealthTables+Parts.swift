import HealthEvents
package import HealthModel

// The parts of the tables that a snapshot holds and that few questions need.

extension HealthTables {
  /// Objects that are no samples, and what links objects.
  struct Links: Sendable {
    var objects: [ObjectRow] = []
    var workoutLines: [WorkoutLine] = []
    var successors: [Successor] = []
    /// The indices in `successors` of the versions that replaced these.
    var successorIndices: [ObjectUUID: Int] = [:]
    var appliedSuccessors = 0
    var traits: [ObjectUUID: String] = [:]
    var synced: [SyncName: Synced] = [:]
  }

  /// What the owner decided.
  struct Rights: Sendable {
    var decisions: [AuthorizationDecision] = []
    var grants: [GrantKey: AuthorizationStatus] = [:]

    mutating func add(_ decision: AuthorizationDecision) {
      decisions.append(decision)
      let (source, type) = (decision.source, decision.type)
      if let share = decision.share {
        grants[GrantKey(source: source, type: type, isRead: false)] = share
      }
      if let read = decision.read {
        grants[GrantKey(source: source, type: type, isRead: true)] = read
      }
    }
  }

  /// All objects that are no samples, in the order in which they were saved.
  package internal(set) var objects: [ObjectRow] {
    _read {
      if let sight { yield sight.links.objects } else { yield parts.links.value.objects }
    }
    _modify { yield &parts.links.value.objects }
  }

  /// Which lines hold samples of which workout, in order.
  package internal(set) var workoutLines: [WorkoutLine] {
    _read {
      if let sight { yield sight.links.workoutLines } else { yield parts.links.value.workoutLines }
    }
    _modify { yield &parts.links.value.workoutLines }
  }

  /// The newer versions that replaced others, in the order in which they were saved.
  package internal(set) var successors: [Successor] {
    _read {
      if let sight { yield sight.links.successors } else { yield parts.links.value.successors }
    }
    _modify { yield &parts.links.value.successors }
  }

  /// The indices in `successors` of the versions that replaced these.
  var successorIndices: [ObjectUUID: Int] {
    _read {
      if let sight {
        yield sight.links.successorIndices
      } else {
        yield parts.links.value.successorIndices
      }
    }
    _modify { yield &parts.links.value.successorIndices }
  }

  /// What characteristics say, those included that have been deleted.
  var traits: [ObjectUUID: String] {
    _read { yield parts.links.value.traits }
    _modify { yield &parts.links.value.traits }
  }

  /// The newest versions by their sync identifiers.
  var synced: [SyncName: Synced] {
    _read { yield parts.links.value.synced }
    _modify { yield &parts.links.value.synced }
  }

  /// Every decision on a source and a type, in order.
  package internal(set) var decisions: [AuthorizationDecision] {
    _read {
      if let sight { yield sight.decisions } else { yield parts.rights.value.decisions }
    }
    _modify { yield &parts.rights.value.decisions }
  }

  /// The decisions in force.
  var grants: [GrantKey: AuthorizationStatus] {
    _read { yield parts.rights.value.grants }
    _modify { yield &parts.rights.value.grants }
  }
}
