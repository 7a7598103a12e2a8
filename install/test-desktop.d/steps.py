"""What the tests of the desktops share: processes that end with the test, waits that end, calls."""

import atexit
import os
import subprocess
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

LIMIT = 60
processes = []


def say(text):
    print(f"test-desktop: {text}", file=sys.stderr, flush=True)


def fail(text):
    say(f"error: {text}")
    for name, log in logs.items():
        lines = open(log, encoding="utf-8", errors="replace").read().splitlines()[-12:]
        say(f"the end of what {name} said:")
        print("\n".join("    " + line for line in lines), file=sys.stderr)
    sys.exit(1)


logs = {}


def start(name, words, **variables):
    """Starts a program that ends with the test; what it says goes to a file."""
    logs[name] = os.path.join(os.environ["HOME"], f"{name}.log")
    process = subprocess.Popen(
        words, env=os.environ | variables, stdin=subprocess.DEVNULL,
        stdout=open(logs[name], "wb"), stderr=subprocess.STDOUT)
    processes.append(process)
    return process


@atexit.register
def end():
    for process in reversed(processes):
        process.terminate()
    for process in reversed(processes):
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def until(what, look, limit=LIMIT):
    """Looks again and again until `look` gives something, and returns that."""
    last = None
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        try:
            last = look()
            if last:
                return last
        except GLib.Error as error:
            last = error.message
        time.sleep(0.1)
    fail(f"waited {limit} s in vain for {what}; last seen: {last!r}")


def bus(address=None):
    if address is None:
        return Gio.bus_get_sync(Gio.BusType.SESSION)
    flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
             | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def call(connection, name, path, method, arguments=None):
    interface, member = method.rsplit(".", 1)
    answer = connection.call_sync(
        name, path, interface, member, arguments, None, Gio.DBusCallFlags.NONE, 30_000, None)
    return answer.unpack()


def has_owner(connection, name):
    return call(connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                "org.freedesktop.DBus.NameHasOwner", GLib.Variant("(s)", (name,)))[0]


def picture(name):
    return os.path.join(os.environ["PICTURES"], name)
