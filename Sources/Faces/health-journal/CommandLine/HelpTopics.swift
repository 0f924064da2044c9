import HealthExport
import HealthModel
import HealthViews

/// The topics, in the order of help.
extension HelpTopic {
  /// Commands, options, answers and exit codes.
  static let calls = HelpTopic(
    name: "calls", summary: "Calls: commands, options, answers and exit codes"
  ) {
    """
      health-journal COMMAND [WORD …] [--option VALUE …]

    The command is the first word. Its options and words follow in any order. `health-journal
    help COMMAND`, or --help after a command, shows all of its options. The value of an option
    is the next word, or it follows a `=`. A value that begins with `--` needs the `=`. The word
    `--` ends the options.

    Results go to standard output. Everything else goes to standard error. An error is one line:
    what happened, where, and what to do. If a command changed something but could not write its
    answer, the error names what was done (`done in line 12, but: …`). So nobody needs to repeat
    the command.

    Arguments and file names must be UTF-8, because a repaired name would be the name of another
    file. A file must be a plain file, with three exceptions. `import` reads a pipe. --journal
    reads a pipe. --header-file reads an open descriptor (`/dev/fd/N`, `/dev/stdin`).

    The exit codes are:

      0         done
      1         the answer is no: nothing was found, an audit or a check found something, or an import
                left something out
      2         usage: a wrong command, option, type, unit, time or uuid, or a file or a journal that
                does not exist
      3         the journal is damaged, or has the format of a newer program
      4         a rule refused the command; with `append` at least one of them; with `push` the
                receiver refused the data
      5         the system failed: the disk is full, a permission is missing, or another writer has
                the journal open
      130, 143  SIGINT or SIGTERM stopped the command

    A refused command leaves the journal unchanged, byte for byte. A refusal names HealthKit's
    error and its number:

      health-journal: refused, HKError authorizationDenied (4): com.example.app may not share
      HKQuantityTypeIdentifierBodyMass
    """
  }

  /// The topic on the journal of a command, on lines without a folder, and on writers.
  static let journals = HelpTopic(
    name: "journals", summary: "Journals: which journal a command uses, and who else uses it"
  ) {
    """
    A command uses the journal of --journal DIR, otherwise of `$HEALTH_JOURNAL`, otherwise this
    one:

      Linux  ~/.local/share/health-journal/health.journal, or below $XDG_DATA_HOME if it is set
      macOS  ~/Library/Application Support/HealthJournal/health.journal

    Commands that read also accept the lines of a journal in place of its folder. They come from
    standard input (`--journal -`, or `HEALTH_JOURNAL=-`), from a named pipe or the shell's
    `<(…)` (`--journal PIPE`), or from a plain file (`--journal FILE`). The output is the same,
    byte for byte. The program uses the memory of its tables. Some views read lines twice, so
    the program copies a pipe into a file without a name, in `$TMPDIR` or in /tmp. This file
    disappears when the process ends, in any case. It is not encrypted; `TMPDIR=/dev/shm` keeps
    it off the disk.

    Lines alone are less than a folder. No snapshot is read or written. The workout in progress
    and the quarantine are missing. So is the note of what was acknowledged: if lines at the end
    were cut off, the journal looks like an older one. Compare `status`, and use `set -o
    pipefail`. Commands that write refuse lines alone, and so do `watch`, `mcp` and `workout
    status`. `doctor` reports what it can.

    Only one writer uses a journal at a time. If another command has the journal open for
    writing, a command that writes waits a tenth of a second and then ends with exit code 5.
    --wait SECONDS waits longer. `wait = 60` in the config file sets this for all calls. After
    waiting, a command writes after the lines of the other. Commands that read never wait.
    Docs/SECURITY.md explains where to put a journal, and why not on a network.

    Commands that read check the form of each line. With --verify they also compute and compare
    every chain value, and do not use snapshots. A changed byte ends the command with exit code
    3, and the message names the line. `watch` and `mcp` do not have --verify.

    Examples

      age -d -i key.txt journal.age | health-journal latest --journal -
      ssh home cat my.journal/events.ndjson | health-journal daily steps --journal - --verify
      health-journal status --journal <(gzip -dc 2026.ndjson.gz) --verify
    """
  }

