import { Command, CommanderError } from 'commander';
import { CliFailure } from './failure';

/** Name and description of a program, for its help. */
interface ProgramTexts {
  name: string;
  description: string;
}

const OPERATOR: ProgramTexts = { name: 'cam', description: "The operator's command line of CAM. It uses the API of the running server (npm start)." };

/** Runs one of the given commands. Resolves with the exit code. */
export async function runProgram(args: readonly string[], commands: readonly Command[], texts = OPERATOR): Promise<number> {
  const program = new Command(texts.name)
    .description(texts.description)
    .usage('COMMAND [options]')
    .configureHelp({ sortSubcommands: true })
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions();
  for (const one of commands) program.addCommand(one);
  everyCommand(program).forEach((one) => one.exitOverride());
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CliFailure)) throw error;
    const asJson = args.includes('--json');
    process.stderr.write(asJson ? `${JSON.stringify({ error: error.message, details: error.details }, null, 2)}\n` : `${error.message}\n`);
    if (!asJson) for (const line of furtherRefusals(error.details)) process.stderr.write(`${line}\n`);
    return 1;
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Returns the refusals of a release after the first one, which is the message itself. */
function furtherRefusals(details: unknown): string[] {
  const { refusals = [] } = (details ?? {}) as { refusals?: { gate: string; problem: string; fix: string }[] };
  return refusals.slice(1).map(({ gate, problem, fix }) => `Gate "${gate}": ${problem} ${fix}`);
}
