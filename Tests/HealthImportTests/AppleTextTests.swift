import HealthImport
import HealthModel
import Testing

@Suite struct AppleTextTests {
  @Test(
    arguments: [
      ("2024-05-01 07:30:00 +0200", "2024-05-01T07:30:00+02:00"),
      ("1969-12-30 23:59:59 -0930", "1969-12-30T23:59:59-09:30"),
      ("2024-02-29 00:00:00 +0000", "2024-02-29T00:00:00Z"),
      ("20141130073000+0530", "2014-11-30T07:30:00+05:30"),
      ("2023-02-29 00:00:00 +0000", nil), ("2024-05-01 24:00:00 +0000", nil),
      ("2024-05-01 07:30:60 +0000", nil), ("2024-05-01 07:30:00 +2400", nil),
      ("2024-05-01 07:30:00 0200 ", nil), ("2024-05-01T07:30:00 +0200", nil),
      ("2024-05-01 07:30:00 +02:00", nil), ("2024-05-01", nil), ("", nil),
      ("2014113007300x+0530", nil), ("20141330073000+0530", nil),
    ] as [(String, String?)])
  func dates(_ text: String, _ expected: String?) {
    #expect(appleDate(text) == expected)
  }

  @Test func devices() {
    let device = AppleDevice.parse(
      "<<HKDevice: 0x28ab0c1d0>, name:Apple Watch, manufacturer:Apple, Inc., model:Watch, "
        + "hardware:Watch6,1, firmware:1, software:9.1, localIdentifier:a:b, "
        + "UDIDeviceIdentifier:(01)2, creation date:2023-10-02 10:11:12 +0000>")
    let expected = Device(
      name: "Apple Watch", manufacturer: "Apple, Inc.", model: "Watch", hardware: "Watch6,1",
      firmware: "1", software: "9.1", localIdentifier: "a:b", udi: "(01)2",
      fields: [Field("creation date", .text("2023-10-02 10:11:12 +0000"))])
    #expect(device == expected)
  }

  @Test(
    arguments: [
      ("<<HKDevice: 0x1>, name:a, b, model:M>", "a, b", "M"),
      ("<<HKDevice: 0x1>, name:a, name:b>", "a, name:b", nil),
      ("<<HKDevice: 0x1>, model:<M>>", nil, "<M>"),
      ("<<HKDevice: 0x1>, name:Caf\u{E9} \u{1F3CA}, model:>", "Caf\u{E9} \u{1F3CA}", ""),
      ("<<HKDevice: 0x1>>", nil, nil), ("<<HKDevice: 0x1>", nil, nil),
    ] as [(String, String?, String?)])
  func deviceParts(_ text: String, _ name: String?, _ model: String?) {
    #expect(AppleDevice.parse(text) == Device(name: name, model: model))
  }

  @Test(arguments: ["Apple Watch", "<<HKDevice>>", "", "<<HKDevice: 0x1"])
  func unknownDevicesAreKept(_ text: String) {
    #expect(AppleDevice.parse(text) == Device(fields: [Field("text", .text(text))]))
  }
}
