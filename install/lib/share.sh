# The files that go with the program: manual, completions, icons, the desktop's, documentation.
# Sourced, after common.sh.
# shellcheck shell=bash disable=SC2154

# The date of what is packaged, in seconds: that of the commit, unless it is given.
source_date() {
  if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then
    echo "$SOURCE_DATE_EPOCH"
  elif ! git -C "$root" log -1 --format=%ct 2>/dev/null; then
    fail "the date of the sources is not known: there is no git history" \
      "Give it in seconds since 1970: SOURCE_DATE_EPOCH=…"
  fi
}

# pack_page SOURCE TARGET: a compressed file without its name and date in it.
pack_page() {
  mkdir -p -- "$(dirname "$2")"
  gzip -9n <"$1" >"$2"
}

# write_manual FIGCTL FOLDER DATE: the pages, compressed, below FOLDER/man1 and so on.
write_manual() {
  local page section
  for page in figctl.1 figctl.conf.5 figranium-secrets.7; do
    section=${page##*.}
    mkdir -p -- "$2/man$section"
    "$1" __manual "$page" --date "$3" >"$2/$page"
    pack_page "$2/$page" "$2/man$section/$page.gz"
    rm -- "$2/$page"
  done
}

# write_share FIGCTL PREFIX PROGRAM DATE ZSH-FOLDER: everything below PREFIX/share and PREFIX/lib, for
# a program that will be at PROGRAM. The desktop's files hold its path; a path that they cannot hold
# leaves them out.
write_share() {
  local figctl=$1 prefix=$2 program=$3 date=$4 zsh=$5 icons
  write_manual "$figctl" "$prefix/share/man" "$date"
  mkdir -p -- "$prefix/share/bash-completion/completions" "$prefix/share/$zsh" \
    "$prefix/share/fish/vendor_completions.d"
  "$figctl" completion bash >"$prefix/share/bash-completion/completions/figctl"
  "$figctl" completion zsh >"$prefix/share/$zsh/_figctl"
  "$figctl" completion fish >"$prefix/share/fish/vendor_completions.d/figctl.fish"
  icons=$prefix/share/icons/hicolor
  mkdir -p -- "$icons/scalable/apps" "$icons/symbolic/apps"
  cp -- "$root/install/desktop/dev.figranium.Figctl.svg" "$icons/scalable/apps/"
  cp -- "$root/install/desktop/dev.figranium.Figctl-symbolic.svg" "$icons/symbolic/apps/"
  if [[ $program =~ ^/[A-Za-z0-9/._+-]+$ ]]; then
    local words
    # A package is made before its program is where it will be; figctl warns of that.
    words=$("$figctl" service --write-files "$prefix" --program "$program" 2>&1) ||
      fail "the desktop's files cannot be written" "$words"
  else
    say "the path '$program' cannot stand in the desktop's files: they are left out"
  fi
}
