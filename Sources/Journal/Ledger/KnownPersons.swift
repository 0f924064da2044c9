import HealthEvents
import HealthImport
import HealthModel

/// The persons whose exports a journal has taken in, as its lines tell.
///
/// The first receipt that has a uuid for a person follows the lines that saved the person's traits,
/// so these traits are the person's. The uuid is drawn by chance: where the traits are erased, no
/// guess at them can be tried against it.
struct KnownPersons {
  /// The traits so far, by type, and the types by the objects that state them.
  private var traits: [String: String] = [:]
  private var types: [ObjectUUID: String] = [:]
  /// The persons in the order of their first receipts, and the traits that the journal had then.
  private var persons: [(uuid: ObjectUUID, traits: [String: String])] = []
  private var met: Set<ObjectUUID> = []
  /// Whether something was erased: it may have been a trait.
  private var hasGaps = false

  /// Takes what a line says.
  mutating func read(_ event: Event?) {
    switch event {
    case .save(let save)?:
      for uuid in save.replaces { remove(uuid) }
      for object in save.objects {
        guard case .characteristic(let trait) = object.content else { continue }
        (traits[trait.type], types[object.uuid]) = (trait.value, trait.type)
      }
    case .delete(let deletion)?: for uuid in deletion.objects { remove(uuid) }
    case .importReceipt(let receipt)?:
      guard let person = receipt.extent?.person, !person.isOfContent, met.insert(person).inserted
      else { return }
      persons.append((person, traits))
    case .erase?: hasGaps = true
    case .open?, .origin?, .authorize?, .configure?, nil: break
    }
  }

  private mutating func remove(_ uuid: ObjectUUID) {
    guard let type = types.removeValue(forKey: uuid) else { return }
    traits[type] = nil
  }

  /// Returns the uuids that receipts have for the person with some traits, the first one first;
  /// none: no receipt is known to be of that person. Traits that were erased are not compared, and
  /// at least one must be left; of several persons those count with which most are.
  func uuids(of stated: StatedPerson) -> [ObjectUUID] {
    var found = (common: 1, uuids: [ObjectUUID]())
    for person in persons {
      let common = stated.traits.count { person.traits[$0.key] == $0.value }
      let fits = stated.traits.allSatisfy { trait in
        person.traits[trait.key].map { $0 == trait.value } ?? hasGaps
      }
      guard fits, common >= found.common else { continue }
      if common > found.common { found = (common, []) }
      found.uuids.append(person.uuid)
    }
    return found.uuids
  }
}
