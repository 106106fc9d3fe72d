import Foundation
import Messages
import WidgetStore

/// A store that is given in a command.
struct StorePlace {
  let driver: any StoreDriver
  /// The options for commands about this store.
  private var options: SharedOptions

  init(_ path: String) throws {
    var options = SharedOptions.standard
    options.store = path
    self.options = options
    do {
      driver = try StoreLocation(path: path, origin: .flag).driver()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  init(_ options: SharedOptions) throws {
    self.options = options
    self.options.tenant = nil
    do {
      let location = try StoreLocation.find(flag: options.store, environment: options.environment)
      driver = try location.driver()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// The part of the chosen store that belongs to the chosen tenant.
  static func store(_ options: SharedOptions) throws -> PlacedWidgetStore {
    PlacedWidgetStore(try StorePlace(options).driver, of: try options.chosenTenant())
  }

  /// The chosen tenant, or all tenants of the store sorted by name; there is at least one.
  ///
  /// - Throws: `CommandFailure` if the store has no data of these tenants, because a path or a name
  ///   may be wrong.
  func tenants(_ options: SharedOptions) async throws -> [Tenant] {
    if options.tenant != nil {
      let tenant = try options.chosenTenant()
      try await expect(tenant)
      return [tenant]
    }
    let known = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await driver.tenants()
    }
    guard !known.isEmpty else { throw nothingThere() }
    return known.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Checks that the store has data of a tenant.
  ///
  /// - Throws: `CommandFailure` if the store has no data of the tenant.
  func expect(_ tenant: Tenant) async throws {
    let (isKnown, isEmpty) = try await PlacedWidgets.asked { () async throws(StoreError) in
      if try await driver.hasTenant(tenant) { return (true, false) }
      return (false, try await driver.tenants(after: nil, limit: 1).isEmpty)
    }
    guard isKnown else { throw nothingThere(of: isEmpty ? nil : tenant) }
  }

  /// Whether the store has data of another tenant.
  func hasOthers(than tenant: Tenant) async throws -> Bool {
    let first = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await driver.tenants(after: nil, limit: 2)
    }
    return first.contains { $0 != tenant }
  }

  /// Copies the chosen tenants to another store, and returns their contents in both.
  func copy(
    to target: StorePlace, _ options: SharedOptions
  ) async throws -> [(tenant: Tenant, contents: StoreContents)] {
    guard driver.place != target.driver.place else {
      throw CommandFailure(
        .usage, "\(driver.place.harmlessPath): A store cannot be copied to itself.")
    }
    var copied: [(tenant: Tenant, contents: StoreContents)] = []
    let copy = StoreCopy(from: driver, to: target.driver)
    for tenant in try await tenants(options) {
      do throws(StoreError) {
        copied.append((tenant, try await copy.copy(tenant)))
      } catch {
        guard case .targetNotEmpty = error.problem else { throw error }
        // The data to erase is in the target store, so the suggested command names the target store
        // and the tenant.
        throw CommandFailure(.findings, target.options.complete(error.line))
      }
    }
    return copied
  }

  /// The failure for an empty store, or for a store without data of a tenant.
  private func nothingThere(of tenant: Tenant? = nil) -> CommandFailure {
    let problem: Message =
      switch tenant {
      case nil: "There is nothing in this store. Check its path."
      case .local?: "This store has no data without a tenant. Name one with --tenant."
      case let tenant?:
        "The store has no data of \(Self.words(for: tenant)). Check --tenant."
      }
    return CommandFailure(.findings, "\(driver.place.harmlessPath): \(problem)")
  }

  /// Prints the contents that were copied and compared.
  static func report(
    _ copied: [(tenant: Tenant, contents: StoreContents)], _ compared: String,
    _ options: SharedOptions
  ) {
    Terminal.writeSentences(copied.map { line($0, $1) })
    options.remark(
      "Names, answers, definitions, states, numbers, times and devices were compared: \(compared).")
  }

  /// The contents of a tenant, in one line.
  static func line(_ tenant: Tenant, _ contents: StoreContents) -> String {
    let counts: Message = """
      \(contents.placed, "placed widget", "placed widgets"), \
      \(contents.states, "earlier state", "earlier states"), \
      \(contents.removed, "removed widget", "removed widgets"), \
      \(contents.changes, "change", "changes")
      """
    return "\(words(for: tenant)): \(counts.text())"
  }

  /// The words for a tenant in a line.
  static func words(for tenant: Tenant) -> String {
    tenant == .local ? "no tenant" : "tenant \(tenant.name)"
  }

  /// Runs a body whose file system errors become command failures.
  static func explained(_ path: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      let cause = (error as NSError).localizedDescription
      throw CommandFailure(
        .findings, "\(path.harmlessPath): It cannot be written: \(name: cause, limit: 200)")
    }
  }
}
