import HealthViews
@testable import CommandWithoutMain

/// Words that a command takes are taken likewise as `--name=value` in any order of the options. One
/// word a line.
enum CommandLineTarget {
  private static let catalogue = Catalogue()

  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    var words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let name = words.removeFirst()
    guard let page = catalogue.page(name) else {
      _ = catalogue.unknown(name, orOneOf: []).message
      return
    }
    guard let given = try? Arguments(words, page) else { return }
    _ = try? Console.format(given)
    var spelled: [String] = []
    for option in page.allOptions where option.name != page.wordOption?.name || given.words.isEmpty
    {
      for value in given.values.all(option) {
        spelled.append(option.value == nil ? "--\(option.name)" : "--\(option.name)=\(value)")
      }
    }
    spelled += ["--"] + given.words
    let again = try? Arguments(spelled, page)
    demand(again?.words == given.words, "\(words) is not \(spelled)")
    for option in page.allOptions {
      let same = again?.values.all(option) == given.values.all(option)
      demand(same, "--\(option.name) of \(words) and \(spelled)")
    }
  }
}
