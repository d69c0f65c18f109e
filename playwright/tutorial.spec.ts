import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/console';
import { indentedLines, ROOT, runInShell } from './support/shell';

/** The tutorial's commands by the number of their section. */
const commandsBySection = (): string[] => indentedLines('tutorial.md', /^## \d+\. /m);

const item = (page: Page) => page.getByRole('navigation').first().getByRole('link', { name: 'Incidents' });

/**
 * Returns a cache of npm in a folder. It shares the downloads of this machine, but not the programs that npx keeps by name and version: those of an earlier
 * state of this checkout have the same version.
 */
function cacheWithDownloads(folder: string): string {
  const downloads = join(execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(), '_cacache');
  mkdirSync(downloads, { recursive: true });
  mkdirSync(folder);
  symlinkSync(downloads, join(folder, '_cacache'), 'junction');
  return folder;
}

/** Starts `npm run try` and resolves with the link that it prints. */
function startPreview(folder: string, env: Record<string, string>): Promise<{ link: string; child: ChildProcess }> {
  const child = spawn('npm', ['run', 'try'], { cwd: folder, env: { ...process.env, ...env }, detached: true });
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const link = /^Open (\S+)$/m.exec(output)?.[1];
      if (link) resolve({ link, child });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm run try ended with ${code}:\n${output}`)));
  });
}

test('the tutorial creates an area in an empty folder and publishes it to open consoles', async ({ page, running, signIn, cam, watch }) => {
  // The repository installs its packages.
  test.setTimeout(900_000);
  await cam('import', join(__dirname, 'fixtures/small-account.json'), '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
  await signIn(page, 'admin');
  await expect(item(page)).toHaveCount(0);

  const work = mkdtempSync(join(tmpdir(), 'cam-tutorial-'));
  const incidents = join(work, 'incidents');
  let preview: ChildProcess | null = null;
  try {
    const [, token, ...steps] = commandsBySection();
    expect(steps).toHaveLength(5);
    const asOperator = { CAM: ROOT, CAM_DATA: running.dataDir, CAM_URL: running.url };
    const created = await runInShell(`${token}\necho "TOKEN=$CAM_PUBLISHER_TOKEN"`, asOperator);
    expect(created.code, created.output).toBe(0);

    // The team has no path into the checkout, only the address and the token.
    const asTeam = {
      WORK: work,
      CAM_URL: running.url,
      CAM_PUBLISHER_TOKEN: /TOKEN=(\S+)/.exec(created.output)?.[1] ?? '',
      npm_config_prefer_offline: 'true',
      npm_config_cache: cacheWithDownloads(join(work, 'npm-cache')),
    };
    const first = await runInShell(steps.slice(0, 4).join('\n'), asTeam);
    expect(first.code, first.output).toBe(0);
    const published = Date.now();
    await item(page).click({ timeout: 5000 });
    expect(Date.now() - published, 'time until an open console shows the area, ms').toBeLessThan(5000);
    await expect(page.getByRole('heading', { name: 'Open incidents', level: 1 })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(/\d/);
    for (const name of readdirSync(join(incidents, 'node_modules/@cam')))
      expect(lstatSync(join(incidents, 'node_modules/@cam', name)).isSymbolicLink(), name).toBe(false);
    expect(readFileSync(join(incidents, 'package-lock.json'), 'utf8')).not.toContain('"link": true');

    const rejected = await runInShell(
      'sed -i s/incidents/alerts/ dist/remote.json && npm run release',
      { ...asTeam, INIT_CWD: incidents },
      incidents,
    );
    expect(rejected.code).toBe(1);
    expect(rejected.output).toContain('This token can publish incidents only.');

    const next = await runInShell(steps[4] ?? '', asTeam, incidents);
    expect(next.code, next.output).toBe(0);
    expect((await cam('remotes', 'history', 'incidents')).stdout).toContain('The stable channel moved from 1.1.0 to 1.0.0.');

    const heading = "sed -i 's/Open incidents/Tried incidents/' src/overview/OverviewPage.tsx";
    expect((await runInShell(heading, asTeam, incidents)).code).toBe(0);
    const { link, child } = await startPreview(incidents, asTeam);
    preview = child;
    watch.allow(/localhost:3103/);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Tried incidents', level: 1 })).toBeVisible();
  } finally {
    if (preview?.pid) process.kill(-preview.pid, 'SIGTERM');
    rmSync(work, { recursive: true, force: true });
    await cam('remotes', 'policy', 'incidents', '--off', '--reason', 'the test is over');
  }
  await page.goto('/?mfe=');
  await expect(item(page)).toBeHidden();
});
