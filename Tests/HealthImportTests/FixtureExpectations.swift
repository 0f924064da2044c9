/// What each file of `Fixtures/import/apple-health` must come to: a row
/// `name read = saved + known + quarantined` for each kind of element, and how many objects the
/// journal gains.
let expectations: [Expectation] = [
  Expectation(
    name: "broken-dtd",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 1 = 1 + 0 + 0",
    ],
    objects: 1),
  Expectation(
    name: "correlations",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Correlation 6 = 6 + 0 + 0",
      "MetadataEntry 6 = 4 + 2 + 0",
      "Record in Correlation 7 = 5 + 2 + 0",
      "Record 2 = 2 + 0 + 0",
      "Garnish 1 = 1 + 0 + 0",
    ],
    objects: 13),
  Expectation(
    name: "equal-records",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 8 = 8 + 0 + 0",
    ],
    objects: 8),
  Expectation(
    name: "invalid-utf8",
    counts: [
      "Record 2 = 2 + 0 + 0",
      "(no element) 1 = 0 + 0 + 1",
    ],
    objects: 2,
    issues: [
      "it has bytes that are not UTF-8"
    ]),
  Expectation(
    name: "ios8",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 3 = 3 + 0 + 0",
    ],
    objects: 3),
  Expectation(
    name: "lost-tags",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 4 = 4 + 0 + 0",
      "MetadataEntry 3 = 2 + 0 + 1",
      "(no element) 3 = 0 + 0 + 3",
      "Correlation 1 = 1 + 0 + 0",
      "Record in Correlation 2 = 2 + 0 + 0",
    ],
    objects: 7,
    issues: [
      "malformed XML",
      "malformed XML",
      "it is outside the element that it belongs to",
      "text outside of any element",
      "malformed XML",
    ]),
  Expectation(
    name: "metadata",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 1 = 1 + 0 + 0",
      "MetadataEntry 14 = 14 + 0 + 0",
    ],
    objects: 1),
  Expectation(
    name: "no-root",
    counts: [
      "Record 2 = 2 + 0 + 0",
      "ActivitySummary 1 = 1 + 0 + 0",
    ],
    objects: 3),
  Expectation(
    name: "odd-characters",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 4 = 4 + 0 + 0",
      "MetadataEntry 1 = 1 + 0 + 0",
    ],
    objects: 4,
    issues: [
      "a control character; ignored in the names of sources, kept elsewhere"
    ]),
  Expectation(
    name: "odd-dates",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 4 = 4 + 0 + 0",
      "ActivitySummary 2 = 2 + 0 + 0",
    ],
    objects: 6),
  Expectation(
    name: "old-workouts",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Workout 2 = 2 + 0 + 0",
      "WorkoutRoute 1 = 1 + 0 + 0",
      "Location 2 = 2 + 0 + 0",
    ],
    objects: 3),
  Expectation(
    name: "other-elements",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "ClinicalRecord 1 = 1 + 0 + 0",
      "Audiogram 1 = 1 + 0 + 0",
      "MetadataEntry 1 = 1 + 0 + 0",
      "SensitivityPoint 2 = 2 + 0 + 0",
      "VisionPrescription 1 = 1 + 0 + 0",
      "RightEye 1 = 1 + 0 + 0",
      "LeftEye 1 = 1 + 0 + 0",
      "Attachment 1 = 1 + 0 + 0",
      "StateOfMind 1 = 1 + 0 + 0",
      "Label 2 = 2 + 0 + 0",
      "Record 1 = 1 + 0 + 0",
      "HeartRateVariabilityMetadataList 1 = 1 + 0 + 0",
      "InstantaneousBeatsPerMinute 2 = 2 + 0 + 0",
    ],
    objects: 5),
  Expectation(
    name: "pool-swim",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 5 = 5 + 0 + 0",
      "MetadataEntry 21 = 21 + 0 + 0",
      "Workout 2 = 2 + 0 + 0",
      "WorkoutEvent 10 = 10 + 0 + 0",
      "WorkoutStatistics 8 = 8 + 0 + 0",
      "WorkoutActivity 2 = 2 + 0 + 0",
    ],
    objects: 7),
  Expectation(
    name: "records",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Me 1 = 1 + 0 + 0",
      "Record 9 = 9 + 0 + 0",
      "MetadataEntry 3 = 3 + 0 + 0",
      "Note 1 = 1 + 0 + 0",
      "Page 1 = 1 + 0 + 0",
    ],
    objects: 13),
  Expectation(
    name: "truncated",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 3 = 2 + 0 + 1",
      "MetadataEntry 1 = 0 + 0 + 1",
    ],
    objects: 2,
    issues: [
      "the file ends inside it"
    ],
    truncatedAt: 551),
  Expectation(
    name: "unreadable",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Record 10 = 1 + 0 + 9",
      "MetadataEntry 1 = 0 + 0 + 1",
      "ActivitySummary 1 = 0 + 0 + 1",
      "Workout 1 = 0 + 0 + 1",
      "Correlation 1 = 0 + 0 + 1",
      "Record in Correlation 2 = 0 + 0 + 2",
    ],
    objects: 1,
    issues: [
      "its startDate is not a date",
      "it ends before it starts",
      "its value is not a number",
      "its value is not a number",
      "its value is not a number",
      "its value is not a number",
      "its startDate is not a date",
      "the journal refused it: "
        + "HKQuantityTypeIdentifierStepCount is not measured in kg; "
        + "use count or a unit that converts to it",
      "it is outside the element that it belongs to",
      "it has no type",
      "it has no dateComponents",
      "it has no workoutActivityType",
      "its value is not a number",
    ]),
  Expectation(
    name: "workouts",
    counts: [
      "ExportDate 1 = 1 + 0 + 0",
      "Workout 2 = 2 + 0 + 0",
      "MetadataEntry 10 = 10 + 0 + 0",
      "WorkoutEvent 5 = 5 + 0 + 0",
      "WorkoutActivity 1 = 1 + 0 + 0",
      "WorkoutStatistics 3 = 3 + 0 + 0",
      "WorkoutRoute 2 = 2 + 0 + 0",
      "FileReference 2 = 2 + 0 + 0",
    ],
    objects: 4),
]
