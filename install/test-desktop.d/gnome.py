"""A real GNOME Shell without a display: type, look, choose, read the notification.

The shell draws in software on a virtual monitor. It wants a system bus with a login manager and a
battery's service, which are python-dbusmock's here. What it shows is asked for in its own language
(org.gnome.Shell.Eval), which an extension of one line allows.
"""

import json
import os
import pathlib
import time

from gi.repository import GLib
from steps import bus, call, fail, has_owner, picture, say, start, until

home = pathlib.Path(os.environ["HOME"])
run = os.environ["XDG_RUNTIME_DIR"]


def system_bus():
    """A system bus of our own."""
    address = f"unix:path={run}/system"
    configuration = home / "system.conf"
    configuration.write_text(
        f"<busconfig><type>system</type><listen>{address}</listen>"
        "<policy context='default'><allow send_destination='*' eavesdrop='true'/>"
        "<allow eavesdrop='true'/><allow own='*'/></policy></busconfig>")
    start("system-bus", ["dbus-daemon", "--nofork", f"--config-file={configuration}"])
    connection = until("the system bus", lambda: bus(address))
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = address
    for template, name in [("logind", "org.freedesktop.login1"), ("upower", "org.freedesktop.UPower")]:
        start(template, ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template])
        until(name, lambda name=name: has_owner(connection, name))


def settings():
    """The extension, and no welcome."""
    folder = home / ".local/share/gnome-shell/extensions/eval@test"
    folder.mkdir(parents=True)
    (folder / "metadata.json").write_text(json.dumps({
        "uuid": "eval@test", "name": "eval", "description": "For tests", "shell-version": ["43"]}))
    (folder / "extension.js").write_text(
        "function init() {} function disable() {}\n"
        "function enable() { global.context.unsafe_mode = true; }\n")
    folder = home / ".config/glib-2.0/settings"
    folder.mkdir(parents=True)
    (folder / "keyfile").write_text(
        "[org/gnome/shell]\nenabled-extensions=['eval@test']\ndisable-user-extensions=false\n"
        "welcome-dialog-last-shown-version='99'\n"
        "[org/gnome/desktop/interface]\nenable-animations=false\n")


system_bus()
settings()
start(
    "gnome-shell",
    ["gnome-shell", "--wayland", "--headless", "--no-x11", "--virtual-monitor", "1280x720"],
    GSETTINGS_BACKEND="keyfile", LIBGL_ALWAYS_SOFTWARE="1", XDG_CURRENT_DESKTOP="GNOME",
    XDG_SESSION_TYPE="wayland", GNOME_SHELL_SESSION_MODE="user")
session = bus()


def evaluate(script):
    done, answer = call(session, "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Eval",
                        GLib.Variant("(s)", (script,)))
    if not done:
        raise GLib.Error(answer or "Eval is not allowed")
    return json.loads(answer) if answer else None


until("GNOME Shell", lambda: has_owner(session, "org.gnome.Shell"))
until("its overview", lambda: evaluate("Main.layoutManager._startingUp === false"))
evaluate("Main.overview.show(); true")
until("the overview", lambda: evaluate("Main.overview.visible"))

ROWS = """
(() => {
  const results = Main.overview._overview.controls._searchController._searchResults;
  const rows = [];
  for (const provider of results._providers) {
    const display = provider.display;
    if (!display || !display.visible || !display._resultDisplays) continue;
    for (const id in display._resultDisplays) {
      const row = display._resultDisplays[id];
      if (row.mapped && row.metaInfo) rows.push([provider.id, row.metaInfo.name, row.metaInfo.description || '']);
    }
  }
  return rows;
})()
"""


def search(text):
    """Letter by letter, as people type: the shell asks anew with each."""
    for end in range(1, len(text) + 1):
        evaluate(f"Main.overview.searchEntry.set_text({json.dumps(text[:end])}); true")


def screenshot(name):
    # A frame with what was asked for last; banners of the shell's own are in the way.
    evaluate("Main.messageTray.bannerBlocked = true;"
             "if (Main.messageTray._notification) Main.messageTray._hideNotification(false); true")
    time.sleep(1)
    done, _ = call(
        session, "org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot",
        "org.gnome.Shell.Screenshot.Screenshot",
        GLib.Variant("(bbs)", (False, False, picture(name))))
    if not done:
        fail(f"the picture {name} was not taken")


def look(text, wanted):
    """Types, looks for some seconds, and types again: the shell asks once for each text, and the
    very first answer may come before the tasks are known."""
    typed = 0.0

    def rows():
        nonlocal typed
        if time.monotonic() - typed > 5:
            search(text)
            typed = time.monotonic()
        return wanted(evaluate(ROWS))

    return rows


def shown(what, text, wanted, name=None):
    """The rows wanted, and a picture with them: rows are made anew with every answer, and a slow
    machine's picture may be of the moment between."""
    for _ in range(10):
        rows = until(what, look(text, wanted))
        if name:
            screenshot(name)
        if wanted(evaluate(ROWS)):
            return rows
    fail(f"{what}: never for as long as a picture takes")


def is_task(row):
    return row[:2] == ["dev.figranium.Figctl.desktop", "Scrape title"]


# A part of the name of one task; words in another order.
found = shown("the task's row", "titl scra", lambda rows: list(filter(is_task, rows)))
say(f"gnome: typed 'titl scra', found {found}")

# Both programs in one search.
PROGRAMS = {"dev.figranium.Figctl.desktop", "org.example.Timer.desktop"}
found = shown(
    "rows of both programs", "run t",
    lambda rows: rows if PROGRAMS <= {row[0] for row in rows} else None, "gnome-two-programs.png")
say(f"gnome: typed 'run t', found {found}")

shown("the row alone", "scrape", lambda rows: len(rows) == 1 and is_task(rows[0]),
      "gnome-search.png")
CHOOSE = """
(() => {
  const results = Main.overview._overview.controls._searchController._searchResults;
  for (const provider of results._providers) {
    if (provider.id !== 'dev.figranium.Figctl.desktop') continue;
    for (const id in provider.display._resultDisplays) {
      const row = provider.display._resultDisplays[id];
      if (row.metaInfo && row.metaInfo.name === 'Scrape title') { row.activate(); return true; }
    }
  }
  return false;
})()
"""
# The rows are made anew with every answer.
until("the row to choose", lambda: evaluate(CHOOSE))
NOTICES = """
Main.messageTray.getSources().flatMap(source =>
  source.notifications.map(notice => [source.title, notice.title, notice.bannerBodyText || '']))
"""
WANTED = "Scrape title finished with success."
notice = until(
    "the notification",
    lambda: [one for one in evaluate(NOTICES) if one[2] == WANTED])
say(f"gnome: the notification says {notice}")
evaluate("Main.overview.hide(); Main.panel.statusArea.dateMenu.menu.open(); true")
until("the list of notifications", lambda: evaluate("Main.panel.statusArea.dateMenu.menu.isOpen"))
screenshot("gnome-notification.png")
