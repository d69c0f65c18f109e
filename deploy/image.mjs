// Lays out the files of a container image, as deploy/Dockerfile does. Run it in the root of the repository, with the packages installed:
//   node deploy/image.mjs server OUT
//   node deploy/image.mjs remotes/alerts OUT
// OUT becomes the image's folder /app. It holds what was built, and neither sources nor tests. The server's packages come from `npm ci`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bundle } from '../scripts/cli/bundle.mjs';

const [target, folder] = process.argv.slice(2);
const isServer = target === 'server';
if (!folder || (!isServer && !/^remotes\/[\w-]+$/.test(target))) {
  console.error('Usage: node deploy/image.mjs server|remotes/AREA OUT');
  process.exit(2);
}
const out = resolve(folder);

const built = spawnSync(process.execPath, ['scripts/build.mjs', ...(isServer ? ['server', 'host'] : [target])], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

mkdirSync(join(out, 'deploy'), { recursive: true });
writeFileSync(join(out, 'package.json'), JSON.stringify({ name: `cam-${basename(target)}`, private: true, type: 'module' }));
// The command line finds the root of the installation two folders above itself.
await bundle('scripts/cli/image.ts', join(out, 'deploy/cli/cam.mjs'));
if (isServer) {
  // The demo company stays out of images.
  const filter = (path) => !/^demo-.*\.mjs(\.map)?$/.test(basename(path));
  cpSync('server/dist', join(out, 'server/dist'), { recursive: true, filter });
  cpSync('host/dist', join(out, 'host/dist'), { recursive: true });
  cpSync('deploy/publisher-tokens.mjs', join(out, 'deploy/publisher-tokens.mjs'));
  cpSync('deploy/health.mjs', join(out, 'deploy/health.mjs'));
} else {
  cpSync(join(target, 'dist'), join(out, 'release'), { recursive: true });
  cpSync('deploy/publish-remote.mjs', join(out, 'deploy/publish-remote.mjs'));
}
for (const name of ['LICENSE', 'NOTICE']) cpSync(name, join(out, name));
