import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOwnRemoteId } from '@cam/contracts';
import type { Command } from 'commander';
import { ROOT } from '../../build/root';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { publishFolder } from '../publish';
import { channelName } from '../remote-names';
import { moveChannel } from './remote-channel';

interface PublishOptions extends CommonOptions {
  dryRun?: boolean;
  channel?: string;
  reason?: string;
  once?: boolean;
}

/** Creates the command that publishes a built remote, and moves a channel to it if asked to. */
export function publishCommand(): Command {
  return command('publish', 'publish a built remote as a release; tenants get it only through a channel or a pin')
    .argument('<id or path>', 'id of a remote in this checkout, or a folder with a built remote')
    .option('--dry-run', 'check the gates without publishing')
    .option('--channel <name>', 'then point this channel at the release: stable, canary or staging')
    .option('--reason <text>', 'reason for moving the channel')
    .option('--once', 'leave the channel as it is if it pointed at this release before, for deployments that repeat')
    .action(async (target: string, options: PublishOptions) => {
      const channel = options.channel === undefined ? null : channelName(options.channel);
      const client = clientOf(options);
      const outcome = await publishFolder(client, distOf(target), options.dryRun);
      const { id, version } = outcome;
      const done = outcome.created ? 'is published' : options.dryRun ? 'passes every gate' : 'is already published; nothing changed';
      if (channel && !options.dryRun) {
        const once = options.once ? true : undefined;
        const { words } = await moveChannel(client, { id, channel, version, reason: options.reason, once });
        return outputOf(options).result({ ...outcome, channel }, `${id} ${version} ${done}. ${words}`);
      }
      const next = outcome.created ? [`Point a channel at it: npm run cam -- remotes channel ${id} stable ${version}`] : [];
      return outputOf(options).result(
        outcome,
        [...outcome.warnings.map((line) => `Warning: ${line}`), `${id} ${version} ${done}.`, ...next].join('\n'),
      );
    });
}

/** Creates the command that only checks a built remote. */
export function canIDeployCommand(): Command {
  return command('can-i-deploy', 'check that a built remote passes every gate of the server, without publishing it')
    .argument('<id or path>', 'id of a remote in this checkout, or a folder with a built remote')
    .action(async (target: string, options: CommonOptions) => {
      const outcome = await publishFolder(clientOf(options), distOf(target), true);
      const lines = [...outcome.warnings.map((line) => `Warning: ${line}`), `${outcome.id} ${outcome.version} passes every gate.`];
      outputOf(options).result(outcome, lines.join('\n'));
    });
}

/** Returns the folder with the built files of a remote in this checkout, or of a given folder. */
function distOf(target: string): string {
  const folder = isOwnRemoteId(target) ? join(ROOT, 'remotes', target, 'dist') : resolve(process.env.INIT_CWD ?? '.', target);
  if (!existsSync(folder)) throw new CliFailure(`The folder ${folder} does not exist. Build the remote first: npm run build -- remotes/<id>`);
  return existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder;
}
