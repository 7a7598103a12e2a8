#!/usr/bin/env bash
# usage: keepassxc.sh [--closed]
#
# Runs a real KeePassXC as the Secret Service of the session that it is started in, its database
# open, with no display and no dialog. Prints `ready PID` once keys can be stored; ends with the
# program, which ends with it. HOME is a test's own: the database in it is made at the first start.
#   --closed  start without opening the database
#
# Debian packages: keepassxc libsecret-tools libglib2.0-bin python3 util-linux

set -Eeuo pipefail
shopt -s inherit_errexit
open=true
if [[ ${1:-} == --closed ]]; then open=false; fi
database=$HOME/passwords.kdbx
password=made-up
export QT_QPA_PLATFORM=offscreen
# Where it looks whether it runs already.
export TMPDIR=$XDG_RUNTIME_DIR

if [[ ! -f $database ]]; then
  mkdir -p "$HOME/.config/keepassxc"
  printf '%s\n' '[General]' ConfigVersion=2 UpdateCheckMessageShown=true '[GUI]' \
    CheckForUpdates=false '[FdoSecrets]' Enabled=true ConfirmAccessItem=false \
    ConfirmDeleteItem=false UnlockBeforeSearch=false ShowNotification=false '[Security]' LockDatabaseIdle=false \
    >"$HOME/.config/keepassxc/keepassxc.ini"
  # Which group the Secret Service shows is written inside the database; there is no command for it,
  # so the database is made by way of its XML form. One short round of key derivation: the tests
  # guard nothing.
  /usr/bin/python3 - "$HOME/passwords.xml" <<'PYTHON'
import base64
import sys
import uuid

root = uuid.uuid4()
text = f"""<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<KeePassFile>
  <Meta>
    <Generator>figctl tests</Generator>
    <DatabaseName>Test</DatabaseName>
    <CustomData>
      <Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{{{root}}}</Value></Item>
    </CustomData>
  </Meta>
  <Root>
    <Group><UUID>{base64.b64encode(root.bytes).decode()}</UUID><Name>Root</Name></Group>
  </Root>
</KeePassFile>
"""
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(text)
PYTHON
  printf '%s\n%s\n' "$password" "$password" |
    keepassxc-cli import --decryption-time 100 --set-password "$HOME/passwords.xml" "$database" >"$HOME/keepassxc.log" 2>&1 ||
    { cat "$HOME/keepassxc.log" >&2; exit 1; }
fi

arguments=()
if $open; then arguments=(--pw-stdin "$database"); fi
# Dies with this script, also when that is killed.
setpriv --pdeathsig KILL keepassxc ${arguments[@]+"${arguments[@]}"} \
  < <(printf '%s\n' "$password") >>"$HOME/keepassxc.log" 2>&1 &
daemon=$!
gdbus wait --session --timeout 30 org.freedesktop.secrets
for _ in {1..600}; do
  alias=$(gdbus call --session --timeout 20 --dest org.freedesktop.secrets \
    --object-path /org/freedesktop/secrets --method org.freedesktop.Secret.Service.ReadAlias default)
  if ! $open || [[ $alias == *collection/* ]]; then break; fi
  sleep 0.05
done
# Asked for a key before its database is open, it shows a dialog that nobody answers, and that keeps
# it from ever locking again.
if $open; then
  path=$(grep -o '/org/[^'"'"']*' <<<"$alias")
  for _ in {1..600}; do
    locked=$(gdbus call --session --timeout 20 --dest org.freedesktop.secrets --object-path "$path" \
      --method org.freedesktop.DBus.Properties.Get org.freedesktop.Secret.Collection Locked || true)
    if [[ $locked == *false* ]]; then break; fi
    sleep 0.05
  done
  # And it may leave a first store without an answer: wait until one comes.
  until printf x | timeout 5 secret-tool store --label=first service first; do sleep 0.1; done
  secret-tool clear service first
fi
echo "ready $daemon"
wait "$daemon"
