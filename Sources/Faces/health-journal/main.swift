import ByteTools
import ProgramStart

StandardDescriptors.openClosed()

// A write beyond the limit on file size must fail like one to a full disk, so that the program
// reports it. A reader that stops reading (`| head`) ends the program without a message, even where
// the parent ignores SIGPIPE.
signal(SIGXFSZ, SIG_IGN)

signal(SIGPIPE, SIG_DFL)

var console = Console()

/// Ends the program after its last word.
func end(_ code: ExitCode) -> Never {
  OutputPager.finish()
  OpenedJournal.writeSnapshot()
  exit(code.rawValue)
}

do {
  let code = try Call(
    ProgramArguments(noted: program_start_word_count(), program_start_byte)
  ).run(&console)
  ProgressMeter.shared.clear()
  end(code)
} catch is ReaderGone {
  end(.done)
} catch {
  OutputPager.finish()
  let failure = Failure(error)
  console.remark(Console.isForPrograms ? failure.statement : failure.sentence)
  end(failure.code)
}
