import FormEngine
import Messages

/// A page with a problem and its remedy.
package enum ProblemPage {
  /// - Parameter placed: The name of a placed widget whose history can be shown; nil if there is
  ///   none.
  package static func document(
    _ page: Page, title: String, remedy: String, placed: String? = nil
  ) -> PageDocument {
    page.document(
      title: page.words(.pageErrorTitle(title: title)),
      [
        HTML(.h1, text: title), remedy.isEmpty ? .none : HTML(.p, text: remedy),
        HTML(
          .nav, [.style("places"), .set(.ariaLabel, page.words(.pageActions))],
          [
            placed.map {
              HTML(
                .a, [.link(.href, page.link(PageSegment.placed, $0, PageSegment.history))],
                [HTML(page.words(.pageHistory))])
            } ?? .none,
            HTML(.a, [.link(.href, page.link())], [HTML(page.words(.pageHome))]),
          ]),
      ])
  }
}

/// The page where people sign in with an API token.
package struct SignInPage: Sendable {
  package var page: Page
  /// The page to open after signing in.
  package var target: String
  /// Why the last attempt failed.
  package var problem: String?
  /// The form that was submitted after the session ended, in its original encoding.
  package var resumed = ""

  package init(page: Page, target: String) { (self.page, self.target) = (page, target) }

  package var document: PageDocument {
    let words = page.words
    let title = words(.pageSignIn)
    let field = PageField.token.rawValue
    let (hint, fault) = (RowElement.hint.id(field), RowElement.problem.id(field))
    return page.document(
      title: problem == nil ? title : words(.pageErrorTitle(title: title)),
      [
        HTML(.h1, text: title),
        HTML(
          .form,
          [
            .set(.method, "post"), .link(.action, page.link(PageSegment.signIn)),
            .style("form sign-in"),
          ],
          [
            hidden(.csrf, page.csrf), hidden(.to, target), hidden(.resumed, resumed),
            HTML(
              .div, [.style("row")],
              [
                HTML(.label, [.set(.for, field)], text: words("Token")),
                HTML(
                  .input,
                  [
                    .set(.id, field), .set(.name, field), .set(.type, "password"),
                    .set(.autocomplete, "off"),
                    .set(.describedBy, problem == nil ? hint : "\(hint) \(fault)"),
                    .set(.invalid, problem == nil ? nil : "true"), .flag(.autofocus),
                  ]),
                HTML(
                  .p, [.set(.id, hint), .style("hint")],
                  text: words(
                    """
                    Paste the token that you use for the API. The browser keeps it until it \
                    expires or you sign out.
                    """
                  )),
                problem.map {
                  HTML(
                    .p,
                    [
                      .set(.id, fault), .style("problem"), .set(.role, "alert"),
                      .set(.dir, "auto"),
                    ], text: $0)
                } ?? .none,
              ]),
            actionButton(.signIn, title, style: "primary"),
          ]),
      ])
  }
}

/// The page that continues a form that was submitted after the session ended.
package enum ResumePage {
  package static func document(
    _ page: Page, to target: PageLink, _ form: PostedForm
  ) -> PageDocument {
    let replaced = [PageField.csrf, .action].map(\.rawValue)
    let kept = form.fields.filter { !replaced.contains($0.name) }
    return page.document(
      title: page.words(.pageBack),
      [
        HTML(.h1, text: page.words(.pageBack)),
        HTML(
          .form, [.set(.method, "post"), .link(.action, target), .style("form")],
          [hidden(.csrf, page.csrf)] + kept.map { hidden($0.name, $0.value) } + [
            actionButton(.update, page.words(.pageBack), style: "primary")
          ]),
      ])
  }
}
