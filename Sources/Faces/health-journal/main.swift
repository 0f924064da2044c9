import ByteTools
import ProgramStart

StandardDescriptors.openClosed()

// A write beyond the limit on file size must fail like one to a full disk, so that the program
// reports it. A reader that stops reading (`| head`) ends the program without a message, even where
// the parent ignores SIGPIPE.
signal(SIGXFSZ, SIG_IGN)

signal(SIGPIPE, SIG_DFL)

var console = Console()

do {
  let code = try Call(
    ProgramArguments(noted: program_start_word_count(), program_start_byte)
  ).run(&console)
  ProgressMeter.shared.clear()
  OutputPager.finish()
  exit(code.rawValue)
} catch is ReaderGone {
  OutputPager.finish()
  exit(ExitCode.done.rawValue)
} catch {
  OutputPager.finish()
  let failure = Failure(error)
  console.remark(failure.message)
  exit(failure.code.rawValue)
}
