import widgetconfig_command

/// The entry point; the code of the program is a library, which CommandHost in the tests uses as
/// well.
@main
enum Program {
  static func main() async { await WidgetConfig.main() }
}
