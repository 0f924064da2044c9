import ByteTools
import HealthPages
import HealthReport
package import HealthViews
package import JournalFile

/// The pages of `browse` as files, for a stick or for somebody without the program.
package struct SiteExport: JournalExport {
  package let name = "site"
  package let summary = "pages for a browser: years, days, types, as `browse` shows them"

  package init() {}

  package var options: [Option] { [.from, .to, .timeZone, Report.language] }

  /// Tells how much it is, before it begins.
  package func announcement(_ request: inout ViewRequest) throws -> String? {
    let count = try Site(request, BrowserSettings(request.values)).count
    let megabytes = max(1, count * Site.pageBytes / 1_000_000)
    return "\(counted(count, "page")), about \(megabytes) MB"
  }

  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    var report = ExportReport()
    let site = try Site(request, BrowserSettings(request.values))
    try site.write { bytes, name in try folder.append(bytes, to: name) }
    report.count("pages", site.count)
    return report
  }
}
