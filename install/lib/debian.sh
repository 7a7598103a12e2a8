# The Debian package and the archive. Sourced, after share.sh.
# shellcheck shell=bash disable=SC2154

# The version that figctl tells, with the commit where that is not the release itself.
package_version() {
  local told commit tags
  told=$("$release_binary" --version | sed 's/^figctl //')
  [[ $told =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "figctl tells no version: '$told'"
  commit=$(git -C "$root" rev-parse --short=7 HEAD 2>/dev/null) || commit=
  tags=$(git -C "$root" tag --points-at HEAD 2>/dev/null) || tags=
  if [[ -z $commit || $'\n'$tags$'\n' == *$'\n'v$told$'\n'* ]]; then
    echo "$told"
  else
    if [[ -n $(git -C "$root" status --porcelain) ]]; then commit+=.changed; fi
    echo "$told~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M).$commit"
  fi
}

# fix_dates FOLDER: one date and plain modes for everything in it.
fix_dates() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f -exec chmod 644 {} +
  chmod 755 "$1"/usr/bin/figctl "$1"/bin/figctl 2>/dev/null || true
  find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
}

# Who can be written to: whoever made the package, or the author of the commit that it is made of.
maintainer() {
  local address
  address=${DEBEMAIL:-$(git -C "$root" log -1 --format=%ae 2>/dev/null || true)}
  echo "${DEBFULLNAME:-The Figranium Linux developers} <${address:-maintainers@figranium.example}>"
}

# What it needs, found out from the program; libcurl is loaded by name when a server is called.
library_packages() {
  local folder=$1 found
  mkdir -p -- "$folder/debian"
  printf 'Source: figctl\n\nPackage: figctl\nArchitecture: any\n' >"$folder/debian/control"
  found=$(cd "$folder" && dpkg-shlibdeps -O --ignore-missing-info "$2" 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
  [[ $found == *libsecret-1-0* && $found == *libglib2.0-0* && $found == *libgcrypt20* ]] ||
    fail "the packages that figctl needs were not found: '$found'" \
      "Are libsecret, libgcrypt and GLib the system's own?"
  # Relocations in their short form are known to glibc from 2.36 on; the table of symbols, which
  # dpkg-shlibdeps reads, does not tell.
  if readelf -d "$2" | grep -q '(RELR)'; then
    # shellcheck disable=SC2001 # a pattern
    found=$(sed 's/libc6 ([^)]*)/libc6 (>= 2.36)/' <<<"$found")
  fi
  echo "$found, libcurl4"
}

# write_units FOLDER: the units that are switched on by hand, a profile each.
write_units() {
  local file
  mkdir -p -- "$1"
  for file in "$root"/install/systemd/*; do
    [[ -f $file ]] || continue
    sed 's|@bindir@|/usr/bin|' "$file" >"$1/$(basename "${file%.in}")"
  done
}

# make_deb FOLDER OUTPUT
make_deb() {
  local folder=$1 package=$1/package revision doc date name architecture size
  revision=$version-0upstream1
  date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
  architecture=$(dpkg --print-architecture)
  mkdir -p -- "$package/usr/bin" "$package/DEBIAN"
  cp -- "$release_binary" "$package/usr/bin/figctl"
  write_share "$release_binary" "$package/usr" /usr/bin/figctl "$date" zsh/vendor-completions

  write_units "$package/usr/lib/systemd/user"

  doc=$package/usr/share/doc/figctl
  mkdir -p -- "$doc" "$package/usr/share/lintian/overrides"
  cp -- "$root/install/debian/copyright" "$doc/copyright"
  cp -- "$root/install/debian/lintian-overrides" "$package/usr/share/lintian/overrides/figctl"
  pack_page "$root/README.md" "$doc/README.md.gz"
  pack_page "$root/SECURITY.md" "$doc/SECURITY.md.gz"
  pack_page "$root/CHANGELOG.md" "$doc/changelog.gz"
  printf 'figctl (%s) unstable; urgency=medium\n\n  * Built from the sources of this version; see changelog.gz.\n\n -- %s  %s\n' \
    "$revision" "$(maintainer)" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" \
    >"$folder/changelog"
  pack_page "$folder/changelog" "$doc/changelog.Debian.gz"

  fix_dates "$package"
  size=$(find "$package/usr" -type f -printf '%s\n' | awk '{ s += int(($1 + 1023) / 1024) } END { print s }')
  sed -e "s|@VERSION@|$revision|" -e "s|@ARCHITECTURE@|$architecture|" \
    -e "s|@MAINTAINER@|$(maintainer)|" -e "s|@SIZE@|$size|" \
    -e "s|@DEPENDS@|$(library_packages "$folder/shlibs" "$package/usr/bin/figctl")|" \
    "$root/install/debian/control" >"$package/DEBIAN/control"
  (cd "$package" && find usr -type f -printf '%P\0' | LC_ALL=C sort -z |
    (cd usr && xargs -0 md5sum) | sed 's|  |  usr/|' >DEBIAN/md5sums)
  fix_dates "$package"
  name=figctl_${revision}_$architecture.deb
  # One thread: the parts into which several would cut the data depend on the machine.
  dpkg-deb --root-owner-group -Zxz -z9 --threads-max=1 --uniform-compression --build "$package" \
    "$folder/$name" >/dev/null || fail "dpkg-deb made no package"
  mv -f -- "$folder/$name" "$2/$name"
  say "made $2/$name"
}

# make_tar FOLDER OUTPUT
make_tar() {
  local name folder date
  date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
  name=figctl-$version-linux-$(uname -m)
  folder=$1/$name
  mkdir -p -- "$folder/bin" "$folder/share/doc/figctl"
  cp -- "$release_binary" "$folder/bin/figctl"
  write_share "$release_binary" "$folder" /usr/bin/figctl "$date" zsh/site-functions
  # They name the place where the program is; `service --write-files` makes them for any.
  local left
  for left in applications dbus-1 gnome-shell krunner metainfo; do
    rm -rf -- "${folder:?}/share/$left"
  done
  rm -rf -- "${folder:?}/lib"
  cp -- "$root/install/tar/INSTALL" "$folder/INSTALL"
  cp -- "$root/LICENSE" "$root/README.md" "$root/SECURITY.md" "$root/CHANGELOG.md" \
    "$root/install/debian/copyright" "$folder/share/doc/figctl/"
  fix_dates "$folder"
  tar -C "$1" --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner -cf "$1/$name.tar" "$name"
  xz -9 --threads=1 "$1/$name.tar"
  mv -f -- "$1/$name.tar.xz" "$2/$name.tar.xz"
  say "made $2/$name.tar.xz"
}
