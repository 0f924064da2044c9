import Foundation
import TestSupport
import Testing

/// The program that serves the pages of `browse`, attacked by raw sockets.
@Suite(.enabled(if: Python.isPresent), .timeLimit(.minutes(20))) struct BrowseServerTests {
  /// The attacks that take a moment; `.ci/run` makes all of them.
  @Test func attacksAreRefused() throws {
    let script = Project.root.appending(path: "Tests/Browse/attacks.py").path
    let program = Program.path + "-browse"
    let attacks = [
      "rebinding", "no_cookie", "token_twice", "token_race", "cross_site", "other_port", "bodies",
      "lines", "escapes", "long_head", "liars", "ends", "traced",
    ]
    let (status, said) = try Python.result(of: [script, program] + attacks)
    #expect(status == 0 && said.contains("\(attacks.count) attacks"), "\(said)")
  }

  /// The command ends by Ctrl-C with code 0, and shows nobody the token.
  @Test func startsAndEndsAsPeopleDo() throws {
    let script = Project.root.appending(path: "Tests/Browse/command.py").path
    let (status, said) = try Python.result(of: [script, Program.path])
    #expect(status == 0, "\(said)")
  }
}
