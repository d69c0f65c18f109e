import { apiCommand } from './commands/api';
import { askCommand } from './commands/ask';
import { backupCommand, restoreCommand } from './commands/backup';
import { demoCommand } from './commands/demo';
import { evaluateCommand } from './commands/evaluate';
import { explainCommand } from './commands/explain';
import { flagsCommand } from './commands/flags';
import { importCommand } from './commands/import';
import { queryCommand } from './commands/query';
import { remotesCommand } from './commands/remotes';
import { riskCommand } from './commands/risk';
import { secretsCommand } from './commands/secrets';
import { tenantsCommand } from './commands/tenants';
import { exclusionsCommand } from './commands/exclusions';
import { tiersCommand } from './commands/tiers';
import { tokenCommand } from './commands/token';
import { tokensCommand } from './commands/tokens';
import { usersCommand } from './commands/users';
import { runProgram } from './program';

export { startCam } from '../start/start-cam';
export { deployRemotes } from './deploy';

/** Runs one command of the operator; resolves with the exit code. */
export function runCli(args: readonly string[]): Promise<number> {
  return runProgram(args, [
    tokenCommand(),
    tokensCommand(),
    importCommand(),
    demoCommand(),
    askCommand(),
    queryCommand(),
    explainCommand(),
    evaluateCommand(),
    flagsCommand(),
    exclusionsCommand(),
    tiersCommand(),
    riskCommand(),
    remotesCommand(),
    tenantsCommand(),
    usersCommand(),
    secretsCommand(),
    backupCommand(),
    restoreCommand(),
    apiCommand(),
  ]);
}
