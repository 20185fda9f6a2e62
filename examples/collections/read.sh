#!/bin/sh
# What Masume reads of each file of levels in this folder: its warnings and errors, then each level's board.
#
#   examples/collections/read.sh [PROGRAM]
#
# PROGRAM is `masume` where none is named.
program=$(command -v "${1:-masume}") || { echo "no program ${1:-masume}" >&2; exit 1; }
cd "$(dirname "$0")" || exit 1
for file in *.xsb *.sok *.rle *.txt *.html *.slc; do
    echo "== $file"
    "$program" check sokoban --levels "$file" 2>&1 | grep -v '^games/'
    "$program" rate sokoban --levels "$file" --nodes 0 2>/dev/null | sed 1d
    level=1
    while "$program" run sokoban --levels "$file" --level "$level" 2>/dev/null; do
        level=$((level + 1))
    done
    echo
done
