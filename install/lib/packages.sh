# What the scripts need from the system, and how each package manager calls it. Sourced.
# shellcheck shell=bash disable=SC2034,SC2154
# (SC2034, SC2154: names are set in one file and used in another.)

# group | how to see that it is there | apt | dnf and zypper | pacman
# dnf and zypper take what a package provides, which is the same on Fedora and openSUSE.
system_needs() {
  cat <<'TABLE'
build   | command pkg-config            | pkg-config            | /usr/bin/pkg-config         | pkgconf
build   | library gio-unix-2.0          | libglib2.0-dev        | pkgconfig(gio-unix-2.0)     | glib2
build   | library libsecret-1           | libsecret-1-dev       | pkgconfig(libsecret-1)      | libsecret
build   | library libgcrypt             | libgcrypt20-dev       | pkgconfig(libgcrypt)        | libgcrypt
build   | library libcurl               | libcurl4-openssl-dev  | pkgconfig(libcurl)          | curl
session | command dbus-run-session      | dbus                  | /usr/bin/dbus-run-session   | dbus
session | command gdbus                 | libglib2.0-bin        | /usr/bin/gdbus              | glib2
session | command gnome-keyring-daemon  | gnome-keyring         | /usr/bin/gnome-keyring-daemon | gnome-keyring
test    | command python3               | python3               | /usr/bin/python3            | python
test    | command secret-tool           | libsecret-tools       | /usr/bin/secret-tool        | libsecret
test    | python keyring                | python3-keyring       | python3dist(keyring)        | python-keyring
test    | python secretstorage          | python3-secretstorage | python3dist(secretstorage)  | python-secretstorage
test    | python dbus                   | python3-dbus          | python3dist(dbus-python)    | python-dbus
test    | python gi                     | python3-gi            | python3dist(pygobject)      | python-gobject
test    | python dbusmock               | python3-dbusmock      | python3dist(python-dbusmock) | python-dbusmock
test    | python h2                     | python3-h2            | python3dist(h2)             | python-h2
test    | command spd-say               | speech-dispatcher     | /usr/bin/spd-say            | speech-dispatcher
test    | command openssl               | openssl               | /usr/bin/openssl            | openssl
test    | command xdg-dbus-proxy        | xdg-dbus-proxy        | /usr/bin/xdg-dbus-proxy       | xdg-dbus-proxy
test    | file /usr/share/i18n/locales/tr_TR | locales             | glibc-locale-source         | glibc-locales
test    | command ps                    | procps                | /usr/bin/ps                 | procps-ng
test    | command script                | bsdutils              | /usr/bin/script             | util-linux
test    | command tmux                  | tmux                  | /usr/bin/tmux               | tmux
test    | command zsh                   | zsh                   | /usr/bin/zsh                | zsh
test    | command fish                  | fish                  | /usr/bin/fish               | fish
test    | file /usr/share/bash-completion/bash_completion | bash-completion | bash-completion   | bash-completion
test    | command mandoc                | mandoc                | /usr/bin/mandoc             | mandoc
provider | command kwalletd5          | libkf5wallet-bin      | /usr/bin/kwalletd5          | kwallet5
provider | file /usr/lib*/qca-qt5/crypto/libqca-ossl.so /usr/lib/*/qca-qt5/crypto/libqca-ossl.so | libqca-qt5-2-plugins | qca-qt5-ossl | qca-qt5
provider | command keepassxc           | keepassxc             | /usr/bin/keepassxc          | keepassxc
provider | command setpriv             | util-linux            | /usr/bin/setpriv            | util-linux
python  | command python3               | python3               | /usr/bin/python3            | python
sdk     | python ensurepip              | python3-venv          | /usr/bin/python3            | python
shell   | command shellcheck            | shellcheck            | /usr/bin/shellcheck         | shellcheck
package | command dpkg-deb              | dpkg                  | /usr/bin/dpkg-deb           | dpkg
package | command dpkg-shlibdeps        | dpkg-dev              | /usr/bin/dpkg-shlibdeps     | dpkg
package | command xz                    | xz-utils              | /usr/bin/xz                 | xz
package | command gzip                  | gzip                  | /usr/bin/gzip               | gzip
chroot  | command debootstrap           | debootstrap           | /usr/bin/debootstrap        | debootstrap
chroot  | command unshare               | util-linux            | /usr/bin/unshare            | util-linux
lintian | command lintian               | lintian               | /usr/bin/lintian            | lintian
checks  | command desktop-file-validate | desktop-file-utils    | /usr/bin/desktop-file-validate | desktop-file-utils
checks  | command appstreamcli          | appstream             | /usr/bin/appstreamcli       | appstream
checks  | command systemd-analyze       | systemd               | /usr/bin/systemd-analyze    | systemd
checks  | command mandoc                | mandoc                | /usr/bin/mandoc             | mandoc
checks  | command xmllint               | libxml2-utils         | /usr/bin/xmllint            | libxml2
checks  | command zsh                   | zsh                   | /usr/bin/zsh                | zsh
checks  | command fish                  | fish                  | /usr/bin/fish               | fish
bench   | command hyperfine             | hyperfine             | /usr/bin/hyperfine          | hyperfine
bench   | command curl                  | curl                  | /usr/bin/curl               | curl
bench   | command secret-tool           | libsecret-tools       | /usr/bin/secret-tool        | libsecret
bench   | command cc                    | gcc                   | /usr/bin/cc                 | gcc
bench   | command python3               | python3               | /usr/bin/python3            | python
desktop | command gnome-shell           | gnome-shell           | /usr/bin/gnome-shell        | gnome-shell
desktop | command gjs                   | gjs                   | /usr/bin/gjs                | gjs
desktop | command krunner               | plasma-workspace      | /usr/bin/krunner            | plasma-workspace
desktop | file /usr/lib*/*/qt5/qml/org/kde/milou/qmldir | milou | milou                      | milou
desktop | command kwin_x11              | kwin-x11              | /usr/bin/kwin_x11           | kwin
desktop | command Xvfb                  | xvfb                  | /usr/bin/Xvfb               | xorg-server-xvfb
desktop | command xdotool               | xdotool               | /usr/bin/xdotool            | xdotool
desktop | command import                | imagemagick           | /usr/bin/import             | imagemagick
desktop | python dbusmock               | python3-dbusmock      | python3dist(python-dbusmock) | python-dbusmock
desktop | python gi                     | python3-gi            | python3dist(pygobject)      | python-gobject
TABLE
}

