import { backupCommand, restoreCommand } from './commands/backup';
import { demoCommand } from './commands/demo';
import { evaluateCommand } from './commands/evaluate';
import { remotesCommand } from './commands/remotes';
import { secretsCommand } from './commands/secrets';
import { tenantsCommand } from './commands/tenants';
import { tokenCommand } from './commands/token';
import { tokensCommand } from './commands/tokens';
import { usersCommand } from './commands/users';
import { runProgram } from './program';
import { remoteCommands } from './remote-commands';

export { startCam } from '../start/start-cam';
export { deployRemotes } from './deploy';

/** Runs one command of the operator; resolves with the exit code. */
export function runCli(args: readonly string[]): Promise<number> {
  return runProgram(args, [
    ...remoteCommands(),
    tokenCommand(),
    tokensCommand(),
    demoCommand(),
    evaluateCommand(),
    remotesCommand(),
    tenantsCommand(),
    usersCommand(),
    secretsCommand(),
    backupCommand(),
    restoreCommand(),
  ]);
}