  /// The config file.
  static let config = HelpTopic(
    name: "config", summary: "Config: options and names for calls, in a file"
  ) {
    """
    The config file is ~/.config/health-journal/config. If `$XDG_CONFIG_HOME` is set, it
    replaces ~/.config. If `$HEALTH_JOURNAL_CONFIG` is set, it is the name of the file. The file
    has values of options, and aliases:

      # Every key is the name of an option.
      journal = ~/health/my.journal
      format = markdown
      time-zone = Europe/Paris

      [alias]
      week = daily --type steps --limit 7
      watch-only = samples --source 'Apple Watch'

    A line is `KEY = VALUE`, empty, or a remark after `#`. The value is everything after the
    `=`, without blanks at its ends. A flag is `true` or `false`. `~/` is the home directory.

    The command line goes before the environment, and the environment before the file. A value
    of the file is used by every command that has the option and accepts the value, unless it
    conflicts with an option on the command line. Commands of the groups Set up and Append use
    only `journal`, `wait` and the options of display from the file. So what they write depends
    on the command line alone.

    An alias is a name for a command with words. The words are split as a shell splits them;
    words of the call follow. An alias cannot have the name of a command.

    A mistake in the file is reported with its line, and the exit code is 2. `help` and `doctor`
    work all the same. If everybody may write to the file, or another user owns it, the program
    does not start the pager that it names, and reports this. --no-config, anywhere in a call,
    ignores the file. `HEALTH_JOURNAL_CONFIG=/dev/null` does the same.
    """
  }

  /// Long work and its end.
  static let progress = HelpTopic(
    name: "progress", summary: "Progress: long work, and how to stop it"
  ) {
    """
    These commands may need a long time: `import`, `replay`, `audit`, `checkpoint`, `witness`,
    `check`, `diff`, `export`, `report`, `backup` and `restore`. After half a second a line on
    the terminal shows the progress, the speed and, if the size is known, the time that is left.
    The line changes at most ten times a second. It disappears before anything else is shown. It
    never appears with --progress never, or if standard error is no terminal.

    Ctrl-C (SIGINT) or SIGTERM ends the work in an orderly way:

      the command reports what was kept, and ends with exit code 130 or 143
      an import leaves the journal as it was before, byte for byte
      a restore does the same; if its lines have replaced the others already, it reports that it is done
      a file that is not finished does not appear

    A second Ctrl-C ends the program at once. Then lines of an import may stay without a
    receipt. The next import of the same file recognizes them.
    """
  }

  /// The forms of times, days and periods.
  static let times = HelpTopic(name: "times", summary: TimeGrammar.title) { TimeGrammar.text }

  /// Days, and the zones that they are in.
  static let zones = HelpTopic(
    name: "zones", summary: "Days and time zones"
  ) {
    """
    A day is a day of the sample's own time zone (HKTimeZone) if it names one, otherwise of the
    journal's time zone. The system knows the zones. Older and newer names of a zone
    (US/Pacific, Asia/Calcutta, Europe/Kyiv) and names with an offset (GMT+0200 and Etc/GMT-2,
    both two hours east) work without the system's files. If the zone of a sample is not known,
    its day is a day of the journal's zone, and a remark reports it. A date is a date: if the
    zone skipped a date, the rows of that date from other zones are shown.

      --time-zone ZONE    Every day is a day of this zone, whatever zone a sample names, as in
                          HealthKit's collection query. Times that you type, and times that are shown
                          as bounds, are in this zone too.
      --day-starts HH:MM  With 04:00 a day lasts from 04:00 of its date to 04:00 of the next date.
                          `today`, and a date alone, then mean such a day. '2026-03-01 02:00' still
                          means this time on this date.

    All views have --time-zone. `daily`, `days`, `swims`, `runs`, `trends`, `chart`, `energy`,
    `rings` and `history --daily` have both. `export`, `diff` and `push` have both if the view
    has them; `chart` and `history` are no views there.

    When clocks change, the clock of the place decides. If the beginning of a day is skipped,
    the day begins at the change. If it comes twice, the day begins the first time. No sample is
    lost or counted twice.

    Examples

      health-journal daily steps --day-starts 04:00
      health-journal daily steps --time-zone America/New_York
    """
  }

