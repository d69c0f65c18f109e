// Publishes the release of one area from its container: waits for the API, publishes, points the stable channel at the release and ends. If the channel pointed
// at the release before, it stays where it is: a restart never undoes a rollback. The registry keeps and serves the files. A file holds the token, which is
// valid for this area only.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [release] = process.argv.slice(2);
const { CAM_URL, CAM_PUBLISHER_TOKEN_FILE, CAM_CHANNEL = 'stable' } = process.env;
if (!release || !CAM_URL || !CAM_PUBLISHER_TOKEN_FILE) {
  console.error('Usage: CAM_URL=http://api:8080 CAM_PUBLISHER_TOKEN_FILE=/tokens/alerts/token node deploy/publish-remote.mjs /release');
  process.exit(2);
}

// Waits at most two minutes for the API and for the token.
const until = Date.now() + 120_000;
for (;;) {
  const answers = await fetch(`${CAM_URL}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
  const token = answers ? readToken() : '';
  if (token) {
    const env = { ...process.env, CAM_PUBLISHER_TOKEN: token };
    const args = [
      join(import.meta.dirname, 'cli/cam.mjs'),
      'remotes',
      'publish',
      release,
      '--channel',
      CAM_CHANNEL,
      '--once',
      '--reason',
      'shipped by its container',
    ];
    process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1);
  }
  if (Date.now() > until) {
    console.error(answers ? `There is no token in ${CAM_PUBLISHER_TOKEN_FILE}.` : `No CAM answers at ${CAM_URL}.`);
    process.exit(1);
  }
  await wait(1000);
}

function readToken() {
  try {
    return readFileSync(CAM_PUBLISHER_TOKEN_FILE, 'utf8').trim();
  } catch {
    return '';
  }
}
