// The command; everything is in FigctlKit.
import FigctlKit

await Figctl.main(Array(CommandLine.arguments.dropFirst()))
