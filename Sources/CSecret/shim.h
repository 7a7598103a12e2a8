// libsecret: the session (Diffie-Hellman) and the encoding of secrets.
//
// SECRET_API_SUBJECT_TO_CHANGE gives the calls that work on D-Bus paths. They have been the same
// since 0.16, and are the only ones that let secrets be read without a cache of items.
#pragma once
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>
#include <string.h>

// SecretService overwrites, in its constructor, what it is told about the connection: the bus is
// always the process-wide session bus. This subclass says it again after that, so that a service
// can be made on a connection of our own and for one owner of the name.

static inline GObject *figranium_service_constructor(
    GType type, guint count, GObjectConstructParam *parameters) {
  GObjectClass *parent = (GObjectClass *)g_type_class_peek(SECRET_TYPE_SERVICE);
  GObject *object = parent->constructor(type, count, parameters);
  for (guint i = 0; i < count; i++) {
    const char *name = parameters[i].pspec->name;
    if (strcmp(name, "g-bus-type") == 0 || strcmp(name, "g-flags") == 0 ||
        strcmp(name, "g-name") == 0)
      g_object_set_property(object, name, parameters[i].value);
  }
  return object;
}

static inline void figranium_service_class_init(gpointer class_, gpointer data) {
  (void)data;
  ((GObjectClass *)class_)->constructor = figranium_service_constructor;
}

// A service without a session, to be initialised by g_async_initable_init_async. No property is
// loaded, no signal is asked for, no program is started.
static inline SecretService *figranium_service_new(GDBusConnection *connection, const char *owner) {
  // By name, since a release build may hold several copies of an inline function's variables.
  // Only the loop's thread makes services, so nobody else registers it meanwhile.
  GType type = g_type_from_name("FigraniumSecretService");
  if (type == 0) {
    type = g_type_register_static_simple(
        SECRET_TYPE_SERVICE, "FigraniumSecretService", sizeof(SecretServiceClass),
        figranium_service_class_init, sizeof(SecretService), NULL, (GTypeFlags)0);
  }
  return (SecretService *)g_object_new(
      type, "g-connection", connection, "g-bus-type", G_BUS_TYPE_NONE, "g-name", owner,
      "g-object-path", "/org/freedesktop/secrets", "g-interface-name",
      "org.freedesktop.Secret.Service", "g-flags",
      G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS |
          G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START,
      NULL);
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