  /// Names of types, objects and sources.
  static let naming = HelpTopic(
    name: "names", summary: "Names of types, objects and sources"
  ) {
    """
      type    HKQuantityTypeIdentifierStepCount, or a short name in any case, with or without hyphens
              (stepCount, heart-rate), or a common word (steps, weight)
      uuid    the whole uuid, or its first 8 digits or more (3f2504e0)
      source  its name (Apple Watch) or its bundle (com.example.app)

    A full identifier that this program does not know is accepted as it is. `save` warns about
    it.

    If several objects begin with the same digits, the command lists them. A source reaches only
    the objects that it may see. You can type a name as your keyboard writes it: Anna's Apple
    Watch also means Apple's `Anna’s Apple Watch` with its no-break space.

    Examples

      health-journal types heart
      health-journal find swim
    """
  }

  /// Every unit by its dimension, from the table of units.
  static let units = HelpTopic(name: "units", summary: "Units, as HealthKit writes them") {
    let known = Unit.named
    var rows: [(String, String)] = []
    var named: Set<String> = []
    for (what, example) in kinds {
      let dimension = known.first { $0.name == example }?.dimension
      let units = known.filter { $0.dimension == dimension && !named.contains($0.name) }
      named.formUnion(units.map(\.name))
      rows.append((what, units.map(text).joined(separator: ", ")))
    }
    let others = known.filter { !named.contains($0.name) }
    rows.append(("others", others.map(text).joined(separator: ", ")))
    return """
      \(table(rows))

      Units with `*` may have a metric prefix: \(Unit.prefixes.joined(separator: ", ")), as in kg,
      mL, kJ, mcg. Write products with `*`, quotients with /, and powers with ^: count/min,
      `mL/(kg*min)`, kg/m^2. `mmol<180.15588>/L` is a concentration of a substance with 180.15588
      g per mole. This is glucose; mmol/L means the same for blood glucose. °C and °F mean degC
      and degF.

      You can type values as text shows them. 97 % is 0.97; for a type that is a share of a whole,
      0.97 alone means the same. 1,705 kcal has its comma between thousands, or none. In formats
      for programs, and in `append`, a share is a number from 0 to 1 with the unit %. NaN and
      infinity are no values.

      --unit sets the unit of one answer. `configure --preferred-unit TYPE=UNIT` sets the unit of
      a type. `configure --units` metric or us sets units for people; export shows figures as they
      were saved. `types TYPE` shows the unit that the Health app uses.

      Examples

        health-journal save bodyMass 158 lb
        health-journal latest --type bodyMass --unit lb
        health-journal configure --preferred-unit bloodGlucose=mmol/L
      """
  }

  /// The kinds of measures, with a unit of each, in the order of the page.
  private static let kinds = [
    ("length", "m"), ("mass", "g"), ("volume", "L"), ("energy", "kcal"), ("power", "W"),
    ("time", "s"), ("frequency", "Hz"), ("temperature", "degC"), ("pressure", "Pa"),
    ("angle", "rad"), ("numbers", "count"),
  ]

  private static func text(_ unit: Unit.Named) -> String {
    unit.name + (unit.takesPrefix ? "*" : "")
  }

