import { Command, CommanderError } from 'commander';
import { ApiRefusal } from './api-client';
import { COMPLETE, completionsOf } from './completion';
import { CliFailure, EXIT_CODES, NotReached, NotSignedIn, Undecided } from './failure';

/** Name and description of a program, for its help. */
interface ProgramTexts {
  name: string;
  description: string;
}

const OPERATOR: ProgramTexts = { name: 'cam', description: "The operator's command line of CAM. It uses the API of the running server (npm start)." };

/** Runs one of the given commands. Resolves with the exit code (`EXIT_CODES`). */
export async function runProgram(args: readonly string[], commands: readonly Command[], texts = OPERATOR): Promise<number> {
  const program = new Command(texts.name)
    .description(texts.description)
    .usage('COMMAND [options]')
    .configureHelp({ sortSubcommands: true })
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions();
  for (const one of commands) program.addCommand(one);
  everyCommand(program).forEach((one) => one.exitOverride());
  if (args[0] === COMPLETE) {
    for (const word of completionsOf(program, args.slice(1))) process.stdout.write(`${word}\n`);
    return EXIT_CODES.done;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // The help is an exit without a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    if (!(error instanceof CliFailure)) throw error;
    const asJson = args.includes('--json') || args.includes('--output=json') || args[args.indexOf('--output') + 1] === 'json';
    process.stderr.write(asJson ? `${JSON.stringify({ error: error.message, details: error.details }, null, 2)}\n` : `${error.message}\n`);
    if (!asJson) for (const line of furtherRefusals(error.details)) process.stderr.write(`${line}\n`);
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: CliFailure): number {
  if (error instanceof NotReached) return EXIT_CODES.notReached;
  if (error instanceof Undecided) return EXIT_CODES.undecided;
  return error instanceof NotSignedIn || (error instanceof ApiRefusal && error.status === 401) ? EXIT_CODES.notSignedIn : EXIT_CODES.failed;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Returns the refusals of a release after the first one, which is the message itself. */
function furtherRefusals(details: unknown): string[] {
  const { refusals = [] } = (details ?? {}) as { refusals?: { gate: string; problem: string; fix: string }[] };
  return refusals.slice(1).map(({ gate, problem, fix }) => `Gate "${gate}": ${problem} ${fix}`);
}
