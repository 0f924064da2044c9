extension WordTable {
  static let english = WordTable(
    """
    months: Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
    weekdays: M T W T F S S
    dayMark:
    decimalMark: .
    groupMark: ,
    leastGrouped: 4
    listMark: ,
    title: Health report
    contents: Contents
    overviewTitle: At a glance
    overviewLead: Averages of %1, and the change from %2. Each line shows the twelve months up to
      %3, week by week.
    tileNote: Change: %1 · %2
    tileChange: Change: %1
    tileLine: %1 to %2, between %3 and %4
    pressureTile: Blood pressure
    glucoseTile: Glucose in range
    glucoseDays: Readings of %1.
    glucoseMean: The line is the average, %1 %2. %3
    eyesTitle: To look at
    eyesCaption: Warnings of a watch, electrocardiograms without sinus rhythm, and problems in
      the data of this period.
    detail: Details
    latestOn: the latest on %1
    eyesMore: More of them are in the sections below: %1.
    eyesNone: There are no warnings of a watch, no electrocardiograms without sinus rhythm and
      no problems in the data of this period.
    what: What
    latest: Latest
    oneMonth: 1 month
    monthCount: %1 months
    symptomsTitle: Symptoms, warnings, ECG
    episodesCaption: Symptoms and warnings of this period, the newest first. A symptom that was
      noted as absent does not count.
    episodesEvidence: The lines of the journal that hold these samples.
    worst: Worst
    ecgTitle: Electrocardiograms
    ecgCaption: The newest electrocardiograms of this period: %1 of %2.
    ecgResult: Result
    ecgOf: ECG: %1
    linesTitle: Tables and lines
    linesLink: Tables and lines of this section
    linesNote: Open a table to see its rows. Most tables name the lines of the journal behind
      each figure.
    days: %1 days
    daysOf: days of %1
    born: born %1
    years: %1 years
    oneYear: 1 year
    female: female
    male: male
    asReader: Shows what %1 may read.
    howToRead: The figures come from samples in a journal; the tables near the end of the page
      name the lines of the samples. A day without data is missing and does not count as 0.
    problemsLeftOut: Values that no person can have are left out (%1). The section about the
      data lists them.
    problemsCounted: Values that no person can have are counted (%1). A drawing ends where they
      begin, and shows a dot there.
    disclaimer: This page shows what was recorded. It holds no diagnosis, no score and no
      advice.
    changesTitle: What changed
    vitalsTitle: Latest values
    activityTitle: Activity
    heartTitle: Heart
    sleepTitle: Sleep
    bodyTitle: Body
    glucoseTitle: Glucose
    workoutsTitle: Workouts
    qualityTitle: The data itself
    receiptTitle: Receipt
    noData: No data in this period.
    noVitals: No vital signs were recorded up to the end of this period.
    noActivity: No steps, energy or exercise in this period.
    noHeart: No heart rates in this period.
    noSleep: No sleep in this period.
    noBody: No body mass and no blood pressure in this period.
    noWorkouts: No workouts in this period.
    steps: Steps
    distance: Distance
    flights: Flights climbed
    activeEnergy: Active energy
    exercise: Exercise
    heartRate: Heart rate
    restingHeartRate: Resting heart rate
    walkingHeartRate: Walking heart rate
    variability: Heart rate variability (SDNN)
    oxygen: Oxygen saturation
    breathing: Respiratory rate
    fitness: VO₂ max
    mass: Body mass
    bodyMassIndex: Body mass index
    fat: Body fat
    height: Height
    temperature: Body temperature
    systolic: Systolic
    diastolic: Diastolic
    glucose: Blood glucose
    asleepANight: Asleep a night
    workoutCount: Workouts, in all
    deep: Deep
    core: Core
    rem: REM
    asleep: Asleep
    awake: Awake
    ringMove: Move
    ringExercise: Exercise
    ringStand: Stand
    measure: Measure
    thisPeriod: Average of days
    before: Before
    difference: Difference
    range: Range
    daysWithData: Days with data
    comparedWith: Compared with %1, the period directly before.
    changesCaption: Totals, such as steps: the average of the days with data, and the range of the
      days. Measurements, such as heart rates: the average and the range of all values.
    notEnough: not enough data
    evidence: Samples and lines behind these figures
    evidenceCaption: The number of samples, added up by day or night: a sample that counts on
      two days is counted twice. Beside it the lines of the journal that hold the samples.
    samples: Samples
    linesHeading: Lines
    samplesBefore: Samples before
    linesBefore: Lines before
    inAll: %1 (%2 lines)
    vitalsCaption: The latest value of each kind up to %1, and how old it is on that day.
    value: Value
    age: Age
    when: When
    source: Source
    line: Line
    lastDay: same day
    oneDay: 1 day
    ofDayCount: %1 of %2 days
    ofOneDay: %1 of 1 day
    ofNightCount: %1 of %2 nights
    ofOneNight: %1 of 1 night
    day: Day
    week: Week
    month: Month
    daysHeading: Days
    sum: Sum
    mean: Average
    least: Least
    greatest: Greatest
    tableOf: Table: %1
    sumCaption: %1: the sum, and average, least and greatest of the days with data.
    meanCaption: %1: the average of the values, the least and the greatest value.
    ofDays: %1 of %2
    ring: Ring
    ringsTitle: Rings
    ringsCaption: The figures are those that Apple stated, else those of the samples. Agree:
      days on which both are the same.
    ringsEvidence: The lines of the summaries that state figures and goals, and of the samples.
    summaryLines: Lines of summaries
    sampleLines: Lines of samples
    goalReached: Goal reached
    statedAgrees: Agree
    figure: Figure
    sources: Sources
    more: and %1 more
    check: Check
    kind: Kind
    count: Count
    whatItSays: What it says
    problem: problem
    remark: note
    summary: Average %1; least %2 (%3), greatest %4 (%5); %6.
    weekLine: The line is the average of each week, a small dot is a day.
    monthLine: The line is the average of each month.
    heatTitle: %1 by day
    heatCaption: A square is a day; where there is none, there is no data.
    heatNotes: A dot marks a day with a note.
    notesTitle: Notes
    notesCaption: Notes on some time of this period, the newest first, as they were written.
    note: Note
    tags: Tags
    bandCaption: The band reaches from the least to the greatest value, the line is the average.
    stagesTitle: Nights by stage
    stagesCaption: Asleep %1 a night; least %2, greatest %3; %4. %5
    barIsNight: A bar is a night.
    barIsWeek: A bar is the average of the nights of a week.
    barIsMonth: A bar is the average of the nights of a month.
    windowsTitle: When nights begin and end
    windowsCaption: A line a night, from its first to its last sample, noon to noon.
    windowsWeekCaption: A line a week: average beginning and end of its nights, noon to noon.
    windowsMonthCaption: A line a month: average beginning and end of its nights, noon to noon.
    regularityTitle: Regularity
    regularityCaption: Average beginning and end of nights, and how far they lie apart (standard
      deviation). Nights have the date of their morning.
    nights: Nights
    allNights: all
    workNights: Monday to Friday
    freeNights: Saturday and Sunday
    begins: Begins
    ends: Ends
    spread: Spread (SD)
    asleepHeading: Asleep
    inBed: In bed
    nightsCaption: Averages of the nights with data; a stage only of the nights that have it.
    nightsEvidence: The sleep samples of these nights, from noon to noon, and the lines of the
      journal that hold them.
    pressureTitle: Blood pressure, mmHg
    pressureCaption: Two dots are a reading: systolic above, diastolic below.
    pressureBandCaption: The lines are the systolic and the diastolic average of each month, the
      bands reach from the least to the greatest reading.
    pressureTableCaption: Systolic / diastolic by the clock of the place. Spread is the standard
      deviation; high is the share of readings at or above %1.
    pressureLimits: Dashed: %1, the limits for measurements at home (ESH 2023).
    pressureHigh: %1 of %2 readings at or above %3 (%4)
    highReadings: High
    pressureEvidence: The lines of the journal that hold these readings.
    timeOfDay: Time of day
    allDay: all
    night: 00–06
    morning: 06–12
    afternoon: 12–18
    evening: 18–24
    readings: Readings
    notEnoughGlucose: A glucose profile needs %1 days with %2 % of their hours covered; here: %3
      with %4 %, so the readings alone are shown.
    profileTitle: Ambulatory glucose profile
    profileCaption: %1, %2 days, %3 readings, by half hours of the day: median, 25th to 75th and
      5th to 95th percentile, in the colours of the ranges; dashed: %4 and %5.
    profileTableCaption: Percentiles of the readings by half hours of the day, %1; where there
      are fewer than five, none.
    rangesTitle: Time in ranges
    rangesFigureCaption: The share of readings in each range.
    dayProfilesTitle: Daily profiles
    dayProfilesCaption: A drawing is a day, from midnight to midnight. Its height is %1; the
      green band is %2.
    rangesCaption: Shares of readings, beside the targets of the international consensus on time
      in range of 2019 for adults with diabetes.
    share: Share
    consensus: Consensus
    variation: Coefficient of variation
    managementIndicator: Glucose management indicator
    coverage: Hours with readings
    glucoseCaption: Glucose of %1.
    activitiesCaption: Workouts by activity: active time, distance and energy in all, average heart
      rate of the workouts.
    activity: Activity
    time: Time
    energy: Energy
    meanRate: Average heart rate, /min
    workoutBarsTitle: Hours of workouts
    workoutBarsCaption: %1, %2 in all.
    workouts: %1 workouts
    oneWorkout: 1 workout
    bandsTitle: Heart rate in workouts, /min
    bandsCaption: How long it was in each band. Workouts that have heart rates: %1 of %2. A
      value holds until the next, one minute at most.
    newest: Newest workouts: %1 of %2
    workoutListCaption: The newest workouts.
    lengthsTitle: Seconds of each length
    lengthsCaption: Swim of %1: %2 lengths, %3 /100 m
    splitsTitle: Splits
    runLog: Runs
    clocks: Clocks
    profile: Profile
    splitsCaption: The time of each kilometre or mile; the last row is the rest.
    splitsTableCaption: Workout of %1, a row a kilometre; the last is the rest.
    swimsTitle: Swims
    swimsCaption: Newest swims: %1.
    laps: Lengths
    pace: Pace
    styles: Styles
    workoutPartsCaption: Workouts by time: active time, distance and energy in all, average heart
      rate of the workouts.
    lengthsTableCaption: Swim of %1, a row a length.
    length: Length
    strokes: Strokes
    style: Style
    lineOf: line %1
    routesTitle: Routes
    routesCaption: The form of each route, without a map and without its place; each has a scale
      of its own.
    byHand: entered by hand
    route: Route
    points: %1 points
    sourcesCaption: Who wrote what in this period. Numbers are the order in which sources count
      where they measured the same time.
    sourcesEvidence: The samples of each measure in this period, with those that end as it
      begins, and the lines of the journal that hold the samples of its days.
    mergedTitle: How a day is merged: %1
    mergedCaption: Several sources counted steps on this day. At each instant only the first of
      them in the order above counts, so that no step counts twice.
    mergedTableCaption: Steps of the day by source, %1 in all.
    counted: Counted
    findingsTitle: Findings
    noFindings: The checks found nothing in %1.
    inSamples: %1 samples
    inOneSample: 1 sample
    findings: %1 findings
    oneFinding: 1 finding
    findingsCaption: %1 in %2, the most important first, %3 at most. A note is not always a
      fault.
    receiptNote: This page is made from the lines of a journal and nothing else. The same lines
      and the same command give the same page, byte by byte.
    verifyNote: The chain value is a hash over all lines up to the last. audit computes it again
      from the lines: if it is the value above, no line was changed, removed or inserted.
    journal: Journal
    format: Format
    lastLine: Last line
    recorded: Recorded
    chain: Chain value
    chainVerified: Verified
    chainGood: the chain of lines 1 to %1 was computed and compared as this page was made
    liveObjects: Live objects
    ofTypes: %1 = %2 of types that sections are about + %3 of others
    zone: Time zone
    zoneRules: Zone rules
    rules: Rules of figures
    program: Program
    againCommand: Make it again
    auditCommand: Verify the lines
    unknownType: samples of a type that is not known here
    unknownValues: samples with a value that is not known here
    countedAsAsleep: they count as sleep
    unknownZone: of the time zone %1, which is not known here; days of %2 count in its place
    ahead: start after they were recorded or exported
    withoutLength: have no length, though they are measured over time
    inOneSecond: start and end in the same second
    tooLong: last longer than their type can
    copies: further copies of equal ones; groups: %1
    outside: outside of %1
    fromTo: %1 to %2
    orMore: %1 or more
    orLess: %1 or less
    later: recorded more than %1 h after their end
    gaps: days without samples; gaps: %1
    shortDays: days with a watch worn for under %1 h; days in all: %2; median %3 h
    overlaps: pairs of sources that overlap; days with several sources: %1
    notCompared: sources not compared: %1
    sharedEfforts: pairs of sources that recorded one effort, which counts once
    longerThanSpan: state more active time than there is; totals leave it out
    unitChanges: changes of unit: %1
    ofUnit: %1 in %2
    severalMeasures: several
    findingLines: Lines behind these findings
    findingLinesCaption: The lines that hold what was found; where days or sources are counted,
      those of all samples of the measure.
    style.unknown: unknown
    style.mixed: mixed
    style.freestyle: freestyle
    style.backstroke: backstroke
    style.breaststroke: breaststroke
    style.butterfly: butterfly
    style.kickboard: kickboard
    ecg.sinusRhythm: sinus rhythm
    ecg.atrialFibrillation: atrial fibrillation
    ecg.inconclusiveLowHeartRate: inconclusive, low heart rate
    ecg.inconclusiveHighHeartRate: inconclusive, high heart rate
    ecg.inconclusivePoorReading: inconclusive, poor reading
    ecg.inconclusiveOther: inconclusive
    ecg.unrecognized: not recognized
    ecg.notSet: not classified
    severity.unspecified: –
    severity.mild: mild
    severity.moderate: moderate
    severity.severe: severe
    check.zeroLength: No length
    check.absurdLength: Too long
    check.duplicates: Copies
    check.implausible: Implausible
    check.wholeSecond: One second
    check.future: Future
    check.late: Late
    check.gaps: Gaps
    check.wear: Wear
    check.unitChanges: Units
    check.overlaps: Overlaps
    check.unknownTypes: Unknown types
    check.unknownValues: Unknown values
    check.zones: Time zones
    activity.coreTraining: core training
    activity.cycling: cycling
    activity.dance: dance
    activity.elliptical: elliptical
    activity.functionalStrengthTraining: functional strength training
    activity.highIntensityIntervalTraining: high intensity interval training
    activity.hiking: hiking
    activity.mixedMetabolicCardioTraining: mixed cardio
    activity.other: other
    activity.pilates: pilates
    activity.rowing: rowing
    activity.running: running
    activity.soccer: soccer
    activity.stairClimbing: stair climbing
    activity.swimBikeRun: swim, bike, run
    activity.swimming: swimming
    activity.tennis: tennis
    activity.traditionalStrengthTraining: traditional strength training
    activity.walking: walking
    activity.yoga: yoga
    viewerTitle: Health journal
    skip: Skip to the content
    call: The command that shows the same:
    asOf: As of
    asOfPast: This page shows what was known as of %1.
    now: now
    show: Show
    startPage: Start
    allTables: All tables
    tablesNote: Every view of the journal. Each is a command of the same name.
    heads: type=type
    summaryHeading: Summary
    options: Options
    next: Next
    previous: Previous
    up: Up
    rowsShown: Rows %1 to %2 of %3
    moreRows: Rows %1 to %2; there are more
    noRows: There is no such row.
    wrongAddress: This address does not work
    nothingHere: There is nothing here
    notRead: The journal cannot be read
    replaced: The journal changed
    whatToDo: Correct the address, or go on from the start page.
    startAgain: Call health-journal doctor to learn more, then load this page again. If another
      journal is meant to be here now, end health-journal browse and start it again.
    search: Search
    cameInTitle: What came in last
    periodTitle: A part of time
    figuresTitle: Figures
    showAll: Show all of them
    explainedTitle: Explain this day
    yearsTitle: Year
    unitLabel: Unit
    compareTitle: Compare
    comparePeriods: Two periods
    compareMoments: Two moments of the journal
    compareSources: Two sources
    against: Against
    earlier: Earlier
    laterMoment: Later
    typeLabel: Type
    checkTitle: What check finds
    checkUnderWay: The check of all samples is under way. Load this page again in a moment.
    checkFound: Problems: %1. Notes: %2. Samples that were checked: %3.
    checkClean: There are no findings in %1 samples.
    partUnderWay: The figures of many samples are under way. They appear in a moment.
    usualTitle: Against the usual
    goTo: Go to a day, a week, a month or a year
    otherSource: Other source
    nightOf: Night to %1
    stagesBySource: Stages by source
    stagesBySourceCaption: What each source recorded. A bar leads to its line.
    howMerged: How sources are merged
    rateCaption: The line is the average, the area around it goes from the least to the
      greatest value. Every second band of 20 /min is shaded; bands are no training zones.
      Upright lines are the ends of laps.
    bandsOfWorkout: How long it was in each band. A value holds until the next, one minute at
      most.
    elevation: Elevation, m
    elevationCaption: Metres above the sea, as the route states them.
    lapTimes: Laps and other events
    lapTimesCaption: The time of each lap.
    workoutParts: Parts of the workout
    whyFigures: Why the figures are as they are
    explainedCaption: Dark is what counts, lighter what counts in part, pale what does not
      count. A bar leads to its line.
    lineTitle: Line %1
    objectTitle: Object %1
    history: History
    imports: Imports
    importTitle: Import of %1
    importOutcome: What became of each kind of element and type
    importChanges: What this import changed
    rights: Rights
    decisions: Every decision, in its order
    documents: Documents
    documentsNote: Types that have a view of their own, such as documents, routes and notes.
    dayAxis: The day
    dayAxisCaption: Sleep, workouts and notes in their places. A bar leads to what it shows.
    """)
}
