#!/usr/bin/env bash
# An older program and a journal of a newer format: it stops there with exit code 3 and changes nothing.
# Usage: Tests/Formats/older_program.sh OLD_PROGRAM [NEW_PROGRAM]
# OLD_PROGRAM is a build of a version that knows format 1 alone, as that of commit d1baf412.
set -euo pipefail
old=$(realpath "$1") && new=$(realpath "${2:-.build/release/health-journal}")
export HEALTH_JOURNAL_CONFIG=/dev/null
cd "$(mktemp -d)"
"$old" init --journal made --time-zone UTC > made.out
"$new" save steps 100 count --journal made > made.out
"$new" undo --journal made > made.out

faults=0
fault() { echo "$1" && faults=$((faults + 1)); }
for lock in with without; do
  cp -r made tried && rm -rf tried/snapshot
  [ "$lock" = with ] || rm tried/lock
  before=$(sha256sum < tried/events.ndjson)
  for call in "save weight 71 kg" doctor latest audit; do
    code=0 && "$old" $call --journal tried > tried.out 2>&1 || code=$?
    case $call in doctor | audit) wanted=1 ;; *) wanted=3 ;; esac
    [ "$code" = "$wanted" ] || fault "$call, $lock lock: exit code $code, not $wanted"
    grep -q "line 3" tried.out || fault "$call, $lock lock: line 3 is not named"
  done
  [ "$(sha256sum < tried/events.ndjson)" = "$before" ] || fault "the lines were changed, $lock lock"
  [ ! -e tried/quarantine ] || fault "bytes were set aside, $lock lock"
  rm -r tried
done
code=0 && "$old" restore made --journal restored > tried.out 2>&1 || code=$?
[ "$code" = 3 ] || fault "restore: exit code $code, not 3"
[ ! -e restored ] || fault "restore made a journal"
echo "an older program changed nothing: $faults faults"
[ "$faults" = 0 ]
