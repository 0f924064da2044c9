/// A count in words: `1 day`, `3 days`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
