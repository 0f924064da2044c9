/// What each file of `Fixtures/import/apple-health` must come to.
let expectations: [Expectation] = []
