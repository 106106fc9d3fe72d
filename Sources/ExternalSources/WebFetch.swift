/// Fetches documents from the web: with the URL loading system on Darwin, with libcurl elsewhere.
///
/// Nothing is stored: no cookies, no cache. Redirections are followed, to http and https only.
public enum WebFetch {
  /// What keeps a document from being fetched.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Fetches a document; stops once one byte more than wanted has come.
  ///
  /// - Throws: An error that says in words why nothing came.
  public static let fetch: HTTPFetch = { try await platformFetch($0) }
}
