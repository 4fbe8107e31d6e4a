# fish completion for bizctl. Load it with: bizctl completion fish | source
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
        printf '%s\n' $found
    end
end
complete -c bizctl -f -a '(__bizctl_complete)'
