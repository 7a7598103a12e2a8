"""A real KRunner under Xvfb: type, look, choose, read the notification.

KRunner has no notification server of its own: python-dbusmock's stands for Plasma's.
"""

import os
import subprocess
import time

from gi.repository import GLib
from steps import bus, call, fail, has_owner, picture, say, start, until

session = bus()
name = "org.freedesktop.Notifications"
start("notifications",
      ["/usr/bin/python3", "-m", "dbusmock", "--template", "notification_daemon", "-p",
       '{"capabilities": "body body-markup actions"}'])
until("the notification server", lambda: has_owner(session, name))

reader, writer = os.pipe()
xvfb = subprocess.Popen(
    ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
    pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)
from steps import processes  # noqa: E402

processes.append(xvfb)
os.close(writer)
display = os.read(reader, 16).decode().strip()
if not display:
    fail("Xvfb did not start")
os.environ["DISPLAY"] = f":{display}"
os.environ["XDG_CURRENT_DESKTOP"] = "KDE"
os.environ["XDG_SESSION_TYPE"] = "x11"
os.environ["QT_QPA_PLATFORM"] = "xcb"
os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
subprocess.run(["kbuildsycoca5"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
start("kwin", ["kwin_x11", "--replace"])
start("krunner", ["krunner", "--daemon"])
until("KRunner", lambda: has_owner(session, "org.kde.krunner"))


def query(text):
    call(session, "org.kde.krunner", "/App", "org.kde.krunner.App.query",
         GLib.Variant("(s)", (text,)))


def notices():
    calls = call(session, name, "/org/freedesktop/Notifications",
                 "org.freedesktop.DBus.Mock.GetMethodCalls", GLib.Variant("(s)", ("Notify",)))[0]
    return [(arguments[3], arguments[4]) for _, arguments in calls]


def screenshot(file):
    subprocess.run(["import", "-window", "root", "-crop", "640x380+320+0", "+repage", picture(file)],
                   check=True)


def window():
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "krunner"],
                           capture_output=True, text=True, check=False).stdout.split()
    return found[0] if found else None


def match(text):
    return call(session, "dev.figranium.Figctl", "/runner", "org.kde.krunner1.Match",
                GLib.Variant("(s)", (text,)))[0]


# The service reads the tasks in the background of the first search.
until("the task among the service's matches",
      lambda: [one for one in match("scrape") if one[1] == "Scrape title"])
query("titl scra")
until("KRunner's window", window)
WANTED = ("Run Figranium Task", "Scrape title finished with success.")


def press():
    """Enter runs the first row; pressed again until the rows are there."""
    for key in ["Down", "Return"]:
        subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=False)
    return WANTED in notices()


# Rows come a moment after the window, and tell nobody.
time.sleep(3)
screenshot("krunner-search.png")
subprocess.run(["xdotool", "windowfocus", "--sync", window()], check=False)
until("the notification", press)
say(f"krunner: the notifications say {notices()}")
query("run t")
until("KRunner's window", window)
time.sleep(3)
screenshot("krunner-two-programs.png")
owner = has_owner(session, "org.example.Timer")
if not owner:
    fail("KRunner did not ask the second program")
say("krunner: both programs were asked")
