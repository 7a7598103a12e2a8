# The list of what was installed, and how files come and go by it. Sourced.
# shellcheck shell=bash disable=SC2154
#
# The list has a line for each thing, `TYPE<TAB>SHA-256<TAB>PATH`: `file` with the checksum of what
# was put there and its path below the prefix, `folder` (checksum `-`) with the full path of one
# that was made.
# It is written before the files are, with the old lines still in it, and again without them
# afterwards: whenever setup is stopped, all that is there is on the list.

manifest_path=share/figctl/installed-files

absolute_prefix() {
  local prefix=${1:-}
  if [[ -z $prefix ]]; then
    [[ -n $user_home ]] || fail "HOME is not set" "Say where to: --prefix FOLDER"
    prefix=$user_home/.local
  fi
  realpath -ms -- "$prefix"
}

first_existing_folder() {
  local folder=$1
  while [[ ! -d $folder ]]; do folder=$(dirname "$folder"); done
  echo "$folder"
}

checksum() { sha256sum <"$1" | cut -d' ' -f1; }

# put_file SOURCE TARGET MODE: the target is the old file or the whole new one, never a part.
put_file() {
  local temporary
  temporary=$(dirname "$2")/.$(basename "$2").new-$$
  cleanup_paths+=("$temporary")
  cp -- "$1" "$temporary"
  chmod "$3" "$temporary"
  mv -f -- "$temporary" "$2"
}

# new_folders FOLDER: FOLDER and those above it that are not there yet.
new_folders() {
  local path=$1
  while [[ ! -d $path ]]; do
    printf '%s\n' "$path"
    path=$(dirname "$path")
  done
}

# install_files PREFIX PATH|MODE|SOURCE…
install_files() {
  local prefix=$1 entry path mode source list old
  shift
  list=$(mktemp)
  cleanup_paths+=("$list")
  old=$prefix/$manifest_path
  # Folders made by an earlier setup are still ours.
  if [[ -f $old ]]; then grep -P '^folder\t' "$old" >"$list" || true; fi
  for entry in "$@" "$manifest_path||"; do
    new_folders "$(dirname "$prefix/${entry%%|*}")" | sed 's/^/folder\t-\t/' >>"$list"
  done
  for entry in "$@"; do
    IFS='|' read -r path mode source <<<"$entry"
    printf 'file\t%s\t%s\n' "$(checksum "$source")" "$path" >>"$list"
  done
  sort -u -o "$list" "$list"

  mkdir -p -- "$(dirname "$old")"
  if [[ -f $old ]]; then
    sort -u "$list" "$old" >"$list.both"
    cleanup_paths+=("$list.both")
    put_file "$list.both" "$old" 644
  else
    put_file "$list" "$old" 644
  fi
  for entry in "$@"; do
    IFS='|' read -r path mode source <<<"$entry"
    mkdir -p -- "$(dirname "$prefix/$path")"
    put_file "$source" "$prefix/$path" "$mode"
  done
  put_file "$list" "$old" 644
}

# remove_files PREFIX FORCE
remove_files() {
  local prefix=$1 force=$2 path lines paths folders kept=0
  local list=$prefix/$manifest_path
  mapfile -t lines <"$list"
  mapfile -t paths < <(sed -n 's/^file\t[0-9a-f]*\t//p' "$list" | sort -u)
  mapfile -t folders < <(sed -n 's/^folder\t-\t//p' "$list" | sort -r)
  for path in ${paths[@]+"${paths[@]}"}; do
    [[ -e $prefix/$path ]] || continue
    # After an interrupted set-up a path has two lines: either is ours.
    if $force || [[ $'\n'$(printf '%s\n' "${lines[@]}")$'\n' == \
      *$'\n'file$'\t'$(checksum "$prefix/$path")$'\t'$path$'\n'* ]]; then
      rm -f -- "$prefix/$path"
      say "removed $prefix/$path"
    else
      kept=$((kept + 1))
      say "kept, since it was changed after the set-up: $prefix/$path"
    fi
  done
  if ((kept)); then
    fail "$kept changed file(s) kept" "install/uninstall --force takes them as well."
  fi
  rm -f -- "$list"
  # Deepest first; one that holds something else is not ours to take.
  for path in ${folders[@]+"${folders[@]}"}; do
    rmdir -- "$path" 2>/dev/null || true
  done
  say "done. Profiles (~/.config/figranium) and stored keys were not touched."
}
