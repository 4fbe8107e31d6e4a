# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  # Bash splits words at "=" and ":". Join them again, and do not repeat the part before the last separator.
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
  # Quote the word: a name may contain shell syntax.
  while IFS=$'\t' read -r word _; do
    printf -v word '%q' "${word#"$typed"}"
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _bizctl bizctl
