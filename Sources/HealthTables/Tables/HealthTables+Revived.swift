extension HealthTables {
  /// The same tables as if nothing had ever been deleted or replaced: for what looks for all that
  /// lines hold.
  package func revived() -> HealthTables {
    var all = self
    for type in all.samples.indices {
      all.secure(type)
      for row in 0..<all.samples[type].count { all.samples[type].revive(row) }
    }
    for row in all.objects.indices { all.objects[row].isLive = true }
    return all
  }
}
