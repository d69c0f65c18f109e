import { apiCommand } from './commands/api';
import { backupCommand, restoreCommand } from './commands/backup';
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
import { usersCommand } from './commands/users';
import { runProgram } from './program';

export { startCam } from '../start/start-cam';
export { deployRemotes } from './deploy';

/** Runs one command of the operator; resolves with the exit code. */
export function runCli(args: readonly string[]): Promise<number> {
  return runProgram(args, [
    tokenCommand(),
    importCommand(),
    demoCommand(),
    queryCommand(),
    explainCommand(),
    evaluateCommand(),
    flagsCommand(),
    remotesCommand(),
    tenantsCommand(),
    usersCommand(),
    secretsCommand(),
    backupCommand(),
    restoreCommand(),
    apiCommand(),
  ]);
}
