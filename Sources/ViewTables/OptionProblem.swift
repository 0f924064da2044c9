/// Why the values of options cannot be used: one line.
package struct OptionProblem: Error, Hashable, Sendable {
  /// What is wrong, with what and what to do.
  package let message: String

  /// A problem in these words.
  package init(_ message: String) { self.message = message }
}

extension Sequence {
  /// The one of a name; where there is none, the problem tells the names of all.
  ///
  /// - Parameters:
  ///   - noun: what they are, in a word.
  ///   - names: the name of one.
  package func one(
    named name: String, _ noun: String, by names: (Element) -> String
  ) throws(OptionProblem) -> Element {
    guard let one = first(where: { names($0) == name }) else {
      throw OptionProblem("no \(noun) '\(name)'; there are \(map(names).joined(separator: ", "))")
    }
    return one
  }
}
