import ByteTools
import HealthExport
import Journal

/// Where parcels leave: to the other side, or in a dry run to standard output.
struct PushOutlet {
  let target: PushTarget
  private var delivery: Delivery
  let isDry: Bool
  let format: Format
  /// How many rows have left.
  private(set) var rows = 0
  private var requests = 0

  init(target: PushTarget, delivery: Delivery, isDry: Bool, format: Format) {
    self.target = target
    self.delivery = delivery
    self.isDry = isDry
    self.format = format
  }

  /// Sends a parcel. When this returns, the other side has said that it has it.
  mutating func deliver(_ parcel: RowParcel, _ what: String, _ console: inout Console) throws {
    if isDry {
      console.remark(
        "would post to \(target.shown): \(what), rows: \(parcel.rows), "
          + "Idempotency-Key: \(parcel.key)")
      try console.write(parcel.body)
    } else {
      try delivery.send(parcel.body, key: parcel.key, console)
    }
    rows += parcel.rows
    requests += 1
  }

  /// Says what has left.
  ///
  /// - Parameter last: the last line that the other side has; nil where that is not what was sent.
  func report(upTo last: UInt64?, _ console: inout Console) throws {
    let end = last.map { " up to line \($0)" } ?? ""
    if isDry {
      if rows == 0 { console.remark("nothing new for \(target.shown)\(end)") }
      return
    }
    guard format.isForPeople else {
      var json = JSONWriter()
      json.object { json in
        json.member("rows", UInt64(rows))
        json.member("requests", UInt64(requests))
        if let last { json.member("seq", last) }
      }
      return try console.print(String(decoding: json.bytes, as: UTF8.self))
    }
    try console.print(
      rows == 0
        ? "nothing new for \(target.shown)\(end)"
        : "pushed \(counted(rows, "row")) in \(counted(requests, "request"))"
          + " to \(target.shown)\(end)")
  }
}
