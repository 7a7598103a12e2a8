# Finds Swift and builds with it. Sourced.
# shellcheck shell=bash disable=SC2034,SC2154
# (SC2034, SC2154: names are set in one file and used in another.)

swift_wanted=6.2

# Where toolchains are put by swiftly, by hand and by distributions.
swift_places() {
  if have swift; then dirname "$(command -v swift)"; fi
  printf '%s\n' \
    /opt/swift/usr/bin \
    "${SWIFTLY_BIN_DIR:-$user_home/.local/share/swiftly/bin}" \
    /usr/local/swift/usr/bin /usr/share/swift/usr/bin /usr/lib/swift/usr/bin \
    /usr/libexec/swift/bin /usr/libexec/swift/*/bin "$user_home"/swift-*/usr/bin
}

# swift_version FOLDER: `6.3.1`, or nothing when there is no working swift in it.
swift_version() {
  TMPDIR=$root/.build/tmp "$1/swift" --version 2>/dev/null </dev/null |
    sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1 || true
}

# at_least VERSION WANTED
at_least() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$2" ]]; }

# Puts a Swift that is new enough first in PATH, or says how to get one.
need_swift() {
  mkdir -p "$root/.build/tmp"
  local folder version found=()
  # swiftly finds its own files by HOME unless told; private sessions have another HOME.
  export SWIFTLY_HOME_DIR=${SWIFTLY_HOME_DIR:-$user_home/.local/share/swiftly}
  export SWIFTLY_BIN_DIR=${SWIFTLY_BIN_DIR:-$user_home/.local/share/swiftly/bin}
  while IFS= read -r folder; do
    [[ -x $folder/swift ]] || continue
    version=$(swift_version "$folder")
    [[ -n $version ]] || continue
    if at_least "$version" "$swift_wanted"; then
      case $PATH in
        "$folder" | "$folder":*) ;;
        *) export PATH="$folder:$PATH" ;;
      esac
      return
    fi
    found+=("$version in $folder")
  done < <(swift_places)
  if ((${#found[@]})); then say "found only Swift $(printf '%s; ' "${found[@]}")"; fi
  fail "Swift $swift_wanted or later is needed" \
    "Get it with swiftly: https://www.swift.org/install/linux/ (swiftly install latest), and run this again."
}

# SwiftPM's settings and caches stay in the checkout.
swiftpm_folders=(
  --cache-path "$root/.build/home/cache"
  --config-path "$root/.build/home/config"
  --security-path "$root/.build/home/security"
)

# run_swift ARGUMENT…: swift with its home and temporary files below .build too: what it leaves
# there is never in the user's way. (SwiftPM still makes an empty ~/.swiftpm, whatever it is told.)
run_swift() {
  mkdir -p "$root/.build/home"
  case $1 in
    build | package | test) set -- "$1" "${swiftpm_folders[@]}" "${@:2}" ;;
  esac
  env -u XDG_CACHE_HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME \
    HOME="$root/.build/home" TMPDIR="$root/.build/tmp" swift "$@" </dev/null
}

# swift_build OPTION…: `swift build`, its messages on stderr. Left out: SwiftPM's word that it does not
# pass GLib's -pthread on, which is as it should be.
swift_build() { run_swift build "$@" 2>&1 | sed -u '/prohibited flag(s): -pthread/d' >&2; }

# release_build PRODUCT: builds the product as it is installed, and sets `release_binary`.
# In a folder of its own: SwiftPM does not build anew when only these options differ from the last
# build's. What each option is for:
#   -s                    leaves out the symbol table, which nothing at run time reads
#   --no-export-dynamic   and the names that only a plug-in would look up
#   -z now                every name is looked up at the start, after which the table of addresses
#                         cannot be written to (it costs 0.3 ms)
#   -file-prefix-map, -disable-incremental-llvm-codegen
#                         no path of the checkout, and no checksum over one (.swift_modhash) in it: the
#                         same sources give the same program
#   --disable-local-rpath no search for the system's libraries beside the program: it costs 25 failed
#                         opens a start, and what lies there should not be loaded
# and where the toolchain's own linker, LLD, is there:
#   -function-sections, --symbol-ordering-file   what a start runs lies together: a third fewer pages
#                         of the program in memory (install/symbol-order makes the list)
#   pack-relative-relocs  a tenth of the start's relocation records; glibc reads them from 2.36 on
# and C++'s own library in the program, not loaded: it takes a sixth of the start.
# FIGCTL_KEEP_SYMBOLS keeps the symbol table, for profilers.
release_build() {
  local options=(
    -c release --static-swift-stdlib --package-path "$root" --scratch-path "$root/.build/install"
    -Xlinker --no-export-dynamic --disable-local-rpath
    -Xlinker -z -Xlinker now -Xswiftc -file-prefix-map -Xswiftc "$root=."
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    -Xswiftc -Xfrontend -Xswiftc -function-sections
  )
  local list=$root/install/lib/symbol-order.txt
  if [[ -z ${FIGCTL_KEEP_SYMBOLS:-} ]]; then options+=(-Xlinker -s); fi
  if [[ -x $(dirname "$(realpath "$(command -v swift)")")/ld.lld ]]; then
    options+=(
      -Xswiftc -use-ld=lld
      -Xlinker "--symbol-ordering-file=$list" -Xlinker --no-warn-symbol-ordering
    )
    if at_least "$(getconf GNU_LIBC_VERSION | tr -dc '0-9.')" 2.36; then
      options+=(-Xlinker -z -Xlinker pack-relative-relocs)
    fi
  fi
  if static_cxx; then options+=(-Xlinker "-L$root/.build/static-cxx"); fi
  say "building $1 (release; the first time takes some minutes)"
  # SwiftPM links again when an object file or an option has changed, and knows nothing of the list.
  local built
  for built in "$root"/.build/install/*/release/"$1"; do
    if [[ $list -nt $built ]]; then rm -f "$built"; fi
  done
  swift_build "${options[@]}" --product "$1" ||
    fail "the build of $1 failed" "See the compiler's message above."
  release_binary=$(run_swift build "${options[@]}" --show-bin-path)/$1
  [[ -x $release_binary ]] || fail "the build left no $release_binary"
}

# A folder in which the linker finds C++'s library in its static form only, where the C compiler has
# one (GCC's runtime library exception lets it be linked into any program).
static_cxx() {
  local folder=$root/.build/static-cxx library found
  have cc || return
  mkdir -p "$folder"
  for library in libstdc++.a libgcc_eh.a; do
    found=$(cc -print-file-name="$library")
    [[ -f $found ]] || return
    # libgcc_eh is the static form of libgcc_s.
    ln -sfn "$found" "$folder/${library/gcc_eh/gcc_s}"
  done
}
