import { Command, CommanderError } from 'commander';
import { apiCommand } from './commands/api';
import { demoCommand } from './commands/demo';
import { evaluateCommand } from './commands/evaluate';
import { explainCommand } from './commands/explain';
import { flagsCommand } from './commands/flags';
import { importCommand } from './commands/import';
import { queryCommand } from './commands/query';
import { remotesCommand } from './commands/remotes';
import { secretsCommand } from './commands/secrets';
import { tenantsCommand } from './commands/tenants';
import { tokenCommand } from './commands/token';
import { CliFailure } from './failure';

export { startCam } from '../start/start-cam';
export { deployRemotes } from './deploy';

/** Runs one command of the operator; resolves with the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = new Command('cam')
    .description("The operator's command line of CAM. It speaks to the running server (npm start) through its API.")
    .usage('COMMAND [options]')
    .configureHelp({ sortSubcommands: true })
    // So that options behind a command of a command are its own.
    .enablePositionalOptions();
  const commands = [
    tokenCommand(),
    importCommand(),
    demoCommand(),
    queryCommand(),
    explainCommand(),
    evaluateCommand(),
    flagsCommand(),
    remotesCommand(),
    tenantsCommand(),
    secretsCommand(),
    apiCommand(),
  ];
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

/** The first refusal of a release is the message itself. */
function furtherRefusals(details: unknown): string[] {
  const { refusals = [] } = (details ?? {}) as { refusals?: { gate: string; problem: string; fix: string }[] };
  return refusals.slice(1).map(({ gate, problem, fix }) => `Gate "${gate}": ${problem} ${fix}`);
}
