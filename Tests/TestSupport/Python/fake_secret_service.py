"""A made-up Secret Service with one collection and one item, for what a real one does not do.

usage: fake_secret_service.py MODE
  early       Completed is sent before Prompt returns, and unlocks
  dismissed   Completed says that the user closed the prompt
  lying       Completed says that all went well, and the collection stays locked
  never       no Completed, until Dismiss
  late        Completed comes six seconds after Prompt, and unlocks
  leaves      the service leaves the bus when Prompt is called
  plain       unlocked; only the unencrypted session is offered
  silent      unlocked; OpenSession is never answered
  unmade      unlocked; CreateItem answers / and /
  forgetful   unlocked; CreateItem stores another value
  refusing    unlocked; OpenSession fails as KWallet's does without its plugin
  public:HEX  unlocked; OpenSession answers with that public number
  text:HEX:HEX  unlocked; an encrypted session, and GetSecret answers with that vector and that text
Writes one line for each call that matters. Needs python3-dbus and python3-gi.
"""

import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

MODE = sys.argv[1]
SECRET = "org.freedesktop.Secret."
PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT = "/org/freedesktop/secrets"
COLLECTION = ROOT + "/collection/fake"
ITEM = COLLECTION + "/1"
SESSION = ROOT + "/session/1"
PROMPT = ROOT + "/prompt/1"
state = {
    "locked": MODE in ("early", "dismissed", "lying", "never", "late", "leaves"),
    "value": b"made-up-fake-key",
}
ATTRIBUTES = {
    "service": "figranium", "account": "fake", "username": "fake", "application": "figctl",
}


def paths(*values):
    return dbus.Array(values, signature="o")


class Service(dbus.service.Object):
    @dbus.service.method(
        SECRET + "Service", in_signature="sv", out_signature="vo", async_callbacks=("done", "fail"))
    def OpenSession(self, algorithm, argument, done, fail):
        print("OpenSession", algorithm, flush=True)
        if MODE == "silent":
            return
        if MODE == "refusing":
            fail(dbus.DBusException(
                "createDLGroup failed: maybe\nlibqca-ossl is missing",
                name="org.freedesktop.DBus.Error.Failed"))
        elif MODE.startswith("public:"):
            number = dbus.ByteArray(bytes.fromhex(MODE.split(":")[1]), variant_level=1)
            done(number, dbus.ObjectPath(SESSION))
        elif MODE.startswith("text:"):
            # Two to the power of one.
            done(dbus.ByteArray(b"\x02", variant_level=1), dbus.ObjectPath(SESSION))
        elif algorithm != "plain":
            fail(dbus.DBusException("no", name="org.freedesktop.DBus.Error.NotSupported"))
        else:
            done(dbus.String("", variant_level=1), dbus.ObjectPath(SESSION))

    @dbus.service.method(SECRET + "Service", in_signature="a{ss}", out_signature="aoao")
    def SearchItems(self, attributes):
        if any(ATTRIBUTES.get(name) != value for name, value in attributes.items()):
            return paths(), paths()
        return (paths(), paths(ITEM)) if state["locked"] else (paths(ITEM), paths())

    @dbus.service.method(SECRET + "Service", in_signature="s", out_signature="o")
    def ReadAlias(self, alias):
        return dbus.ObjectPath(COLLECTION)

    @dbus.service.method(SECRET + "Service", in_signature="ao", out_signature="aoo")
    def Unlock(self, objects):
        print("Unlock", flush=True)
        return paths(), dbus.ObjectPath(PROMPT)


class Collection(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {"Label": "Fake", "Locked": state["locked"], "Items": paths(ITEM)}

    @dbus.service.method(
        SECRET + "Collection", in_signature="a{sv}(oayays)b", out_signature="oo")
    def CreateItem(self, properties, secret, replace):
        print("CreateItem", flush=True)
        if MODE == "unmade":
            return dbus.ObjectPath("/"), dbus.ObjectPath("/")
        state["value"] = b"another" if MODE == "forgetful" else bytes(secret[2])
        return dbus.ObjectPath(ITEM), dbus.ObjectPath("/")


class Item(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {
            "Label": "Fake item", "Locked": state["locked"], "Created": dbus.UInt64(1),
            "Modified": dbus.UInt64(2),
            "Attributes": dbus.Dictionary(ATTRIBUTES, signature="ss"),
        }

    @dbus.service.method(SECRET + "Item", in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        if MODE.startswith("text:"):
            vector, text = [dbus.ByteArray(bytes.fromhex(part)) for part in MODE.split(":")[1:]]
            return dbus.Struct((session, vector, text, "text/plain"), signature="oayays")
        return dbus.Struct(
            (session, dbus.ByteArray(b""), dbus.ByteArray(state["value"]), "text/plain"),
            signature="oayays")

    @dbus.service.method(SECRET + "Item", in_signature="(oayays)")
    def SetSecret(self, secret):
        state["value"] = b"another" if MODE == "forgetful" else bytes(secret[2])


class Prompt(dbus.service.Object):
    @dbus.service.signal(SECRET + "Prompt", signature="bv")
    def Completed(self, dismissed, result):
        pass

    def complete(self, dismissed, *objects):
        if not dismissed and objects:
            state["locked"] = False
        self.Completed(dismissed, dbus.Array(objects, signature="o", variant_level=1))
        return False

    @dbus.service.method(SECRET + "Prompt", in_signature="s")
    def Prompt(self, window):
        print("Prompt", flush=True)
        if MODE == "early":
            self.complete(False, ITEM)
        elif MODE == "dismissed":
            self.complete(True)
        elif MODE == "lying":
            self.complete(False)
        elif MODE == "late":
            GLib.timeout_add(6000, self.complete, False, ITEM)
        elif MODE == "leaves":
            GLib.idle_add(loop.quit)

    @dbus.service.method(SECRET + "Prompt")
    def Dismiss(self):
        print("Dismiss", flush=True)
        self.complete(True)


DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
bus = dbus.SessionBus()
objects = [Service(bus, ROOT), Collection(bus, COLLECTION), Item(bus, ITEM), Prompt(bus, PROMPT)]
name = dbus.service.BusName("org.freedesktop.secrets", bus)
loop.run()
