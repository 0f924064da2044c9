import CLibrary
import ProcessStart

StandardDescriptors.openClosed()

// A write beyond a limit on file size shall fail like one to a full disk, which is then told; a
// reader that has seen enough (`| head`) ends the program quietly, whatever the parent ignores.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_DFL)

var console = Console()
do {
  let code = try Call(try ProgramArguments.words()).run(&console)
  try OpenedJournal.requireReadable()
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
