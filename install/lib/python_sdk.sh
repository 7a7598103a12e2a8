# The official Python SDK, to be checked against and measured against. Sourced.
# shellcheck shell=bash disable=SC2034,SC2154
# (SC2034, SC2154: names are set in one file and used in another.)

python_sdk_version=0.3.0
python_sdk=$root/.build/python-sdk-$python_sdk_version

# Puts the SDK from PyPI into a virtual environment below .build, once: `$python_sdk/bin/python` has it.
# 1 when PyPI cannot be reached and it is not there yet.
need_python_sdk() {
  need sdk
  if "$python_sdk/bin/python" -c 'import figranium' 2>/dev/null; then return; fi
  rm -rf "$python_sdk"
  /usr/bin/python3 -m venv "$python_sdk" || fail "no virtual environment could be made"
  local log=$python_sdk/pip.log
  if "$python_sdk/bin/pip" install --disable-pip-version-check --no-cache-dir --retries 2 \
    --timeout 20 "figranium-sdk==$python_sdk_version" >"$log" 2>&1; then
    return
  fi
  # Reached and refused is a failure; not reached is none of ours.
  if grep -qE 'No matching distribution|HTTP error 404' "$log" &&
    ! grep -qE 'NewConnectionError|NameResolutionError|ProxyError|ConnectTimeout|ReadTimeout|SSLError' "$log"; then
    tail -n 5 "$log" >&2
    fail "figranium-sdk $python_sdk_version could not be installed"
  fi
  tail -n 3 "$log" >&2
  rm -rf "$python_sdk"
  return 1
}
