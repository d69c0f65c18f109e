import type { Command } from 'commander';
import { apiCommand } from './commands/api';
import { askCommand } from './commands/ask';
import { completionCommand } from './commands/completion';
import { eventsCommand } from './commands/events';
import { exclusionsCommand } from './commands/exclusions';
import { explainCommand } from './commands/explain';
import { flagsCommand } from './commands/flags';
import { importCommand } from './commands/import';
import { loginCommand, logoutCommand, profilesCommand } from './commands/login';
import { mcpCommand } from './commands/mcp';
import { proofCommand } from './commands/proof';
import { queryCommand } from './commands/query';
import { riskCommand } from './commands/risk';
import { ticketsCommand } from './commands/tickets';
import { requestCommand } from './commands/request';
import { reviewCommand } from './commands/review';
import { rolesCommand } from './commands/roles';
import { tiersCommand } from './commands/tiers';
import { breakCommand } from './commands/break';
import { verifyCommand } from './commands/verify';
import { whatIfCommand } from './commands/what-if';

/** Returns the commands that need nothing but the API, so that they work from any machine. */
export function remoteCommands(): Command[] {
  return [
    ...[loginCommand(), logoutCommand(), profilesCommand(), completionCommand()],
    ...[
      askCommand(),
      queryCommand(),
      explainCommand(),
      whatIfCommand(),
      breakCommand(),
      proofCommand(),
      verifyCommand(),
      importCommand(),
      eventsCommand(),
      exclusionsCommand(),
      requestCommand(),
      reviewCommand(),
      rolesCommand(),
      tiersCommand(),
      riskCommand(),
      ticketsCommand(),
      flagsCommand(),
      apiCommand(),
      mcpCommand(),
    ],
  ];
}
