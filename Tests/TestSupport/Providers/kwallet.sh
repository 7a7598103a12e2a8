#!/usr/bin/env bash
# usage: kwallet.sh [--closed]
#
# Runs a real KWallet (kwalletd5) as the Secret Service of the session that it is started in, its
# wallet open, with no display and no dialog. Prints `ready PID` once keys can be stored; ends with
# the daemon, which ends with it. HOME is a test's own: the wallet in it is made at the first start.
#   --closed  leave the wallet closed, as after a login that does not open it
#
# Debian packages: libkf5wallet-bin libqca-qt5-2-plugins libsecret-tools libglib2.0-bin util-linux

set -Eeuo pipefail
shopt -s inherit_errexit
open=true
if [[ ${1:-} == --closed ]]; then open=false; fi
data=$HOME/.local/share/kwalletd
export QT_QPA_PLATFORM=offscreen

# What the login module would derive from the user's password: any 56 bytes do.
hash=[$(printf '1,%.0s' {1..55})1]

call() {
  gdbus call --session --timeout 20 --dest org.kde.kwalletd5 --object-path /modules/kwalletd5 \
    --method "org.kde.KWallet.$1" "${@:2}" >/dev/null
}

start() {
  # Dies with this script, also when that is killed.
  setpriv --pdeathsig KILL kwalletd5 >"$HOME/kwalletd5.log" 2>&1 &
  daemon=$!
  gdbus wait --session --timeout 20 org.kde.kwalletd5 && gdbus wait --session --timeout 20 org.freedesktop.secrets
}

first=false
if [[ ! -f $data/kdewallet.salt ]]; then
  first=true
  mkdir -p "$data" "$HOME/.config"
  head -c 56 /dev/urandom >"$data/kdewallet.salt"
  printf '%s\n' '[Wallet]' Enabled=true 'First Use=false' 'Default Wallet=kdewallet' \
    'Prompt on Open=false' '' '[org.freedesktop.secrets]' apiEnabled=true >"$HOME/.config/kwalletrc"
fi
start
if $first; then
  call pamOpen kdewallet "$hash" 0
  # Only a daemon that finds the wallet when it starts gives it the alias "default".
  for _ in {1..200}; do
    if [[ -s $data/kdewallet.kwl ]]; then break; fi
    sleep 0.05
  done
  kill "$daemon"
  wait "$daemon" || true
  start
fi
if $open; then call pamOpen kdewallet "$hash" 0; fi
for _ in {1..200}; do
  alias=$(gdbus call --session --timeout 20 --dest org.freedesktop.secrets \
    --object-path /org/freedesktop/secrets --method org.freedesktop.Secret.Service.ReadAlias default)
  if ! $open || [[ $alias == *collection/* ]]; then break; fi
  sleep 0.05
done
# Its collection says "locked", though the wallet is open, until a first program has used it: be that
# program.
if $open; then
  # One session of 256 fails, see Sources/SecretBridge/StoreFault.swift.
  until printf x | secret-tool store --label=first service first; do :; done
  secret-tool clear service first
fi
echo "ready $daemon"
wait "$daemon"
