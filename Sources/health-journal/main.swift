import ProcessStart

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func run(
  _ words: [String], of catalogue: Catalogue = Catalogue(), _ console: inout Console
) throws -> ExitCode {
  guard let name = words.first else {
    try console.print(StartPage.text)
    throw Failure.usage("no command given")
  }
  switch name {
  case "--version":
    try console.print("health-journal \(ProgramVersion.number)")
    return .done
  case "--help", "-h":
    try console.print(HelpCommand.overview(catalogue))
    return .done
  default: break
  }
  guard let page = catalogue.page(name) else { throw catalogue.unknown(name) }
  let rest = Array(words.dropFirst())
  if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
    try console.print(try HelpCommand.text(of: name, catalogue))
    return .done
  }
  let arguments = try Arguments(rest, page)
  // A wrong format is told at once, not after a long replay.
  _ = try Console.format(arguments)
  try console.begin(arguments)
  return try page.run(arguments, &console)
}

StandardDescriptors.openClosed()

// A write beyond a limit on file size shall fail like one to a full disk, which is then told; a
// reader that has seen enough (`| head`) ends the program quietly, whatever the parent ignores.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_DFL)

var console = Console()
do {
  let code = try run(try ProgramArguments.words(), &console)
  try Reading.requireReadable()
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
