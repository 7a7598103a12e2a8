// GLib, GObject and GIO as one module. Macros and variadic calls become functions here.
#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib.h>
#include <sys/socket.h>

/// Makes the next close of the socket send RST instead of FIN: SO_LINGER with a time of 0.
/// `g_socket_set_option` takes an int only, and this option is a struct.
static inline int figranium_reset_on_close(int descriptor) {
  struct linger option = {.l_onoff = 1, .l_linger = 0};
  return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, sizeof option);
}
