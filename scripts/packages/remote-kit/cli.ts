import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { valid } from 'semver';
import { buildRemote } from '../../build/build-remote';
import { command, type CommonOptions } from '../../cli/command';
import { teamBackEndCommand } from '../../cli/commands/remote-back-end';
import { channelCommand } from '../../cli/commands/remote-channel';
import { canIDeployCommand, publishCommand } from '../../cli/commands/remote-publish';
import { CliFailure } from '../../cli/failure';
import { runProgram } from '../../cli/program';
import { developRemote } from '../../dev/develop-remote';
import { ROOT } from './team-root';

/** Runs one command of the kit. Resolves with the exit code. */
export function main(): Promise<number> {
  const commands = [buildCommand(), tryCommand(), canIDeployCommand(), publishCommand(), channelCommand(), teamBackEndCommand()];
  return runProgram(process.argv.slice(2), commands, { name: 'cam-remote', description: 'Builds, previews and publishes a remote of CAM.' });
}

function buildCommand(): Command {
  return command('build', 'build the remote into dist', { tenant: false })
    .option('--version <version>', 'version of the release (default: that of package.json)')
    .action(async ({ version = packageVersion() }: CommonOptions & { version?: string }) => {
      if (!valid(version)) throw new CliFailure(`"${version}" is not a version. Use one such as 1.2.3.`);
      await buildRemote({ folder: ROOT, version });
      console.log(`Built version ${version} into dist.`);
    });
}

function tryCommand(): Command {
  return command('try', 'show the sources, and each change of them, in a tab of the console at CAM_URL', { tenant: false })
    .option('--port <port>', 'port of this machine; the operator allows its origin with CAM_TRY_ORIGINS', '3103')
    .action(async ({ port }: CommonOptions & { port: string }) => {
      const console_ = process.env.CAM_URL;
      if (!console_) throw new CliFailure('The address of the console is missing. Set CAM_URL, for example to https://staging.cam.example.com');
      const { link, end } = await developRemote({ folder: ROOT, port: Number(port), console: console_.replace(/\/+$/, '') });
      console.log(`Open ${link}`);
      console.log('Changes show in the page. Press Ctrl-C to stop.');
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await end();
    });
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version?: string }).version ?? '';
}
