# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  # Bash splits words at "=" and ":": what belongs to the word under the cursor is put together again, and not offered twice.
  local word current="" start=$COMP_CWORD
  local -a words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  while (( start > 1 )) && [[ ${COMP_WORDS[start]} == [=:]* || ${COMP_WORDS[start-1]} == [=:] ]]; do
    (( start-- ))
  done
  for word in "${COMP_WORDS[@]:start:COMP_CWORD-start+1}"; do current+=$word; done
  words=("${COMP_WORDS[@]:1:start-1}" "$current")
  local typed=${current%"${COMP_WORDS[COMP_CWORD]}"}
  [[ ${COMP_WORDS[COMP_CWORD]} == [=:] ]] && typed=$current
  COMPREPLY=()
  # A word is put on the line quoted: a name may hold what the shell would run.
  while IFS=$'\t' read -r word _; do
    printf -v word '%q' "${word#"$typed"}"
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _bizctl bizctl
