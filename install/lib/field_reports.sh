# Sourced: what the field's reports have come to.
# shellcheck shell=bash disable=SC2154

# field_reports TALLY STATUS: says how many kinds of fault have tests, how many tests those are, and
# how many faults were survived in the run that wrote TALLY.
field_reports() {
  local book=$root/Tests/FIELD-REPORTS.md kinds cases faults=0 end=''
  # shellcheck disable=SC2016 # marks of Markdown
  kinds=$(grep -cE '^\| [A-Z]?[0-9]+ \|.*`[A-Za-z]+/' "$book")
  # shellcheck disable=SC2016
  cases=$(grep -E '^\| [A-Z]?[0-9]+ \|' "$book" | grep -oE '`[A-Za-z]+Tests/[^`]+`' | sort -u | wc -l)
  if [[ -s $1 ]]; then faults=$(sort -u "$1" | wc -l); fi
  if (($2)); then end=' before the tests failed'; fi
  say "field reports: $kinds kinds, $cases cases, $faults faults survived$end"
}
