import { Argument, Command } from 'commander';
import { completionScript, SHELLS, type Shell } from '../completion';

/** Prints the script with which a shell completes commands and options. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action((shell: Shell) => void process.stdout.write(`${completionScript(shell)}\n`));
}
