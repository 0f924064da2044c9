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

    The command is the first word. Options and other words follow in any order. `health-journal
    help COMMAND`, or --help after a command, shows all options of the command. The value of an
    option is the next word, or the text after a `=`. A value that begins with `--` needs the
    `=`. The word `--` ends the options.

    Results go to standard output. Everything else goes to standard error. An error is one line.
    It states what happened, where, and what to do. If a command changed something but could not
    write its answer, the error names the change (`done in line 12, but: …`). So you do not need
    to repeat the command.

    Arguments and file names must be UTF-8, because a corrected name would be the name of
    another file. A file must be a plain file, with three exceptions. `import` reads a pipe.
    --journal reads a pipe. --header-file reads an open descriptor (`/dev/fd/N`, `/dev/stdin`).

    The exit codes are:

      0         done
      1         the answer is no: the command found nothing, an audit or a check found a problem, or
                an import left something out
      2         wrong usage: a wrong command, option, type, unit, time or uuid, or a file or a
                journal that does not exist
      3         the journal is damaged, or its format is that of a newer program
      4         a rule refused the command; `append`: a rule refused at least one command; `push`:
                the receiver refused the data
      5         the system failed: the disk is full, a permission is missing, or another writer has
                the journal open
      130, 143  SIGINT or SIGTERM stopped the command

    A refused command does not change one byte of the journal:

      health-journal: refused: com.example.app may not share bodyMass

    With a format for programs, a refusal also has the name and number of HealthKit's error, and
    the full identifier:

      health-journal: refused, HKError authorizationDenied (4): com.example.app may not share
      HKQuantityTypeIdentifierBodyMass
    """
  }

  /// The journal of a command, lines without a folder, and writers.
  static let journals = HelpTopic(
    name: "journals", summary: "Journals: which journal a command uses, and who else uses it"
  ) {
    """
    A command uses the journal of --journal DIR. A word that ends in .journal means the same, if
    the command takes no text and no path: `audit my.journal`. Without this option it uses the
    journal of `$HEALTH_JOURNAL`. If this variable is not set, it uses the default journal:

      Linux  ~/.local/share/health-journal/health.journal, or below $XDG_DATA_HOME if it is set
      macOS  ~/Library/Application Support/HealthJournal/health.journal

    Commands that read also accept the lines of a journal in place of its folder. The lines come
    from standard input (`--journal -`, or `HEALTH_JOURNAL=-`), from a named pipe or the shell's
    `<(…)` (`--journal PIPE`), or from a plain file (`--journal FILE`). The output has the same
    bytes as with the folder. The program needs memory for its tables. Some views read lines
    twice, so the program copies a pipe into a file without a name, in `$TMPDIR` or in /tmp.
    This file always disappears when the process ends. The file is not encrypted;
    `TMPDIR=/dev/shm` keeps it off the disk.

    Lines without a folder contain less. The program does not read or write a snapshot. The
    workout in progress, the quarantine and the record of acknowledged lines are missing.
    Without this record, a journal whose last lines were cut off looks like an older journal.
    Compare `status`, and use `set -o pipefail`. Commands that write, `watch`, `mcp` and
    `workout status` refuse lines without a folder. `doctor` reports the items that it can
    check.

    Only one writer uses a journal at a time. If another command has the journal open for
    writing, a command that writes waits one second, and then ends with exit code 5. --wait SECONDS
    sets another time, and `wait = 60` in the config file sets it for all calls.
    After the wait, the command appends its lines after the lines of the other command. Commands
    that read never wait. Docs/SECURITY.md explains where to put a journal, and why a network
    drive is not suitable.

    Commands that read check the form of each line. With --verify they also compute and compare
    every chain value, and do not use snapshots. If a byte was changed, the command ends with
    exit code 3, and the message names the line. `watch` and `mcp` do not have --verify.

    Examples

      age -d -i key.txt journal.age | health-journal latest --journal -
      ssh home cat my.journal/events.ndjson | health-journal daily steps --journal - --verify
      health-journal status --journal <(gzip -dc 2026.ndjson.gz) --verify
    """
  }

  /// The config file.
  static let config = HelpTopic(
    name: "config", summary: "Config: a file with options and aliases for calls"
  ) {
    """
    The config file is ~/.config/health-journal/config. If `$XDG_CONFIG_HOME` is set, it
    replaces ~/.config. If `$HEALTH_JOURNAL_CONFIG` is set, it is the path of the file. The file
    contains values of options, and aliases:

      # Every key is the name of an option.
      journal = ~/health/my.journal
      format = markdown
      time-zone = Europe/Paris

      [alias]
      week = daily --type steps --limit 7
      watch-only = samples --source 'Apple Watch'

    A line is `KEY = VALUE`, empty, or a remark after `#`. The value is the text after the `=`,
    without blanks at both ends. An option without a value is `true` or `false`. `~/` is the
    home directory.

    The command line has priority over the environment, and the environment has priority over
    the file. Every command that has an option and accepts its value in the file uses this
    value, unless it conflicts with the command line. Commands of the groups Set up and Append
    use only `journal`, `wait` and the options of display from the file. So the lines that they
    write depend only on the command line.

    An alias is a name for a command and its words. The program splits the words as a shell
    does, and adds the other words of the call at the end. An alias cannot have the name of a
    command.

    If the file has a mistake, the program reports its line, and the exit code is 2. Even then
    `help` and `doctor` work. If everybody may write to the file, or another user owns the file,
    the program does not start the pager that the file names. It reports this. With --no-config,
    anywhere in a call, or with `HEALTH_JOURNAL_CONFIG=/dev/null`, the program ignores the file.
    """
  }

  /// The progress of commands that take long, and the ways to stop them.
  static let progress = HelpTopic(
    name: "progress", summary: "Progress: commands that take long, and how to stop them"
  ) {
    """
    These commands may need a long time: `import`, `replay`, `audit`, `checkpoint`, `witness`,
    `check`, `diff`, `export`, `report`, `backup` and `restore`. After half a second a line on
    the terminal shows the progress and the speed, and, if the size is known, the remaining
    time. The line changes at most ten times a second. It disappears before the program shows
    other text. It never appears with --progress never, or if standard error is not a terminal.

    Ctrl-C (SIGINT) or SIGTERM stops the command in an orderly way:

      the command reports what it kept, and ends with exit code 130 or 143
      an import leaves the journal as it was before, byte for byte
      a restore also does so; but if its lines are in their place already, it reports success
      an unfinished file does not appear

    A second Ctrl-C ends the program at once. In this case, lines of an import may stay without
    a receipt. The next import of the same file recognizes these lines.
    """
  }

  /// The forms of times, days and periods.
  static let times = HelpTopic(name: "times", summary: TimeGrammar.title) { TimeGrammar.text }

  /// Days and their time zones.
  static let zones = HelpTopic(
    name: "zones", summary: "Days and time zones"
  ) {
    """
    The time zone of a sample (HKTimeZone) decides its day. If the sample names no zone, the
    journal's time zone decides. The program uses the zone data of the system. Older and newer
    names of a zone (US/Pacific, Asia/Calcutta, Europe/Kyiv) work without the system's files.
    Names with an offset (GMT+0200 and Etc/GMT-2, two hours east) work too. If the program does
    not know the zone of a sample, the journal's zone decides, and a remark reports this. If the
    journal's zone skipped a date, a view still shows the rows of that date from other zones.

    So count `daily`, `days`, `trends`, `energy`, `rings` and the daily figures of the report; and a
    night or a workout has the day of its own zone in the views of days. In contrast, `statistics`,
    `chart`, `compare --tag`, and the figures of samples in `summary`, `day` and `compare` cut time
    by one calendar, as in HealthKit: that of the journal's zone. With --time-zone all of them
    agree.

      --time-zone ZONE    This zone decides every day, even if a sample names another zone, as in
                          HealthKit's collection query. The times that you type, and the bounds that
                          a view shows, are in this zone too.
      --day-starts HH:MM  With 04:00 a day lasts from 04:00 of its date to 04:00 of the next date.
                          `today`, and a date without a time, then mean such a day. '2026-03-01
                          02:00' still means this time on this date.

    All views have --time-zone. `daily`, `days`, `clocks`, `swims`, `runs`, `trends`, `chart`,
    `energy`, `rings` and `history --daily` also have --day-starts. `export`, `diff` and `push` have
    the same two options as their view. You cannot name `chart` or `history` there.

    When clocks change, the clock of the place decides. If the clock skips the beginning of a
    day, the day begins at the change. If the clock shows this time twice, the day begins at the
    first of the two. No sample is lost or counted twice.

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
      uuid    the whole uuid, or at least its first 8 digits (3f2504e0)
      source  its name (Apple Watch) or its bundle identifier (com.example.app)

    The program accepts a full identifier that it does not know. `save` warns about such an
    identifier.

    If several uuids begin with the same digits, the command lists them. With --as or --by, a
    source can name only the objects that it may see. You can type a name as your keyboard
    writes it: Anna's Apple Watch also means Apple's `Anna’s Apple Watch` with its no-break
    space.

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
      mL, kJ, mcg. In a unit that you type, `*` means a product, / a quotient and ^ a power:
      count/min, `mL/(kg*min)`, kg/m^2. `mmol<180.15588>/L` is a concentration of a substance with
      180.15588 g per mole. This number is the molar mass of glucose, so for blood glucose you can
      also type mmol/L. °C and °F mean degC and degF. Words mean units too: 71 kilograms, 158 lbs,
      61 bpm. `5'9"` means 69 in, and 11st 4lb means 158 lb.

      You can type values in the form that the format `text` shows. 97 % means 0.97. For types
      that are percentages, you can also type 0.97 without a unit. You may type a comma between
      thousands (1,705 kcal), and only there. In formats for programs, and in `append`, a
      percentage is a number from 0 to 1 with the unit %. The program refuses NaN and infinity.

      --unit sets the unit of one answer. `configure --preferred-unit TYPE=UNIT` sets the unit of
      a type. `configure --units metric` or `--units us` sets the units of output for people;
      `--units export` shows figures in the units in which they were saved. `types TYPE` shows the
      unit that the Health app uses.

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

  /// All formats, and the endings of their files.
  static let formats = HelpTopic(
    name: "formats", summary: "Formats for --format; the default is text"
  ) {
    """
    \(table(
      (Format.all + Format.special).map { format in
        let endings = format.endings.map { "." + $0 }.joined(separator: ", ")
        return (format.name, format.summary + (endings.isEmpty ? "" : " (\(endings))"))
      }))

    `text` and `markdown` are for people. They have short names, times of one time zone, rounded
    figures, and the most important columns. json, ndjson, csv (RFC 4180) and tsv are for programs.
    They have every column, full identifiers, RFC 3339 times, and exact numbers. Commands that
    write answer in `text` or json. `watch` has `text` or ndjson.

    Every format escapes untrusted text. A cell of CSV or TSV that a spreadsheet would read as a
    formula, also after blanks, begins with an apostrophe.

    The names of fields do not change in later versions. If a field is absent in JSON, its cell
    is empty in CSV. `help COMMAND` lists the fields of a command.

    Options of every command for the look of the output

    \(table(Option.display.map { ($0.usage, $0.help) }))

    See `help display`.
    """
  }

  /// Figures for people, widths, colours and the pager.
  static let display = HelpTopic(
    name: "display", summary: "Display: figures for people, width, colour and pager"
  ) {
    """
    Formats for people show durations as 2:10:56, nights as 7:05 hours, paces as 5:27 /km,
    energy as 1,705 kcal and percentages as 97 %. The type decides how many digits a figure has;
    small figures have two digits. Explanations, `diff` and `history` show six digits. All times
    are in the journal's zone, or in the zone of --time-zone; a line below the rows then names
    this zone. `configure --units` sets the units of tables, explanations and drawings. `diff`,
    `history UUID`, `workouts --compare` and `energy --explain` keep the unit of the line or of
    the formula. None of these rules changes formats for programs.

    On a terminal lines are as wide as the terminal (`$COLUMNS`, otherwise what the terminal
    reports, otherwise 80). In a pipe lines have any width. --width N, from 20 to 1000 (for
    `chart` from 40), sets the width in a terminal and in a pipe. In a terminal with fewer than
    20 columns, lines have 20. If there is too little room, the program leaves out seconds
    and breaks headings. Then it leaves out columns that have the same text in every row; a line
    below the rows has this text. Then it leaves out times, then less important columns. If this
    is not enough, it breaks texts. The last line names the columns that are not shown. A figure
    has its unit beside it, and a day has one form at every width. The order of rows depends only
    on the call, not on the terminal. --all-columns
    shows all columns, in several lines per row. --columns shows the columns that you name. The
    lines of help and of `watch` fit the terminal too; in a pipe they do not change.

    A drawing of `chart` needs 28 columns, or 38 for categories (such as sleep). If the times
    below the drawing have seconds, it needs 3 columns more. With --calendar it needs 20
    columns. On a narrower terminal the drawing is too wide.

    --color is auto, always or never. With auto, a terminal shows bold headings, dim details,
    red findings and coloured drawings, unless `$NO_COLOR` is set or `$TERM` is dumb. The
    colours suit dark and light terminals.

    --pager is auto, never or a command. With auto, commands that read show their rows in
    `$HEALTH_JOURNAL_PAGER`, otherwise in `$PAGER`, otherwise in less, if it exists. An empty
    variable means no pager. If the pager does not exist, the command shows the rows without a
    pager. Remarks appear after the pager ends. You may leave the pager early; this is not an
    error.

    Examples

      health-journal latest --all-columns
      health-journal samples --type heartRate --columns start,value
    """
  }

  /// Options and words of commands that read.
  static let views = HelpTopic(
    name: "views", summary: "Views: options and words of commands that read"
  ) {
    """
    A view is a command that shows rows from the journal. If a view finds nothing, the exit code
    is 1. Every view has these options:

    \(table(Option.view.map { ($0.usage, $0.help) }))

    Most views also have --from, --to, --on, --period and --last (see `help times`), --source,
    --where (see `help predicates`), --typed and --limit. `--typed no` leaves out data that a
    person entered by hand, with this program or in an app. `--typed yes` shows only such data.
    --limit N keeps the newest N rows, and their order stays. Of rows without a time, and of a
    list inside one thing (lengths, points, voltages, an explanation), it keeps the first. --sort
    FIELD sorts by a field of the formats for programs, --sort -FIELD in the other direction.
    Then --limit keeps the first rows.

    You can give a type as a word: `daily steps` means `daily --type stepCount`, and `workouts
    running` means `workouts --activity running`. In `export`, `diff` and `push`, use the option
    instead of the word. The last words may name a period: `sleep last week` means `sleep
    --period 'last week'`, and `daily steps 2026-03` shows March.

    If a view finds nothing, the remark on standard error says where there is something: the
    time that is nearest to the window, or the option that leaves out everything. With --as it
    says only what the source may read.

    `sleep`, `swims`, `runs` and `workouts` have --every INTERVAL and --total. A row then has
    the totals and averages of its nights, swims, runs or workouts, the number of days, and the
    number of days with data. `partial` names the figures that some nights, swims, runs or
    workouts lack. If there are several copies of a workout, only one counts. An effort that
    several sources recorded also counts once (see `workouts`). A workout counts on the day on
    which it began. The HKTimeZone of the workout decides this day if the workout names one,
    also at the bounds of --from and --period.

    --columns FIELD,FIELD shows exactly these fields, in this order, in any format. NAME=FIELD
    gives a field another name. Rows of objects also have the fields created, sourceVersion and
    metadata. These appear only with --columns or --all-columns. metadata is an object;
    metadata.KEY is one value of this object. For --columns and --sort you can use HealthKit's
    words:

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
      between {a, b}        from a to b, including a and b
      contains, beginsWith  for texts; upper and lower case are equal
      like                  for texts; * means any characters, and ? means one character

    A value is one of these:

      a word                            in quotes if the word has blanks or special characters
      a number, with or without a unit  written as in text: 'value < 94 %' compares with 0.94
      a time                            as in `help times`
      true, false, none                 'device = none' is true if there is no device

    An object without the field is not equal to any value: 'device != Watch' is also true if
    there is no device. Docs/PREDICATES.md explains more.

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
    name: "past", summary: "The past: --as-of shows what was known at a moment"
  ) {
    """
    Every view except `watch` and `types` has --as-of LINE|TIME. It shows what was known when
    line LINE was the last line, or at TIME. The view ignores everything that was recorded later,
    also deletions, settings and authorizations. A TIME without an offset is in the zone that
    the journal had at that time, or in the zone of --time-zone. You can also write `now`. It
    means the last line, even if the date of this line is in the future. `diff` takes its two
    moments as words, without --as-of.

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
    Every view has --as SOURCE, except `types`. The view shows only what this source may read.
    If the owner lets the source read a type, the source sees every object of the type. If the
    owner refused the type, the source sees only its own objects. The answer does not show
    whether the owner refused a type. A source's own objects are those that it saved, and those
    with its bundle identifier, such as imported objects.

    Objects that a source may not see have no effect on what it sees. Every view, with every
    option, gives the source the same bytes as if these objects did not exist. So a workout has
    only the members that the source may see. A total, a finding of `check` or a line in `diff`
    comes only from objects that the source sees. There is one exception: line numbers (`seq`),
    chain values, and the Idempotency-Key of `push`, which is made from them, are those of the
    whole journal. A gap in the numbers shows that there are other lines, but not their content.

    Views of the past are --as-of, `diff` and the history of a day. There a source sees only
    objects that it could read at that time and may also read now. It does not see objects that
    were deleted or replaced later. So a view of the past does not bring back a right that the
    owner took away, or a deleted object. In --as-of and `diff`, `now` means the last line. If
    an object was deleted or replaced, `changes` and `history` show the source its uuid, as in
    HealthKit. They show the type only if the source may read it. They do not show the content
    or the reason, even of the source's own objects. `--rights then` uses only the rights of
    that time. This option is for the owner, who is responsible for both moments, for example in
    a study (Docs/STUDY.md). `mcp`, `watch` and the library do not have it.

    A right can cover only data since a moment (`authorize --since`). Then the source does not see
    objects of others that end before that moment, or anything that they state. A right can end
    (`authorize --until`). After that it is as if the owner had taken the right away. --at names the
    moment at which the source asks; the default is now. --as-of names the moment up to which data
    were known. You can use both. `mcp` and an export state the moment of --at as `asked`.

    The owner must have decided with `authorize` about each type that you name or that the view
    is about. For a view of the past, this must be true at that time and now. Otherwise the
    command is refused (exit code 4), as with HealthKit's authorizationNotDetermined. `profile`
    and `energy` combine many types and show those that the source may see. If the owner never
    decided about a type, it is missing there, like a refused type.

    An object may contain figures of other types. Rights apply to these figures too:

      workouts            A view of other sources' workouts omits totals, statistics and metadata of
                          types that the source may not read.
      rings               A view omits the figures of types that the source may not read.
      variability         A view of heart rate variability omits the beats if the source may not
                          read the heart rate.
      clinical records    A view omits a resource that contains figures of such a type, a date of
                          birth or a sex.
      electrocardiograms  A view shows the data that HealthKit shows. It omits the beginning of the
                          file with name and date of birth, and symptoms in words. The average heart
                          rate belongs to the type heart rate.
      unknown elements    Only the owner sees the content that an import kept of such an element.
      correlations        A source sees a correlation if it may read the types of all members. It
                          asks for these types, not for the correlation type. The correlation lists
                          the members that the source sees.

    Settings (time zone, order of sources, units) apply to every reader. In the log a source
    sees three kinds of lines: about objects that it may see, about its own origins, and about
    its rights to share. Only the owner sees imports, erasures and the decisions on reading.
    `status`, `audit` and `replay` are about the journal itself and do not have --as. `types`
    needs no journal.

    Examples

      health-journal authorize com.example.coach --read stepCount,heartRate
      health-journal daily steps --as com.example.coach
    """
  }

  /// Sources, their names and their order.
  static let sources = HelpTopic(
    name: "sources", summary: "Sources: the apps, devices and people that wrote samples"
  ) {
    """
    A source has a name, such as Apple Watch. It may have a bundle identifier, such as
    com.example.app. The source `owner` is the owner of the journal. It is the source of objects
    without another source. `health-journal sources` lists the sources of each type.

      --source NAME   only data of this source, by name or bundle; you may give several
      --as SOURCE     show only what this bundle may read, as decided with `authorize`
      --by SOURCE     save or delete in the name of this bundle; default: the owner
      --sources RULE  which samples count if several sources measured at the same time
      --where …       'source = "Apple Watch"', 'source beginsWith com.example'

    If several sources measured at the same time, `merge` counts only the first source of the
    order at each moment. `sources` shows this order, and a reason for each place. `configure
    --priority` changes the order.

    Examples

      health-journal sources --type stepCount
      health-journal configure --priority 'stepCount=Apple Watch,iPhone'
      health-journal daily --type stepCount --sources separate
    """
  }

  /// Rules of commands that write.
  static let writing = HelpTopic(
    name: "writing", summary: "Writing: rules of all commands that write"
  ) {
    """
    When a command that writes answers with success, its data is on the disk. A refused command
    has changed nothing. Only one writer uses a journal at a time (see `help journals`). Before
    a command writes, also with --dry-run, it repairs the file after a crash. It moves half a
    line at the end to `quarantine/`, and a warning reports this.

    With --by SOURCE a command acts in the name of another source than the owner. The source may
    save the types that `authorize` lets it share. It may delete only objects that it saved
    itself.

    The dates of lines never go back. So if a wrong clock gives one line a date in the future,
    all later lines get this date too. If the clock is more than 366 days after the last line,
    the command asks at a terminal whether the clock is right. Without a terminal it saves
    nothing (exit code 2), unless you give --clock-is-right. All commands of the group Append
    have this option, and so do `configure` and `profile --save-bmi`. More than 31 days cause a
    warning. `doctor` explains what to do about lines with a date in the future.

    Examples

      health-journal authorize com.example.coach --share bodyMass
      health-journal save weight 71.2 kg --by com.example.coach
    """
  }
}