# One check of the table: `command NAME`, `file PATTERN…` (one of them is there),
# `library PKG-CONFIG-NAME` or `python MODULE`.
is_there() {
  case $1 in
    command) have "$2" ;;
    # By patterns: libraries lie in folders of the machine's kind.
    file) compgen -G "$2" >/dev/null || { (($# > 2)) && is_there file "${@:3}"; } ;;
    library) have pkg-config && pkg-config --exists "$2" ;;
    # The system's Python: another one first in PATH does not see the system's modules.
    python) /usr/bin/python3 -c "import $2" >/dev/null 2>&1 ;;
    *) fail "no such check: $1" ;;
  esac
}

package_manager() {
  local name
  for name in apt-get dnf zypper pacman; do
    if have "$name"; then
      echo "$name"
      return
    fi
  done
}

# missing_packages MANAGER GROUP…: a line `check<TAB>package` for each thing that is not there.
missing_packages() {
  local manager=$1 group check apt rpm arch package
  shift
  while IFS='|' read -r group check apt rpm arch; do
    group=${group// /}
    [[ " $* " == *" $group "* ]] || continue
    read -ra check <<<"$check"
    if is_there "${check[@]}"; then continue; fi
    case $manager in
      apt-get) package=$apt ;;
      pacman) package=$arch ;;
      *) package=$rpm ;;
    esac
    printf '%s\t%s\n' "${check[*]}" "${package// /}"
  done < <(system_needs)
}

# need GROUP…: installs what is missing of these groups. Says what it runs; silent when all is there.
need() {
  local manager missing packages command
  manager=$(package_manager)
  missing=$(missing_packages "${manager:-apt-get}" "$@")
  if [[ -z $missing ]]; then return; fi
  mapfile -t packages < <(cut -f2 <<<"$missing" | sort -u)
  case $manager in
    # Without recommended packages, so that no log-in module comes along with the keyring.
    apt-get) command=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends) ;;
    dnf) command=(dnf install -y --setopt=install_weak_deps=False) ;;
    zypper) command=(zypper --non-interactive install --no-recommends) ;;
    pacman) command=(pacman -S --needed --noconfirm) ;;
    *)
      fail "missing: $(cut -f1 <<<"$missing" | paste -sd, -), and no package manager that we know" \
        "Install what Debian calls: ${packages[*]}"
      ;;
  esac
  command+=("${packages[@]}")
  say "missing: $(cut -f1 <<<"$missing" | paste -sd, -)"
  if [[ $manager == apt-get ]]; then
    say "running: apt-get update"
    as_root apt-get update -qq </dev/null >&2 || say "the package lists could not be renewed; trying all the same"
  fi
  say "running: ${command[*]}"
  as_root "${command[@]}" </dev/null >&2 || fail "the packages could not be installed" \
    "See the message above, install them by hand, and run this again."
  hash -r
  missing=$(missing_packages "$manager" "$@")
  if [[ -n $missing ]]; then
    fail "still missing after the installation: $(cut -f1 <<<"$missing" | paste -sd, -)" \
      "Install it by hand, and run this again."
  fi
}
