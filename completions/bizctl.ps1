# PowerShell completion for bizctl. Load it with: bizctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName bizctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
    $words = @($before | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    # PowerShell before 7.3 drops empty arguments.
    $options = @(if ($wordToComplete -eq '') { '--new-word' })
    bizctl __complete @options -- @words 2>$null | ForEach-Object {
        $word, $description = $_ -split "`t", 2
        if ($word -eq ':file') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            return
        }
        # Quote the word: a name may contain shell syntax, and PowerShell takes typographic quotes for quotes.
        $escaped = [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word)
        $quoted = if ($word -match '^[\w:=./+-]+$') { $word } else { "'$escaped'" }
        [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $(if ($description) { $description } else { $word }))
    }
}
