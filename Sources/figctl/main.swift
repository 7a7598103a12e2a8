// The command; everything is in FigctlKit.
import FigctlKit

Figctl.main(Array(CommandLine.arguments.dropFirst()))
