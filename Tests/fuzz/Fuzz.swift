import Foundation

/// What libFuzzer runs: the target that `FUZZ_TARGET` names takes any bytes, and what it demands
/// holds.
///
/// `Tests/fuzz/run` builds and starts it; no other build has it.
@main enum Fuzz {
  /// Each target, by the name that `run` gives it.
  static let targets: [String: ([UInt8]) -> Void] = [
    "line": LineTarget.run, "command": CommandTarget.run, "json": JSONTarget.run,
    "xml": XMLTarget.run, "zip": ZipTarget.run, "number": NumberTarget.run,
    "predicate": PredicateTarget.run, "unit": UnitTarget.run, "time": TimeTarget.run,
    "command-line": CommandLineTarget.run,
  ]

  /// The target that runs.
  static let target: ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = targets[name] else {
      fatalError("FUZZ_TARGET names none of \(targets.keys.sorted().joined(separator: ", "))")
    }
    return target
  }()

  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &words, takeOneInput))
  }
}

/// libFuzzer's own loop.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls; the name that its own `main` would look for.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Ends the program where something does not hold, with what was found.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
