/// The scripts that make shells complete `figctl`.
///
/// They only hand the words over and show the answer; what there is to offer is known here, so
/// that a script stays right when figctl changes. The words go by a pipe, not as arguments, which
/// every user of the machine can read. It is always the `figctl` in `PATH` that is asked: a program
/// of that name in a folder one happens to be in must not be run by the Tab key.
package enum CompletionScript {
  /// The script for a shell.
  package static func text(_ shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # bash completion for figctl. For this shell: source <(figctl completion bash)
    # For all: figctl completion bash > ~/.local/share/bash-completion/completions/figctl

    _figctl() {
      local -a reply
      COMPREPLY=()
      mapfile -t reply < <(
        printf '%s\0' "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" |
          command figctl __complete bash 2>/dev/null
      )
      case ${reply[0]-} in
        words)
          COMPREPLY=("${reply[@]:1}")
          # NAME= waits for its value.
          if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
            compopt -o nospace 2>/dev/null
          fi
          ;;
        files) compopt -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
        programs) mapfile -t COMPREPLY < <(compgen -c -- "$2") ;;
      esac
    }

    complete -F _figctl figctl
    """#

  private static let zsh = #"""
    #compdef figctl
    # zsh completion for figctl. Put it into a folder of $fpath, by the name _figctl:
    #   figctl completion zsh > ~/.local/share/zsh/site-functions/_figctl
    # or, for this shell, after compinit: source <(figctl completion zsh)

    _figctl() {
      local -a before reply values notes open opennotes
      local line value note
      before=()
      (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")
      reply=("${(@f)$(
        printf '%s\0' "${before[@]}" "${(Q)PREFIX}" | command figctl __complete zsh 2>/dev/null
      )}")
      case $reply[1] in
        words)
          for line in "${(@)reply[2,-1]}"; do
            value=${line%%$'\t'*} note=${line#*$'\t'}
            [[ -n $note ]] && note="$value  -- $note" || note=$value
            if [[ $value == *= ]]; then
              open+=("$value") opennotes+=("$note")
            else
              values+=("$value") notes+=("$note")
            fi
          done
          # NAME= waits for its value.
          (( $#open )) && compadd -l -S '' -d opennotes -a open
          (( $#values )) && compadd -l -d notes -a values
          (( $#open + $#values ))
          ;;
        files)
          [[ $PREFIX == --*=* ]] && compset -P '*='
          _files
          ;;
        folders)
          [[ $PREFIX == --*=* ]] && compset -P '*='
          _files -/
          ;;
        programs) _command_names -e ;;
        *) return 1 ;;
      esac
    }

    if [[ $funcstack[1] == _figctl ]]; then
      _figctl "$@"
    elif (( $+functions[compdef] )); then
      compdef _figctl figctl
    fi
    """#

  private static let fish = #"""
    # fish completion for figctl. For this shell: figctl completion fish | source
    # For all: figctl completion fish > ~/.config/fish/completions/figctl.fish

    function __figctl_complete
        set -l words (commandline -opc)
        set -e words[1]
        set -l current (commandline -ct | string unescape)
        set -l reply (printf '%s\0' $words "$current" | command figctl __complete fish 2>/dev/null)
        # The shell's own completions want the value alone.
        set -l option (string match -r -- '^--[^=]*=' "$current")
        set -q option[1]; or set option ''
        set -l rest (string replace -r -- '^--[^=]*=' '' "$current")
        switch "$reply[1]"
            case words
                printf '%s\n' $reply[2..]
            case files
                printf '%s\n' $option(__fish_complete_path "$rest")
            case folders
                printf '%s\n' $option(__fish_complete_directories "$rest")
            case programs
                __fish_complete_command
        end
    end

    complete -c figctl -f -k -a '(__figctl_complete)'
    """#
}