  /// All formats, and the files that they are used for.
  static let formats = HelpTopic(
    name: "formats", summary: "Formats for --format; without it text"
  ) {
    """
    \(table(
      (Format.all + Format.special).map { format in
        let endings = format.endings.map { "." + $0 }.joined(separator: ", ")
        return (format.name, format.summary + (endings.isEmpty ? "" : " (\(endings))"))
      }))

    `text` and `markdown` are for people. They have short names, times of one clock, rounded
    figures, and the columns that matter. json, ndjson and csv (RFC 4180) are for programs. They
    have every column, full identifiers, RFC 3339 times, and numbers that read back exactly.
    Commands that write answer in `text` or json. `watch` has `text` or ndjson.

    Untrusted text is escaped in every format. A CSV cell that would be a formula, also after
    blanks, begins with an apostrophe.

    The names of fields do not change. A field that is absent in JSON is an empty cell in CSV.
    `help COMMAND` lists the fields of a command.

    How it looks, with every command

    \(table(Option.display.map { ($0.usage, $0.help) }))

    See `help display`.
    """
  }

  /// Figures for people, widths, colours and the pager.
  static let display = HelpTopic(
    name: "display", summary: "Display: figures for people, width, colour and pager"
  ) {
    """
    People read durations as 2:10:56, nights as 7:05 hours, paces as 5:27 /km, energy as 1,705
    kcal and shares as 97 %. Figures are as exact as their type; small figures have two digits.
    Explanations, `diff` and `history` show six digits. All times are in the journal's zone, or
    in that of --time-zone, which is then named below the rows. `configure --units` sets the
    units of tables, explanations and drawings. `diff`, `history UUID`, `workouts --compare` and
    `energy --explain` keep the unit of the line or of the formula. All this does not change
    formats for programs.

    On a terminal lines are as wide as the terminal (`$COLUMNS`, otherwise what the terminal
    reports, otherwise 80). In a pipe they have any width. --width N sets both, from 20 to 1000,
    for `chart` from 40. A terminal with fewer than 20 columns gets lines of 20. If there is too
    little room, the program leaves out seconds, breaks headings, and shortens or leaves out
    less important columns. If this is not enough, it breaks texts. The last line names the
    columns that are left out. --all-columns shows all of them, in several lines per row.
    --columns shows those that you name. Help and `watch` fit the terminal too; in a pipe they
    do not change.

    A drawing of `chart` needs 28 columns, with categories (such as sleep) 38, and 3 more if the
    times below it have seconds. With --calendar it needs 20. On a narrower terminal it is too
    wide.

    --color is auto, always or never. With auto, a terminal shows bold headings, dim details,
    red findings and coloured drawings, unless `$NO_COLOR` is set or `$TERM` is dumb. The
    colours suit dark and light terminals.

    --pager is auto, never or a command. With auto, commands that read show their rows in
    `$HEALTH_JOURNAL_PAGER`, otherwise in `$PAGER`, otherwise in less, if it exists. An empty
    variable means no pager. If the pager does not exist, the answer is shown without it.
    Remarks wait until the pager ends. You may leave the pager early; this is no error.

    Examples

      health-journal latest --all-columns
      health-journal samples --type heartRate --columns start,value
    """
  }

  /// Options and words of commands that read.
  static let views = HelpTopic(
    name: "views", summary: "Views: what commands that read have in common"
  ) {
    """
    A view is a command that shows rows from the journal. If it finds nothing, the exit code is
    1. Every view has these options:

    \(table(Option.view.map { ($0.usage, $0.help) }))

    Most views also have --from, --to, --on, --period and --last (see `help times`), --source,
    --where (see `help predicates`), --typed and --limit. --typed no leaves out what was entered
    by hand, here or in an app. --typed yes shows nothing else. --limit counts rows after
    --sort. --sort FIELD sorts by a field of the formats for programs, and --sort -FIELD in the
    other direction.

    You can give a type as a word: `daily steps` means `daily --type stepCount`, and `workouts
    running` means `workouts --activity running`. After the view in `export`, `diff` and `push`
    use the option.

    `sleep`, `swims`, `runs` and `workouts` have --every INTERVAL and --total. A row then has
    the totals and averages of its nights, swims, runs or workouts, the number of days, and the
    number of days with data. `partial` names figures that not all of them have. Further copies
    of a workout do not count, and an effort that several sources recorded counts once (see
    `workouts`). A workout counts on the day on which it began, by its own HKTimeZone if it
    names one, also at the bounds of --from and --period.

    --columns FIELD,FIELD shows exactly these fields, in this order, in any format. NAME=FIELD
    renames one. It also shows fields that are otherwise shown only on request. Rows of objects
    have three such fields: created, sourceVersion and metadata (an object; metadata.KEY is one
    value of it). For --columns and --sort you can use HealthKit's words:

      startDate      start             endDate              end
      identifier     type              units                unit
      sourceName     source            workoutActivityType  activity
      totalDistance  distance          totalEnergyBurned    energy

    Examples

      health-journal samples --columns steps=value,startDate,endDate --type steps
      health-journal daily steps --period 2026 --sort -sum
      health-journal workouts running --every month --period 2026
    """
  }

