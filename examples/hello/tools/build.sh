#!/bin/sh
# Pretends to build something large: a progress line that rewrites itself, then a report for the next step.
set -eu
mkdir -p build

percent=0
while [ "$percent" -lt 100 ]; do
  percent=$((percent + 4))
  printf '\r\033[36mcompiling\033[0m %3d %%' "$percent"
  sleep 0.35
done
printf '\n'

for part in core page docs; do
  sleep 0.8
  printf 'packed \033[33m%s\033[0m\n' "$part"
done

printf 'parts   3\ncommit  %s\n' "$CI_COMMIT_SHA" > build/report.txt
