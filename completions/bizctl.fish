# fish completion for bizctl. Load it with: bizctl completion fish | source
function __bizctl_complete
    set -l words (commandline -opc) (commandline -ct)
    bizctl __complete -- $words[2..-1] 2>/dev/null
end
complete -c bizctl -a '(__bizctl_complete)'
