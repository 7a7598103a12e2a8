/// Finds the parameters and dependencies of an intent by reflection.
///
/// `Mirror` shows a wrapped property under its name with a leading underscore, and the wrapper
/// object as its value. It does so in release builds as well; only
/// `-disable-reflection-metadata` would end it.
package enum IntentReflection {
  /// The parameters in the order they are declared in, by name.
  package static func parameters(
    of intent: any AppIntent
  ) -> [(name: String, parameter: any AnyIntentParameter)] {
    wrappers(of: intent).compactMap { name, value in
      (value as? any AnyIntentParameter).map { (name, $0) }
    }
  }

  /// The dependencies of an intent or a query.
  package static func dependencies(of value: Any) -> [any AnyAppDependency] {
    wrappers(of: value).compactMap { $0.value as? any AnyAppDependency }
  }

  /// The name of a parameter object of an intent.
  package static func name(
    of parameter: any AnyIntentParameter, in intent: any AppIntent
  ) -> String? {
    parameters(of: intent).first { $0.parameter === parameter }?.name
  }

  /// `${name}` of the parameter that a key path leads to.
  static func placeholder<Intent: AppIntent, Value>(
    of keyPath: KeyPath<Intent, IntentParameter<Value>>
  ) -> String {
    let intent = Intent()
    return "${\(name(of: intent[keyPath: keyPath], in: intent) ?? "?")}"
  }

  private static func wrappers(of value: Any) -> [(name: String, value: Any)] {
    var mirrors = [Mirror(reflecting: value)]
    while let parent = mirrors.last?.superclassMirror { mirrors.append(parent) }
    return mirrors.reversed().flatMap { mirror in
      mirror.children.compactMap { child in
        guard let label = child.label, label.hasPrefix("_") else { return nil }
        return (String(label.dropFirst()), child.value)
      }
    }
  }
}
