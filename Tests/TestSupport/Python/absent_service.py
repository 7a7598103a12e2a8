"""What an activation file starts that never takes its name; it ends with the bus.

Needs python3-dbus and python3-gi.
"""

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
# dbus-python ends the process when the bus is gone.
bus = dbus.SessionBus()
GLib.MainLoop().run()
