#!/bin/sh
# Builds the real servers that the tests use into .cache/servers, where libs/testing finds them.
# Needs Go; does nothing for a server that is there in the right version already.
set -eu
cd "$(dirname "$0")/.."
servers="$PWD/.cache/servers"
mkdir -p "$servers"

missing=0

# $1 program, $2 module, $3 version, $4 package inside the module
build() {
  if [ -x "$servers/$1" ]; then
    if ! command -v go >/dev/null; then return; fi
    if go version -m "$servers/$1" | grep -q "[[:space:]]$2[[:space:]]*$3[[:space:]]"; then return; fi
  fi
  if ! command -v go >/dev/null; then
    echo "$1: not built, because Go is not installed (https://go.dev/dl)" >&2
    missing=1
    return
  fi
  echo "$1 $3: building (half a minute to four)"
  if ! CGO_ENABLED=0 GOBIN="$servers" go install -trimpath -ldflags='-s -w' "$2$4@$3"; then
    echo "$1: not built, because go install failed (see above)" >&2
    missing=1
  fi
}

build nats-server github.com/nats-io/nats-server/v2 v2.15.2 ""
build versitygw github.com/versity/versitygw v1.8.0 /cmd/versitygw

exit "$missing"
