/** The shells that a completion script is made for. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** A shell with completion. */
export type Shell = (typeof shells)[number]

/**
 * What a shell loads to complete `heddle`. The script asks the program itself, so it knows every command, option, branch and id
 * there is. Lines of the answer are a value, a tab and what it is; `:files` stands for files of the shell's own.
 */
export const completionScripts: { readonly [shell in Shell]: string } = {
  bash: `# heddle completion for bash. To load it: source <(heddle completion bash)
_heddle() {
  local line word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _heddle heddle
`,
  zsh: `#compdef heddle
# heddle completion for zsh. To load it: source <(heddle completion zsh)
_heddle() {
  local line
  local -a values
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
    else
      values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && _describe heddle values
}
compdef _heddle heddle
`,
  fish: `# heddle completion for fish. To load it: heddle completion fish | source
function __heddle_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  command $words[1] __complete -- $words[2..-1] "$typed" 2>/dev/null
end
complete -c heddle -f -a '(__heddle_complete | string match -v ":files")'
complete -c heddle -n '__heddle_complete | string match -q ":files"' -F
`,
}