  /// Values of `--where`; the key paths come from their declaration.
  static let predicates = HelpTopic(
    name: "predicates",
    summary: "Predicates: conditions for --where, as an NSPredicate in HealthKit"
  ) {
    """
    A predicate is one comparison, or several with `and`, `or`, `not` and parentheses. `not`
    binds tighter than `and`, and `and` tighter than `or`.

      = != < <= > >=        equal, not equal, less or earlier, more or later
      in {a, b}             one of them; not in {a, b}: none of them
      between {a, b}        from the one to the other, both included
      contains, beginsWith  of texts, in upper or lower case
      like                  of texts, with * for any characters and ? for one

    A value is one of these:

      a word                            in quotes if it has blanks or signs
      a number, with or without a unit  as text shows it: 'value < 94 %' compares with 0.94
      a time                            as in `help times`
      true, false, none                 'device = none' holds if there is no device

    An object without the field differs from every value: 'device != Watch' also holds if there
    is no device. Docs/PREDICATES.md has more.

    You can compare these:

    \(lines(PredicateKeyPath.allCases.map(\.rawValue)))

    Examples

      health-journal samples --type heartRate --where 'value > 150 count/min'
      health-journal workouts --where 'activity = running and duration >= 30 min'
      health-journal samples --where 'source = owner and start > 2026-02-01'
      health-journal swims --where 'metadata.HKLapLength = 25 m'
      health-journal daily --type steps --where 'metadata.HKWasUserEntered != true'
    """
  }

  /// Views as of a moment.
  static let past = HelpTopic(
    name: "past", summary: "The past: --as-of shows what was known then"
  ) {
    """
    Every view has --as-of SEQ|TIME, except `watch` and `types`. It shows what was known when
    line SEQ was the last line, or at TIME. Everything that was recorded later is ignored:
    deletes, settings and authorizations too. A TIME without an offset is in the zone that was
    in force then, or in that of --time-zone. `now` is the last line, whatever its date. `diff`
    has its two moments as words.

    Examples

      health-journal latest --as-of 10
      health-journal diff 1 now
    """
  }

