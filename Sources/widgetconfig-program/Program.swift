import widgetconfig_command

/// The entry point: the code of the program is a library, which CommandHost of the tests uses, too.
@main
enum Program {
  static func main() async { await WidgetConfig.main() }
}
