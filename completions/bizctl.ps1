# PowerShell completion for bizctl. Load it with: bizctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName bizctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    if ($wordToComplete -eq '') { $words += '' }
    bizctl __complete -- @words 2>$null | ForEach-Object {
        $word, $description = $_ -split "`t", 2
        if ($word -eq ':file') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            return
        }
        # Quote the word: a name may contain shell syntax.
        $quoted = if ($word -match '^[\w:=./@+-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $(if ($description) { $description } else { $word }))
    }
}
