"""Stores an item: store_item.py LABEL NAME VALUE ..., what it holds from standard input.

An item with exactly these attributes is deleted first; no other one is replaced.
"""

import sys

import secretstorage

OWN = {"Title", "UserName", "Password", "URL", "Notes", "Uuid", "Path"}

label, words = sys.argv[1], sys.argv[2:]
attributes = dict(zip(words[::2], words[1::2]))
bus = secretstorage.dbus_init()
collection = secretstorage.get_default_collection(bus)
for item in list(collection.search_items(attributes)):
    found = {name: value for name, value in item.get_attributes().items() if name not in OWN}
    found.pop("xdg:schema", None)
    if found == attributes:
        item.delete()
collection.create_item(label, attributes, sys.stdin.buffer.read(), replace=False)
