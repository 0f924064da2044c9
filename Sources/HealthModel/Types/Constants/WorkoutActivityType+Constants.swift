// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension WorkoutActivityType {
  /// `HKWorkoutActivityTypeAmericanFootball`, 1.
  public static var americanFootball: Self { Self(place: 0) }
  /// `HKWorkoutActivityTypeArchery`, 2.
  public static var archery: Self { Self(place: 1) }
  /// `HKWorkoutActivityTypeAustralianFootball`, 3.
  public static var australianFootball: Self { Self(place: 2) }
  /// `HKWorkoutActivityTypeBadminton`, 4.
  public static var badminton: Self { Self(place: 3) }
  /// `HKWorkoutActivityTypeBarre`, 58.
  public static var barre: Self { Self(place: 4) }
  /// `HKWorkoutActivityTypeBaseball`, 5.
  public static var baseball: Self { Self(place: 5) }
  /// `HKWorkoutActivityTypeBasketball`, 6.
  public static var basketball: Self { Self(place: 6) }
  /// `HKWorkoutActivityTypeBowling`, 7.
  public static var bowling: Self { Self(place: 7) }
  /// `HKWorkoutActivityTypeBoxing`, 8.
  public static var boxing: Self { Self(place: 8) }
  /// `HKWorkoutActivityTypeCardioDance`, 77.
  public static var cardioDance: Self { Self(place: 9) }
  /// `HKWorkoutActivityTypeClimbing`, 9.
  public static var climbing: Self { Self(place: 10) }
  /// `HKWorkoutActivityTypeCooldown`, 80.
  public static var cooldown: Self { Self(place: 11) }
  /// `HKWorkoutActivityTypeCoreTraining`, 59.
  public static var coreTraining: Self { Self(place: 12) }
  /// `HKWorkoutActivityTypeCricket`, 10.
  public static var cricket: Self { Self(place: 13) }
  /// `HKWorkoutActivityTypeCrossCountrySkiing`, 60.
  public static var crossCountrySkiing: Self { Self(place: 14) }
  /// `HKWorkoutActivityTypeCrossTraining`, 11.
  public static var crossTraining: Self { Self(place: 15) }
  /// `HKWorkoutActivityTypeCurling`, 12.
  public static var curling: Self { Self(place: 16) }
  /// `HKWorkoutActivityTypeCycling`, 13.
  public static var cycling: Self { Self(place: 17) }
  /// `HKWorkoutActivityTypeDance`, 14.
  public static var dance: Self { Self(place: 18) }
  /// `HKWorkoutActivityTypeDanceInspiredTraining`, 15.
  public static var danceInspiredTraining: Self { Self(place: 19) }
  /// `HKWorkoutActivityTypeDiscSports`, 75.
  public static var discSports: Self { Self(place: 20) }
  /// `HKWorkoutActivityTypeDownhillSkiing`, 61.
  public static var downhillSkiing: Self { Self(place: 21) }
  /// `HKWorkoutActivityTypeElliptical`, 16.
  public static var elliptical: Self { Self(place: 22) }
  /// `HKWorkoutActivityTypeEquestrianSports`, 17.
  public static var equestrianSports: Self { Self(place: 23) }
  /// `HKWorkoutActivityTypeFencing`, 18.
  public static var fencing: Self { Self(place: 24) }
  /// `HKWorkoutActivityTypeFishing`, 19.
  public static var fishing: Self { Self(place: 25) }
  /// `HKWorkoutActivityTypeFitnessGaming`, 76.
  public static var fitnessGaming: Self { Self(place: 26) }
  /// `HKWorkoutActivityTypeFlexibility`, 62.
  public static var flexibility: Self { Self(place: 27) }
  /// `HKWorkoutActivityTypeFunctionalStrengthTraining`, 20.
  public static var functionalStrengthTraining: Self { Self(place: 28) }
  /// `HKWorkoutActivityTypeGolf`, 21.
  public static var golf: Self { Self(place: 29) }
  /// `HKWorkoutActivityTypeGymnastics`, 22.
  public static var gymnastics: Self { Self(place: 30) }
  /// `HKWorkoutActivityTypeHandCycling`, 74.
  public static var handCycling: Self { Self(place: 31) }
  /// `HKWorkoutActivityTypeHandball`, 23.
  public static var handball: Self { Self(place: 32) }
  /// `HKWorkoutActivityTypeHighIntensityIntervalTraining`, 63.
  public static var highIntensityIntervalTraining: Self { Self(place: 33) }
  /// `HKWorkoutActivityTypeHiking`, 24.
  public static var hiking: Self { Self(place: 34) }
  /// `HKWorkoutActivityTypeHockey`, 25.
  public static var hockey: Self { Self(place: 35) }
  /// `HKWorkoutActivityTypeHunting`, 26.
  public static var hunting: Self { Self(place: 36) }
  /// `HKWorkoutActivityTypeJumpRope`, 64.
  public static var jumpRope: Self { Self(place: 37) }
  /// `HKWorkoutActivityTypeKickboxing`, 65.
  public static var kickboxing: Self { Self(place: 38) }
  /// `HKWorkoutActivityTypeLacrosse`, 27.
  public static var lacrosse: Self { Self(place: 39) }
  /// `HKWorkoutActivityTypeMartialArts`, 28.
  public static var martialArts: Self { Self(place: 40) }
  /// `HKWorkoutActivityTypeMindAndBody`, 29.
  public static var mindAndBody: Self { Self(place: 41) }
  /// `HKWorkoutActivityTypeMixedCardio`, 73.
  public static var mixedCardio: Self { Self(place: 42) }
  /// `HKWorkoutActivityTypeMixedMetabolicCardioTraining`, 30.
  public static var mixedMetabolicCardioTraining: Self { Self(place: 43) }
  /// `HKWorkoutActivityTypeOther`, 3000.
  public static var other: Self { Self(place: 44) }
  /// `HKWorkoutActivityTypePaddleSports`, 31.
  public static var paddleSports: Self { Self(place: 45) }
  /// `HKWorkoutActivityTypePickleball`, 79.
  public static var pickleball: Self { Self(place: 46) }
  /// `HKWorkoutActivityTypePilates`, 66.
  public static var pilates: Self { Self(place: 47) }
  /// `HKWorkoutActivityTypePlay`, 32.
  public static var play: Self { Self(place: 48) }
  /// `HKWorkoutActivityTypePreparationAndRecovery`, 33.
  public static var preparationAndRecovery: Self { Self(place: 49) }
  /// `HKWorkoutActivityTypeRacquetball`, 34.
  public static var racquetball: Self { Self(place: 50) }
  /// `HKWorkoutActivityTypeRowing`, 35.
  public static var rowing: Self { Self(place: 51) }
  /// `HKWorkoutActivityTypeRugby`, 36.
  public static var rugby: Self { Self(place: 52) }
  /// `HKWorkoutActivityTypeRunning`, 37.
  public static var running: Self { Self(place: 53) }
  /// `HKWorkoutActivityTypeSailing`, 38.
  public static var sailing: Self { Self(place: 54) }
  /// `HKWorkoutActivityTypeSkatingSports`, 39.
  public static var skatingSports: Self { Self(place: 55) }
  /// `HKWorkoutActivityTypeSnowSports`, 40.
  public static var snowSports: Self { Self(place: 56) }
  /// `HKWorkoutActivityTypeSnowboarding`, 67.
  public static var snowboarding: Self { Self(place: 57) }
  /// `HKWorkoutActivityTypeSoccer`, 41.
  public static var soccer: Self { Self(place: 58) }
  /// `HKWorkoutActivityTypeSocialDance`, 78.
  public static var socialDance: Self { Self(place: 59) }
  /// `HKWorkoutActivityTypeSoftball`, 42.
  public static var softball: Self { Self(place: 60) }
  /// `HKWorkoutActivityTypeSquash`, 43.
  public static var squash: Self { Self(place: 61) }
  /// `HKWorkoutActivityTypeStairClimbing`, 44.
  public static var stairClimbing: Self { Self(place: 62) }
  /// `HKWorkoutActivityTypeStairs`, 68.
  public static var stairs: Self { Self(place: 63) }
  /// `HKWorkoutActivityTypeStepTraining`, 69.
  public static var stepTraining: Self { Self(place: 64) }
  /// `HKWorkoutActivityTypeSurfingSports`, 45.
  public static var surfingSports: Self { Self(place: 65) }
  /// `HKWorkoutActivityTypeSwimBikeRun`, 82.
  public static var swimBikeRun: Self { Self(place: 66) }
  /// `HKWorkoutActivityTypeSwimming`, 46.
  public static var swimming: Self { Self(place: 67) }
  /// `HKWorkoutActivityTypeTableTennis`, 47.
  public static var tableTennis: Self { Self(place: 68) }
  /// `HKWorkoutActivityTypeTaiChi`, 72.
  public static var taiChi: Self { Self(place: 69) }
  /// `HKWorkoutActivityTypeTennis`, 48.
  public static var tennis: Self { Self(place: 70) }
  /// `HKWorkoutActivityTypeTrackAndField`, 49.
  public static var trackAndField: Self { Self(place: 71) }
  /// `HKWorkoutActivityTypeTraditionalStrengthTraining`, 50.
  public static var traditionalStrengthTraining: Self { Self(place: 72) }
  /// `HKWorkoutActivityTypeTransition`, 83.
  public static var transition: Self { Self(place: 73) }
  /// `HKWorkoutActivityTypeUnderwaterDiving`, 84.
  public static var underwaterDiving: Self { Self(place: 74) }
  /// `HKWorkoutActivityTypeVolleyball`, 51.
  public static var volleyball: Self { Self(place: 75) }
  /// `HKWorkoutActivityTypeWalking`, 52.
  public static var walking: Self { Self(place: 76) }
  /// `HKWorkoutActivityTypeWaterFitness`, 53.
  public static var waterFitness: Self { Self(place: 77) }
  /// `HKWorkoutActivityTypeWaterPolo`, 54.
  public static var waterPolo: Self { Self(place: 78) }
  /// `HKWorkoutActivityTypeWaterSports`, 55.
  public static var waterSports: Self { Self(place: 79) }
  /// `HKWorkoutActivityTypeWheelchairRunPace`, 71.
  public static var wheelchairRunPace: Self { Self(place: 80) }
  /// `HKWorkoutActivityTypeWheelchairWalkPace`, 70.
  public static var wheelchairWalkPace: Self { Self(place: 81) }
  /// `HKWorkoutActivityTypeWrestling`, 56.
  public static var wrestling: Self { Self(place: 82) }
  /// `HKWorkoutActivityTypeYoga`, 57.
  public static var yoga: Self { Self(place: 83) }
}
