# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  # Bash splits words at "=" and ":": they are put together again, and what stands before the last of these is not offered twice.
  local word current typed i
  local -a words=()
  for (( i = 1; i <= COMP_CWORD; i++ )); do
    word=${COMP_WORDS[i]}
    if (( ${#words[@]} )) && [[ $word == [=:]* || ${COMP_WORDS[i-1]} == [=:] ]]; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  current=${words[${#words[@]}-1]}
  typed=${current%"${COMP_WORDS[COMP_CWORD]}"}
  [[ ${COMP_WORDS[COMP_CWORD]} == [=:] ]] && typed=$current
  COMPREPLY=()
  # A word is put on the line quoted: a name may hold what the shell would run.
  while IFS=$'\t' read -r word _; do
    printf -v word '%q' "${word#"$typed"}"
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _bizctl bizctl
