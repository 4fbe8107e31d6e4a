/**
 * The script for each shell. All pass the words of the line to `bizctl __complete`; none evaluates them.
 */
export const scripts = {
  bash: `# bash completion for bizctl. Load it with: source <(bizctl completion bash)
_bizctl() {
  local word current typed i
  local -a words=()
  COMPREPLY=()
  if [[ \${COMP_WORDS[COMP_CWORD-1]} == *[\\<\\>] ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  # Bash splits words at "=" and ":". Join them again, and do not repeat the part before the last separator.
  for (( i = 1; i <= COMP_CWORD; i++ )); do
    word=\${COMP_WORDS[i]}
    if (( \${#words[@]} )) && [[ $word == [=:]* || \${COMP_WORDS[i-1]} == [=:] ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  current=\${words[\${#words[@]}-1]}
  typed=\${current%"\${COMP_WORDS[COMP_CWORD]}"}
  [[ \${COMP_WORDS[COMP_CWORD]} == [=:] ]] && typed=$current
  # Outside quotes, a word is typed with backslashes.
  [[ $typed == [\\'\\"]* ]] || typed=\${typed//\\\\}
  for (( i = 0; i < \${#words[@]}; i++ )); do
    [[ \${words[i]} == [\\'\\"]* ]] || words[i]=\${words[i]//\\\\}
  done
  while IFS=$'\\t' read -r word _; do
    if [[ $word == :file ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]#[=:]}")
      continue
    fi
    word=\${word#"\${typed#[\\'\\"]}"}
    # Quote a name that may be shell syntax. Within a quote, offer only what the shell takes as it is.
    case \${COMP_WORDS[COMP_CWORD]} in
      \\'*) [[ $word == *\\'* ]] && continue ;;
      \\"*) [[ $word == *[\\$\\\`\\"\\\\!]* ]] && continue ;;
      *) [[ $word != *[^a-zA-Z0-9_./:=@%+,-]* ]] || printf -v word '%q' "$word" ;;
    esac
    COMPREPLY+=("$word")
  done < <(bizctl __complete -- "\${words[@]}" 2>/dev/null)
  # More of the word follows, such as the type of the elements in "array<".
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[/:=,\\<] ]] && compopt -o nospace 2>/dev/null
}
complete -F _bizctl bizctl
`,
  zsh: `#compdef bizctl
# zsh completion for bizctl. After compinit, load it with: source <(bizctl completion zsh)
# Or save it as _bizctl in a directory of $fpath.
_bizctl() {
  local word description
  local -a candidates
  while IFS=$'\\t' read -r word description; do
    if [[ $word == :file ]]; then
      compset -P '--[a-z-]##='
      _files
      return
    fi
    word=\${word//\\\\/\\\\\\\\}
    candidates+=("\${word//:/\\\\:}:\${description}")
  done < <(bizctl __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe 'bizctl' candidates
}
# zsh runs a file of $fpath at the first completion, and expects it to complete.
if [[ \${funcstack[1]} == _bizctl ]]; then _bizctl "$@"; else compdef _bizctl bizctl; fi
`,
  fish: `# fish completion for bizctl. Load it with: bizctl completion fish | source
function __bizctl_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (bizctl __complete -- $words[2..-1] 2>/dev/null)
    if test "$found[1]" = ':file'
        # Paths are completed without their option.
        set -l path (string replace -r -- '^--[a-z-]+=' '' $words[-1])
        set -l option (string replace -r -- '^(--[a-z-]+=|).*' '$1' $words[-1])
        # Unlike __fish_complete_path, this takes words with quotes, spaces and ~.
        for candidate in (complete -C "'' -- $path" 2>/dev/null)
            echo $option$candidate
        end
    else if test (count $found) -gt 0
        printf '%s\\n' $found
    end
end
complete -c bizctl -f -a '(__bizctl_complete)'
`,
  powershell: `# PowerShell completion for bizctl. Load it with: bizctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName bizctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
    $words = @($before | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    # PowerShell before 7.3 drops empty arguments.
    $options = @(if ($wordToComplete -eq '') { '--new-word' })
    bizctl __complete @options -- @words 2>$null | ForEach-Object {
        $word, $description = $_ -split "\`t", 2
        if ($word -eq ':file') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            return
        }
        # Quote the word: a name may contain shell syntax, and PowerShell takes typographic quotes for quotes.
        $escaped = [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word)
        $quoted = if ($word -match '^[\\w:=./+-]+$') { $word } else { "'$escaped'" }
        [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $(if ($description) { $description } else { $word }))
    }
}
`,
} as const;

export type Shell = keyof typeof scripts;
