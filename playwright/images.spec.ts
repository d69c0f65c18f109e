import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/console';

const ROOT = join(__dirname, '..');

/** Runs a program as a container does: in a folder, with only the given variables in its environment. */
function run(cwd: string, env: Record<string, string>, program: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('close', (code) => resolve({ code, said }));
  });
}

test('the image of an area is built without Docker, and its container publishes with its own token only', async ({ running, cam }) => {
  const out = mkdtempSync(join(tmpdir(), 'cam-image-'));
  try {
    const made = await run(ROOT, {}, 'sh', 'deploy/image-remote.sh', 'compliance', join(out, 'image'));
    expect(made.code, made.said).toBe(0);
    symlinkSync(join(ROOT, 'node_modules'), join(out, 'image/app/node_modules'));
    const { version } = JSON.parse(readFileSync(join(out, 'image/release/remote.json'), 'utf8')) as { version: string };

    mkdirSync(join(out, 'tokens'));
    const tokens = ['deploy/publisher-tokens.mjs', join(out, 'tokens'), 'compliance'];
    const token = await run(ROOT, { CAM_DATA: running.dataDir, CAM_URL: running.url }, process.execPath, ...tokens);
    expect(token.code, token.said).toBe(0);
    expect(statSync(join(out, 'tokens/compliance')).mode & 0o077, 'readable by its owner alone').toBe(0);

    const env = { CAM_URL: running.url, CAM_PUBLISHER_TOKEN_FILE: join(out, 'tokens/compliance') };
    const shipped = await run(join(out, 'image/app'), env, process.execPath, 'deploy/publish-remote.mjs', join(out, 'image/release'));
    expect(shipped.code, shipped.said).toBe(0);
    expect(shipped.said).toContain(version);
    expect((await cam('remotes', 'why', 'compliance')).stdout).toContain(version);

    const foreign = await run(join(out, 'image/app'), env, process.execPath, 'deploy/publish-remote.mjs', join(ROOT, 'remotes/reports/dist'));
    expect(foreign.code).toBe(1);
    expect(foreign.said).toContain('This token can publish compliance only.');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
