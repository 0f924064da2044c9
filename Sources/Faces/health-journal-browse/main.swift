import ByteTools
import ProgramStart

// The other side may go at any byte; that fails a write, and ends nothing else.
signal(SIGPIPE, SIG_IGN)
StandardDescriptors.openClosed()

/// Ends the program with a line on standard error.
func fail(_ words: String) -> Never {
  _ = Descriptors.write(2, Array("health-journal-browse: \(words)\n".utf8)[...])
  exit(1)
}

guard let listener = LoopbackListener() else {
  fail("the system opens no socket at 127.0.0.1 (error \(errno))")
}
do {
  var server = Server(listener)
  try server.run()
} catch {
  fail(error.words)
}
