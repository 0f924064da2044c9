import ByteTools
import LinuxStart

/// The words after a program's name, as the system hands them over.
package enum ProgramArguments {
  /// Why they cannot be had.
  package enum Problem: Error, Hashable, Sendable {
    /// The system did not give them: Linux needs a free descriptor for it.
    case unavailable
    /// The word at this index, counted from 1, is not UTF-8; `escaped` spells it in ASCII, with
    /// `\xE9` for a byte that is not UTF-8.
    case notUTF8(index: Int, escaped: String)
  }

  /// All of them. `CommandLine.arguments` replaces a byte that is not UTF-8 by U+FFFD, and so names
  /// another file than the one that was meant.
  ///
  /// - Throws: `Problem`.
  package static func words() throws(Problem) -> [String] {
    // Swift itself reads them from /proc, which may not be there.
    let noted = linux_start_word_count()
    let count = noted > 0 ? noted : CommandLine.argc
    guard count > 0 else { throw .unavailable }
    var words: [String] = []
    for index in 1..<max(Int(count), 1) {
      let word = unsafe noted > 0 ? linux_start_word(Int32(index)) : copied(index)
      guard let word = unsafe word else { break }
      guard let text = unsafe String(validatingCString: word) else {
        throw .notUTF8(index: index, escaped: TerminalText.escaped(bytes: unsafe bytes(word)))
      }
      words.append(text)
    }
    return words
  }

  private static func copied(_ index: Int) -> UnsafePointer<CChar>? {
    unsafe CommandLine.unsafeArgv[index].map { unsafe UnsafePointer($0) }
  }

  private static func bytes(_ word: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let byte = unsafe word[bytes.count], byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
    }
    return bytes
  }
}

extension ProgramArguments.Problem {
  /// What is wrong, and what to do.
  package var message: String {
    switch self {
    case .unavailable:
      "the arguments cannot be read: too few files may be open; raise the limit, as with ulimit -n 64"
    case .notUTF8(let index, let escaped):
      "argument \(index), \(escaped), is not UTF-8; rename the file, or give it on standard input"
    }
  }
}
