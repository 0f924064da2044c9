import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The request to send.
struct Asked: Decodable {
  var url: String
  var headers: [[String]]
  var timeout: Double
}

/// The result; absent parts are absent in the JSON.
struct Answer: Encodable {
  var status: Int?
  var retryAfter: Int?
  var location: String?
  var text: String?
  var noAnswer: String?
  var foreign: String?
  var untrusted: String?
  var unreadable: String?
}

/// A request and its answer. Redirects are not followed, and only the beginning of an answer's text
/// is read.
final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
  private static let longestText = 4096

  private let received = Mutex(Data())
  private let answer = Mutex(Answer?.none)
  private let isOver = DispatchSemaphore(value: 0)
  /// True if the other side may have a byte of the body, and so the headers.
  private let hasBegun = Mutex(false)

  /// Posts a body and waits for the answer.
  func run(_ asked: Asked, at url: URL, body: Data) -> Answer {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = asked.timeout
    configuration.timeoutIntervalForResource = asked.timeout
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    var request = URLRequest(url: url, timeoutInterval: asked.timeout)
    request.httpMethod = "POST"
    request.httpBody = body
    for header in asked.headers where header.count == 2 {
      request.setValue(header[1], forHTTPHeaderField: header[0])
    }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    session.dataTask(with: request).resume()
    let isInTime = isOver.wait(timeout: .now() + asked.timeout + 1) == .success
    guard isInTime, let answer = answer.withLock({ $0 }) else {
      return Answer(noAnswer: "the request timed out")
    }
    return answer
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    finish(Self.answer(response, Data()))
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    hasBegun.withLock { $0 = true }
  }

  /// Handles a challenge like any other answer: the headers that were given are all that there is
  /// to show. Only a certificate is judged as usual.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let response = challenge.failureResponse as? HTTPURLResponse else {
      return completionHandler(.performDefaultHandling, nil)
    }
    finish(Self.answer(response, received.withLock { $0 }))
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let count = received.withLock { received in
      received.append(data.prefix(Self.longestText - received.count))
      return received.count
    }
    guard count == Self.longestText, let response = dataTask.response as? HTTPURLResponse
    else { return }
    finish(Self.answer(response, received.withLock { $0 }))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      finish(Self.answer(error, hasBegun: hasBegun.withLock { $0 }))
    } else if let response = task.response as? HTTPURLResponse {
      finish(Self.answer(response, received.withLock { $0 }))
    } else {
      finish(Answer(foreign: "the answer has no status"))
    }
  }

  /// Keeps the first answer; later ones are ignored.
  private func finish(_ found: Answer) {
    answer.withLock { answer in
      if answer == nil { answer = found }
    }
    isOver.signal()
  }

  private static func answer(_ response: HTTPURLResponse, _ text: Data) -> Answer {
    Answer(
      status: response.statusCode,
      retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap(seconds),
      location: response.value(forHTTPHeaderField: "Location"),
      text: String(decoding: text, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Returns the answer for an error.
  ///
  /// - Parameter hasBegun: true if a byte of the body may have left. The headers may have left
  ///   before it, so only errors that come before any request mean that nothing was sent.
  private static func answer(_ error: any Error, hasBegun: Bool) -> Answer {
    let problem = error as NSError
    let words = problem.localizedDescription
    guard problem.domain == NSURLErrorDomain else { return Answer(noAnswer: words) }
    // The address has a scheme that is known: what is not supported is what came back.
    if problem.code == NSURLErrorUnsupportedURL { return Answer(foreign: words) }
    if hasBegun { return Answer(noAnswer: late(problem) ?? words) }
    if problem.code == NSURLErrorBadURL {
      return Answer(unreadable: "the address cannot be read")
    }
    // -1204 to -1201: all that can be wrong with the other side's certificate. On Linux only the
    // words tell.
    let isTold = (-1204 ... -1201).contains(problem.code)
    // An alert is what the other side says about our certificate; the body may have been sent
    // before.
    if isTold || words.contains("certificate") && !words.contains("alert") {
      return Answer(untrusted: words)
    }
    return Answer(noAnswer: late(problem) ?? words)
  }

  private static func late(_ problem: NSError) -> String? {
    problem.code == NSURLErrorTimedOut ? "the request timed out" : nil
  }

  /// Seconds, or the time until a date (RFC 9110, 10.2.3).
  private static func seconds(_ text: String) -> Int? {
    if let number = Int(text) { return max(0, number) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    guard let date = format.date(from: text) else { return nil }
    return Int(max(0, min(date.timeIntervalSinceNow, 1e9)).rounded(.up))
  }
}
