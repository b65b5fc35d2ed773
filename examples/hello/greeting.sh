#!/bin/sh
# Usage: greeting.sh [name]
printf 'Hello, %s!\n' "${1:-world}"
