// GLib, GObject and GIO as one module. Macros and variadic calls become functions here.
#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib.h>
