import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { table } from '../table';
import { remoteId } from '../remote-names';

export function historyCommand(): Command {
  return command('history', 'list the history of a remote: releases, channels and tenant policies')
    .argument('<id>', 'id of a remote')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/remotes/{id}/history', { path: { id: remoteId(id) } });
      const rows = answer.changes.map(({ at, by, what, reason }) => [at, by, what, reason]);
      outputOf(options).result(answer, table(['TIME', 'USER', 'CHANGE', 'REASON'], rows, 140));
    });
}