  /// Views as a source.
  static let rights = HelpTopic(
    name: "rights", summary: "Rights: --as shows what a source may read"
  ) {
    """
    Every view has --as SOURCE, except `types`. It shows what this source may read: everything
    of a type that the owner lets it read, and only its own objects of a refused type. The
    answer does not show which of the two it is. The own objects of a source are those that it
    saved, and those that carry its bundle, such as imported ones.

    Objects that a source may not see do not change anything for it. With and without them,
    every view shows the source the same bytes, with all options. So a workout has only the
    members that the source may see. A total, a finding of `check` or a line in `diff` comes
    only from what the source sees. There is one exception: line numbers (`seq`) and chain
    values, and the Idempotency-Key of `push` that is made from them, are those of the whole
    journal. A gap shows that there are other lines, but not their content.

    In the past (--as-of, `diff`, the history of a day) a source sees what it could read then
    and may read now, and nothing that was deleted or replaced since. `now` is the last line. So
    asking for the past does not bring back a right that the owner took away, or a deleted
    object. Of a deleted or replaced object a source sees the uuid, and the type if it may read
    it (`changes`, `history`), as in HealthKit. It does not see the content, its own included,
    and not the reason. --rights then uses the rights of that time alone. It is for the owner,
    who answers for both, as in a study (Docs/STUDY.md). `mcp`, `watch` and the library do not
    have it.

    A type that you name, or that the view is about, must have been decided with `authorize`,
    then and now. Otherwise the command is refused (exit code 4), as with HealthKit's
    authorizationNotDetermined. `profile` and `energy` combine many types and show those that
    the source may see. There a type that was never decided is missing, like a refused one.

    Rights also hold for what objects state about other types:

      workouts            of other sources come without totals, statistics and metadata of types that
                          may not be read
      rings               come without such figures
      heart rate          variability comes without its beats
      clinical records    come without a resource that has figures of such a type, a date of birth or
                          a sex
      electrocardiograms  have what HealthKit's have: not the beginning of the file with name and date
                          of birth, and no symptoms in words. The average heart rate belongs to the
                          type heart rate.
      unknown elements    what an import kept of them belongs to the owner
      correlations        are seen by a source that may read the types of all members, and are asked
                          for by these types. They list the members that the source sees.

    Settings (time zone, order of sources, units) hold for everybody. In the log a source sees
    lines about objects that it sees, its own origins, and what it may share. Only the owner
    sees imports, erasures and the decisions on reading. `status`, `audit` and `replay` are
    about the journal itself and do not have --as. `types` needs no journal.

    Examples

      health-journal authorize com.example.coach --read stepCount,heartRate
      health-journal daily steps --as com.example.coach
    """
  }

  /// Sources, their names and their order.
  static let sources = HelpTopic(
    name: "sources", summary: "Sources: the apps and devices that wrote samples, and people"
  ) {
    """
    A source has a name, as Apple Watch. It may have a bundle identifier, as com.example.app.
    The source `owner` is the owner of the journal, for objects without another source.
    `health-journal sources` lists the sources of each type.

      --source NAME   only what this source wrote; a name or a bundle; you may give several
      --as SOURCE     show what this bundle may read, as `authorize` decided
      --by SOURCE     save or delete in the name of this bundle; otherwise in the owner's name
      --sources RULE  what happens if several sources measured at the same time; see the command
      --where …       'source = "Apple Watch"', 'source beginsWith com.example'


    If several sources measured at the same time, `merge` counts only the first of them at each
    moment. `sources` shows the order, and the reason of each place. `configure --priority`
    changes it.

    Examples

      health-journal sources --type stepCount
      health-journal configure --priority 'stepCount=Apple Watch,iPhone'
      health-journal daily --type stepCount --sources separate
    """
  }

  /// Rules of commands that write.
  static let writing = HelpTopic(
    name: "writing", summary: "Writing: what commands that write have in common"
  ) {
    """
    When a command that writes answers, its data is on the disk. Otherwise it has changed
    nothing. Only one writer uses a journal at a time (see `help journals`). Before writing, a
    command repairs what a crash left, also with --dry-run: half a line at the end moves to
    `quarantine/`, and a warning reports it.

    --by SOURCE asks in the name of another source than the owner. The source may save the types
    that `authorize` lets it share, and delete what it saved itself.

    Lines never go back in time. So if a wrong clock gives one line a later date, all later
    lines have this date too. If the clock is more than 366 days after the last line, the
    command asks at a terminal whether the clock is right. Without a terminal it saves nothing
    (exit code 2), unless you give --clock-is-right. All commands of the group Append have this
    option, and so do `configure` and `profile --save-bmi`. More than 31 days cause a warning.
    `doctor` explains what to do about lines with a later date.

    Examples

      health-journal authorize com.example.coach --share bodyMass
      health-journal save weight 71.2 kg --by com.example.coach
    """
  }
}
