// Makes a publisher token for each area that has none in the folder, readable by its owner alone. Runs beside the API, on its data folder: only who
// can read the installation's key makes tokens.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...areas] = process.argv.slice(2);
if (!folder || areas.length === 0) {
  console.error('Usage: CAM_DATA=/data CAM_URL=http://api:8080 node deploy/publisher-tokens.mjs /tokens alerts reports ...');
  process.exit(2);
}
for (const area of areas) {
  const file = join(folder, area);
  if (existsSync(file)) continue;
  const args = [
    'scripts/cam.mjs',
    'remotes',
    'token',
    'create',
    area,
    '--label',
    `container of ${area}`,
    '--channel',
    'stable',
    '--days',
    '366',
    '--json',
  ];
  const { token } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  writeFileSync(file, token, { mode: 0o600 });
  console.log(`made the token of ${area}`);
}
