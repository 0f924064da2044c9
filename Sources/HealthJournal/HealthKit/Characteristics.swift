public import HealthModel

// HealthKit wraps each characteristic in an object that has one property; here the value itself is
// answered.

extension BiologicalSex {
  /// Itself.
  @available(*, deprecated, message: "biologicalSex() answers the value itself")
  public var biologicalSex: BiologicalSex { self }
}

extension BloodType {
  /// Itself.
  @available(*, deprecated, message: "bloodType() answers the value itself")
  public var bloodType: BloodType { self }
}

extension FitzpatrickSkinType {
  /// Itself.
  @available(*, deprecated, message: "fitzpatrickSkinType() answers the value itself")
  public var skinType: FitzpatrickSkinType { self }
}

extension WheelchairUse {
  /// Itself.
  @available(*, deprecated, message: "wheelchairUse() answers the value itself")
  public var wheelchairUse: WheelchairUse { self }
}

extension ActivityMoveMode {
  /// Itself.
  @available(*, deprecated, message: "activityMoveMode() answers the value itself")
  public var activityMoveMode: ActivityMoveMode { self }
}
