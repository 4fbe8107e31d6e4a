# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  local word current typed i
  local -a words=()
  COMPREPLY=()
  if [[ ${COMP_WORDS[COMP_CWORD-1]} == *[\<\>] ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  # Bash splits words at "=" and ":". Join them again, and do not repeat the part before the last separator.
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
  # Outside quotes, a word is typed with backslashes.
  [[ $typed == [\'\"]* ]] || typed=${typed//\\}
  for (( i = 0; i < ${#words[@]}; i++ )); do
    [[ ${words[i]} == [\'\"]* ]] || words[i]=${words[i]//\\}
  done
  while IFS=$'\t' read -r word _; do
    if [[ $word == :file ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]#[=:]}")
      continue
    fi
    word=${word#"${typed#[\'\"]}"}
    # Quote a name that may be shell syntax. Within a quote, offer only what the shell takes as it is.
    case ${COMP_WORDS[COMP_CWORD]} in
      \'*) [[ $word == *\'* ]] && continue ;;
      \"*) [[ $word == *[\$\`\"\\!]* ]] && continue ;;
      *) [[ $word != *[^a-zA-Z0-9_./:=@%+,-]* ]] || printf -v word '%q' "$word" ;;
    esac
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "${words[@]}" 2>/dev/null)
  # More of the word follows, such as the type of the elements in "array<".
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/:=,\<] ]] && compopt -o nospace 2>/dev/null
}
complete -F _bizctl bizctl
