import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden command that shells ask for the words after these. */
export const COMPLETE = '__complete';

const SCRIPTS: Record<Shell, string> = {
  bash: `# cam completion for bash. Load it with: source <(cam completion bash)
_cam() {
  local IFS=$'\\n'
  COMPREPLY=($(cam ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _cam cam`,
  zsh: `#compdef cam
# cam completion for zsh. Load it with: source <(cam completion zsh)
_cam() {
  local -a found
  found=("\${(@f)$(cam ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _cam cam`,
  fish: `# cam completion for fish. Load it with: cam completion fish | source
function __cam_complete
  set -l words (commandline -opc) (commandline -ct)
  cam ${COMPLETE} $words[2..-1] 2>/dev/null
end
complete -c cam -f -a '(__cam_complete)'`,
};

/** Returns the script that makes a shell complete the words of the program. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

/**
 * Returns what may follow: subcommands, options, or the values of an option.
 * @param words the words after the program's name; the last one is being typed and may be empty
 */
export function completionsOf(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  let current = program;
  let before = '';
  for (const word of words.slice(0, -1)) {
    current = current.commands.find((one) => one.name() === word) ?? current;
    before = word;
  }
  const asked = current.options.find(({ long, short }) => before !== '' && (long === before || short === before));
  const choices = asked && (asked.required || asked.optional) ? (asked.argChoices ?? []) : null;
  const all = choices ?? (typed.startsWith('-') ? current.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])) : wordsOf(current));
  return all.filter((word) => word.startsWith(typed)).sort();
}

/** Returns the subcommands of a command, or the values of its first argument. */
function wordsOf(command: Command): readonly string[] {
  const [argument] = command.registeredArguments;
  return command.commands.length > 0 ? command.commands.map((one) => one.name()) : (argument?.argChoices ?? []);
}
