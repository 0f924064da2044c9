/// What an export of the Health app's form cannot say of an object.
enum AppleLoss: String, Hashable, CaseIterable {
  case fraction = "fractions of a second"
  case byHand = "that the owner entered it by hand"
  case source = "its source"
  case sourceDetails = "the source's bundle and system, who saved it"
  case device = "a part of the device"
  case characters = "characters or names that XML cannot hold"
  case metadata = "the class of a metadata value"
  case created = "when it was created"
  case content = "a part of what it says"
  case details = "details that the element has no place for"
  case member = "a member that was deleted"
  case workout = "which workout it belongs to"
  case noElement = "the object: no element says it"
  case earlier = "the object: a newer one is written"
  case withdrawn = "the object: its value was taken back"
}
