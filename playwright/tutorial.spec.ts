import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/console';

const ROOT = join(__dirname, '..');

/** The tutorial's commands by the number of their section, unchanged. The introduction is section 0. */
function commandsBySection(): string[] {
  const sections = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').split(/^## \d+\. /m);
  return sections.map((section) => {
    const blocks = section.split('\n').filter((line) => line.startsWith('    '));
    return blocks.map((line) => line.slice(4)).join('\n');
  });
}

/** Runs commands in one shell, which stops at the first failure. */
function runInShell(commands: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', commands], { env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const item = (page: Page) => page.getByRole('navigation').first().getByRole('link', { name: 'Incidents' });

test('the tutorial creates an area outside the repository and publishes it to open consoles', async ({ page, running, signIn, cam }) => {
  test.setTimeout(300_000);
  await cam('import', join(__dirname, 'fixtures/small-account.json'), '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
  await signIn(page, 'admin');
  await expect(item(page)).toHaveCount(0);

  const work = mkdtempSync(join(tmpdir(), 'cam-tutorial-'));
  try {
    const [, ...steps] = commandsBySection();
    expect(steps).toHaveLength(6);
    // Sections use the variables of earlier ones, so all run in one shell. Only the release of section 6 waits for the page.
    const env = { CAM: ROOT, WORK: work, CAM_DATA: running.dataDir, CAM_URL_OF_TEST: running.url };
    const upToFirst = steps.slice(0, 5).join('\n').replace('${CAM_URL:-http://localhost:8080}', '$CAM_URL_OF_TEST');
    const first = await runInShell(`${upToFirst}\necho "TOKEN=$CAM_PUBLISHER_TOKEN"`, env);
    expect(first.code, first.output).toBe(0);
    const published = Date.now();
    await item(page).click({ timeout: 5000 });
    expect(Date.now() - published, 'time until an open console shows the area, ms').toBeLessThan(5000);
    await expect(page.getByRole('heading', { name: 'Open incidents', level: 1 })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(/\d/);

    const token = /TOKEN=(\S+)/.exec(first.output)?.[1] ?? '';
    const elsewhere = { ...env, CAM_URL: running.url, CAM_PUBLISHER_TOKEN: token };
    const rejected = await runInShell('node "$CAM/scripts/cam.mjs" remotes publish alerts', elsewhere);
    expect(rejected.code).toBe(1);
    expect(rejected.output).toContain('This token can publish incidents only.');

    const next = await runInShell(`cd "$WORK/incidents"\n${steps[5]}`, elsewhere);
    expect(next.code, next.output).toBe(0);
    expect((await cam('remotes', 'history', 'incidents')).stdout).toContain('The stable channel moved from 1.1.0 to 1.0.0.');
  } finally {
    rmSync(work, { recursive: true, force: true });
    await cam('remotes', 'policy', 'incidents', '--off', '--reason', 'the test is over');
  }
  await expect(item(page)).toBeHidden({ timeout: 2000 });
});
