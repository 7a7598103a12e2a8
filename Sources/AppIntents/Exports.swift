// Files that import only AppIntents use UUID, Date, URL and so on, as they do on Apple's systems.
// FoundationEssentials, not Foundation: the latter brings ICU, 37 MB in a static binary.
@_exported public import FoundationEssentials
