#!/bin/sh
# Compares what greeting.sh says with what it should say, one line per case.
set -u
failed=0

expect() {
  wanted=$1
  shift
  got=$(sh greeting.sh "$@")
  sleep 0.7
  if [ "$got" = "$wanted" ]; then
    printf '\033[32mok\033[0m    %s\n' "$wanted"
  else
    printf '\033[31merror\033[0m wanted "%s", got "%s"\n' "$wanted" "$got"
    failed=$((failed + 1))
  fi
}

expect 'Hello, world!'
expect 'Hello, Ana!' Ana
expect 'Hello, Ana Maria!' 'Ana Maria'
expect 'Hello, Zoë!' Zoë
expect 'Hello, Łucja!' Łucja
expect 'Hello, world!' ''

echo
if [ "$failed" -gt 0 ]; then
  printf '\033[1;31m%s of 6 failed\033[0m\n' "$failed"
  exit 1
fi
printf '\033[1;32mall 6 passed\033[0m\n'
