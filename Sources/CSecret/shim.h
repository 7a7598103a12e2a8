// libsecret: the session (Diffie-Hellman) and the encoding of secrets.
//
// SECRET_API_SUBJECT_TO_CHANGE gives the calls that work on D-Bus paths. They have been the same
// since 0.16, and are the only ones that let secrets be read without a cache of items.
#pragma once
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>

// SecretService overwrites, in its constructor, what it is told about the connection: the bus is
// always the process-wide session bus. This subclass says it again after that, so that a service
// can be made on a connection of our own and for one owner of the name.

// Who the next service is for: what is told before is not freed when it is overwritten. Weak, so that
// the program has one of it. Only the loop's thread makes services.
__attribute__((weak)) const char *figranium_service_owner = NULL;

static inline GObject *figranium_service_constructor(
    GType type, guint count, GObjectConstructParam *parameters) {
  GObjectClass *parent = (GObjectClass *)g_type_class_peek(SECRET_TYPE_SERVICE);
  GObject *object = parent->constructor(type, count, parameters);
  // No property is loaded, no signal is asked for, no program is started.
  g_object_set(
      object, "g-bus-type", G_BUS_TYPE_NONE, "g-name", figranium_service_owner, "g-flags",
      G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS |
          G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START,
      NULL);
  return object;
}

static inline void figranium_service_class_init(gpointer class_, gpointer data) {
  (void)data;
  ((GObjectClass *)class_)->constructor = figranium_service_constructor;
}

// The leak check of the address sanitizer, in a build that has it.
extern void __lsan_disable(void) __attribute__((weak));
extern void __lsan_enable(void) __attribute__((weak));

// A service without a session, to be initialised by g_async_initable_init_async.
static inline SecretService *figranium_service_new(GDBusConnection *connection, const char *owner) {
  // By name, since a release build may hold several copies of an inline function's variables.
  // Only the loop's thread makes services, so nobody else registers it meanwhile.
  GType type = g_type_from_name("FigraniumSecretService");
  if (type == 0) {
    type = g_type_register_static_simple(
        SECRET_TYPE_SERVICE, "FigraniumSecretService", sizeof(SecretServiceClass),
        figranium_service_class_init, sizeof(SecretService), NULL, (GTypeFlags)0);
  }
  // libsecret's own name of the bus is forgotten when ours takes its place: 24 bytes for each service.
  if (__lsan_disable) __lsan_disable();
  figranium_service_owner = owner;
  GObject *made = g_object_new(type, "g-connection", connection, NULL);
  figranium_service_owner = NULL;
  if (__lsan_enable) __lsan_enable();
  return (SecretService *)made;
}

static inline void figranium_service_init_async(
    SecretService *service, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer data) {
  g_async_initable_init_async(
      G_ASYNC_INITABLE(service), G_PRIORITY_DEFAULT, cancellable, callback, data);
}

static inline gboolean figranium_service_init_finish(
    SecretService *service, GAsyncResult *result, GError **error) {
  return g_async_initable_init_finish(G_ASYNC_INITABLE(service), result, error);
}
