import { apiCommand } from './commands/api';
import { backupCommand, restoreCommand } from './commands/backup';
import { explainCommand } from './commands/explain';
import { flagsCommand } from './commands/flags';
import { importCommand } from './commands/import';
import { queryCommand } from './commands/query';
import { remotesCommand } from './commands/remotes';
import { secretsCommand } from './commands/secrets';
import { tenantsCommand } from './commands/tenants';
import { tokenCommand } from './commands/token';
import { breakCommand } from './commands/break';
import { whatIfCommand } from './commands/what-if';
import { runProgram } from './program';

// The command line of container images: all that needs no sources of the project.
process.exitCode = await runProgram(process.argv.slice(2), [
  tokenCommand(),
  importCommand(),
  queryCommand(),
  explainCommand(),
  whatIfCommand(),
  breakCommand(),
  flagsCommand(),
  remotesCommand(),
  tenantsCommand(),
  secretsCommand(),
  backupCommand(),
  restoreCommand(),
  apiCommand(),
]);
