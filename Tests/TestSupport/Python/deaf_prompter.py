"""A prompter that takes every prompt of gnome-keyring and never answers: a dialog nobody sees.

Writes one line for each call. Needs python3-dbus and python3-gi.
"""

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

PROMPTER = "org.gnome.keyring.internal.Prompter"


class Prompter(dbus.service.Object):
    @dbus.service.method(PROMPTER, in_signature="o")
    def BeginPrompting(self, callback):
        print("BeginPrompting", flush=True)

    @dbus.service.method(PROMPTER, in_signature="osa{sv}s")
    def PerformPrompt(self, callback, kind, properties, exchange):
        print("PerformPrompt", flush=True)

    @dbus.service.method(PROMPTER, in_signature="o")
    def StopPrompting(self, callback):
        print("StopPrompting", flush=True)


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
prompter = Prompter(bus, "/org/gnome/keyring/Prompter")
name = dbus.service.BusName("org.gnome.keyring.SystemPrompter", bus)
GLib.MainLoop().run()
