# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  local word
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _bizctl bizctl
