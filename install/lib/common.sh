# Shared by the scripts in install/. Sourced, never run. Wants bash 4.4 or later.
# shellcheck shell=bash disable=SC2034,SC2154
# (SC2034, SC2154: names are set in one file and used in another.)

set -Eeuo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
script_name=${0##*/}
user_home=${HOME:-}

say() { printf '%s: %s\n' "$script_name" "$*" >&2; }

# fail MESSAGE [WHAT-TO-DO]
fail() {
  printf '%s: error: %s\n' "$script_name" "$1" >&2
  if (($# > 1)); then printf '  %s\n' "$2" >&2; fi
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Prints the usage text: the comment block at the top of the script, without its marks.
usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

# Runs a command as root: as it is, or through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    fail "this needs root, and there is no sudo" "As root: $*"
  fi
}

# Temporary things, removed however the script ends.
cleanup_paths=()
cleanup_pids=()
cleanup() {
  local status=$?
  trap - EXIT
  local pid path
  for pid in ${cleanup_pids[@]+"${cleanup_pids[@]}"}; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  for path in ${cleanup_paths[@]+"${cleanup_paths[@]}"}; do rm -rf -- "$path"; done
  exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# new_temporary_folder VARIABLE: makes a private folder that goes when the script ends. Below /tmp
# whatever TMPDIR says: sockets in it must have a short path without special characters.
new_temporary_folder() {
  local -n made=$1
  # The caller reads it through the name it gave.
  # shellcheck disable=SC2034
  made=$(mktemp -d /tmp/figctl-XXXXXXXX)
  cleanup_paths+=("$made")
}
