// Runs in a process of a Builder: builds the hosts and remotes that the parent names, loads webpack only once, and ends with the parent.
import { join } from 'node:path';
import { buildRemote } from './build-remote';
import { defineHost } from './define-host';
import { compressBelow } from './precompress';
import { ROOT } from './root';
import { runWebpack } from './run-webpack';
import { allTargets } from './targets';

async function build(name: string, quick: boolean): Promise<void> {
  const target = allTargets().find((one) => one.name === name);
  if (target?.kind === 'remote') await buildRemote({ folder: join(ROOT, target.folder), version: target.version, quick });
  else if (target?.kind === 'host') {
    const folder = join(ROOT, 'host');
    await runWebpack(await defineHost(folder, target.version));
    await compressBelow(join(folder, 'dist'), { quick });
  } else throw new Error(`Unknown build target ${name}.`);
}

process.once('disconnect', () => process.exit(0));
process.on('message', ({ name, quick }: { name: string; quick: boolean }) => {
  build(name, quick).then(
    () => process.send?.(true),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.send?.(false);
    },
  );
});
