import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { remoteId } from '../remote-names';

export function pruneCommand(): Command {
  return command('prune', 'remove old releases that no channel, pin or plan names and that no console falls back to')
    .argument('[id]', 'id of a remote (default: all)')
    .requiredOption('--keep <number>', 'number of the newest releases of each remote that stay in any case')
    .option('--dry-run', 'only list them')
    .action(async (id: string | undefined, options: CommonOptions & { keep: string; dryRun?: boolean }) => {
      const keep = Number(options.keep);
      if (!Number.isInteger(keep) || keep < 1) throw new CliFailure(`Invalid value "${options.keep}" for --keep. Use a whole number from 1.`);
      const body = { ...(id === undefined ? {} : { id: remoteId(id) }), keep, dry_run: options.dryRun === true };
      const answer = await clientOf(options).call('POST /v1/remotes/prune', { body });
      const lines = answer.removed.map((one) => `${options.dryRun ? 'Would remove' : 'Removed'} ${one.id} ${one.version} (${one.bytes} bytes).`);
      outputOf(options).result(answer, lines.join('\n') || 'There is no release to remove.');
    });
}
