import CLibrary

/// Standard input, output and error: descriptors 0, 1 and 2.
package enum StandardDescriptors {
  /// Opens `/dev/null` onto those that are closed; to be called before a program opens anything
  /// else.
  ///
  /// The next file that a process opens takes the lowest free number: with 1 closed, a journal's
  /// file would become standard output. Each is opened the wrong way round, standard input to write
  /// and the others to read, as the C library does for programs with more rights than their user:
  /// what is read or written there fails as it does on a closed descriptor, and the program says
  /// so.
  package static func openClosed() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      let access = descriptor == 0 ? O_WRONLY : O_RDONLY
      // All numbers below are taken, so that it gets this one; where it cannot be had, none can.
      _ = unsafe open("/dev/null", access)
    }
  }
}
