import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { startCollector } from '../server/test/support/otlp-collector';
import { makeRelease } from './support/made-release';
import { RunningCam } from './support/running-cam';

const ROOT = join(__dirname, '..');
let folder: string;
let host: string;
let cam: RunningCam;
let collector: Awaited<ReturnType<typeof startCollector>>;

/** Copies the built host into the served folder as another version that provides another platform. Files of the version before stay. */
function deployHost(version: string, platform: string): void {
  const built = join(ROOT, 'host/dist');
  const { version: before, provides } = JSON.parse(readFileSync(join(built, 'host-provides.json'), 'utf8')) as HostProvides;
  cpSync(built, host, { recursive: true });
  for (const file of readdirSync(join(host, 'assets')).map((name) => join(host, 'assets', name))) {
    if (!file.endsWith('.js') || !readFileSync(file, 'utf8').includes(before)) continue;
    const code = readFileSync(file, 'utf8').replaceAll(before, version);
    writeFileSync(file, code.replace(`"@cam/platform":"${provides['@cam/platform']}"`, `"@cam/platform":"${platform}"`));
    for (const copy of [`${file}.br`, `${file}.gz`]) rmSync(copy, { force: true });
  }
  writeFileSync(join(host, 'index.html'), readFileSync(join(built, 'index.html'), 'utf8').replace('main.js?v=', `main.js?v=${version}-`));
  writeFileSync(join(host, 'host-provides.json'), JSON.stringify({ version, provides: { ...provides, '@cam/platform': platform } }));
}

interface HostProvides {
  version: string;
  provides: Record<string, string>;
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cam.cli(...args);
  expect(code, `cam ${args.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}

/** Publishes the compliance area as a version that needs this platform, and points the stable channel at it. */
async function ship(version: string, platform: string): Promise<void> {
  const release = makeRelease(join(ROOT, 'remotes/compliance/dist'), join(folder, version), version, [
    ['"platform": "^1.0.0"', `"platform": "${platform}"`],
  ]);
  await run('remotes', 'publish', release, '--channel', 'stable', '--reason', version);
}

/** Opens a page of another area in a new browser context with a signed-in user. */
async function tab(browser: Browser): Promise<Page> {
  const token = (await run('token', '--user', 'admin@demo.example')).trim();
  const context = await browser.newContext({ baseURL: cam.url });
  await context.addInitScript((value) => {
    window.sessionStorage.setItem('cam:token', value);
    window.sessionStorage.setItem('cam:tokenType', 'Bearer');
    window.sessionStorage.setItem('cam:email', 'admin@demo.example');
  }, token);
  const page = await context.newPage();
  await page.goto('/settings/profile');
  await expect(page.getByLabel('First Name')).toBeVisible();
  return page;
}

/** Leaves the compliance area, returns to it, and returns the release that the tab then shows. */
async function shown(page: Page): Promise<string> {
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Reports', exact: true, level: 1 })).toBeVisible();
  await menu.getByRole('link', { name: 'Compliance', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Compliance', exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /could not be loaded|stopped working/ })).toHaveCount(0);
  const entries = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return entries.flatMap((url) => /\/r\/compliance\/(\d[^/]*)\/remoteEntry\.js/.exec(url)?.[1] ?? []).at(-1) ?? 'none';
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cam-hosts-'));
  host = join(folder, 'host');
  deployHost('41.0.0', '1.0.0');
  collector = await startCollector();
  cam = await RunningCam.start({ CAM_HOST_DIR: host, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '500' });
  await run('import', join(__dirname, 'fixtures/small-account.json'), '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
});

test.afterAll(async () => {
  await cam.stop();
  await collector.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('tabs of an old and a new host run the newest compatible release, and the old one offers a reload', async ({ browser }) => {
  await ship('5.0.0', '^1.0.0');
  const oldTab = await tab(browser);
  expect(await shown(oldTab), 'old host, old release').toBe('5.0.0');

  deployHost('42.0.0', '1.1.0');
  const newTab = await tab(browser);
  expect(await shown(newTab), 'new host, old release').toBe('5.0.0');

  await ship('5.1.0', '^1.0.0');
  await expect(async () => expect(await shown(oldTab), 'old host, new compatible release').toBe('5.1.0')).toPass();

  await ship('6.0.0', '^1.1.0');
  await expect(async () => expect(await shown(newTab), 'new host, newest release').toBe('6.0.0')).toPass();
  expect(await shown(oldTab), 'old host keeps its newest compatible release').toBe('5.1.0');
  expect(await run('remotes', 'why', 'compliance', '--host', '41.0.0')).toContain('5.1.0');
  await expect(newTab.getByText('A newer console is available')).toHaveCount(0);
  const urls = await oldTab.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(urls.filter((url) => url.includes('host=')).every((url) => url.includes('host=41.0.0'))).toBe(true);
  await expect(oldTab.getByText('A newer console is available. Compliance needs it.')).toBeVisible();
  await oldTab.getByRole('button', { name: 'Reload page' }).click();
  await expect(oldTab.getByText('A newer console is available')).toHaveCount(0);
  expect(await shown(oldTab), 'after a reload: new host, newest release').toBe('6.0.0');
  await Promise.all([oldTab.context().close(), newTab.context().close()]);
});

test('a visit and its calls are one trace, from the browser to the database', async ({ browser }) => {
  const page = await tab(browser);
  await shown(page);
  // The visit to Reports is over, and the console sends it within some seconds.
  const find = () => {
    const visit = collector.spans.find(({ service, name }) => service === 'cam-console' && name === 'visit reports');
    const calls = collector.spans.filter(({ service, parentSpanId }) => service === 'cam-console' && parentSpanId === visit?.spanId);
    const served = collector.spans.filter(
      ({ service, parentSpanId }) => service === 'cam-server' && calls.some(({ spanId }) => spanId === parentSpanId),
    );
    const stored = collector.spans.filter(
      ({ name, parentSpanId }) => name === 'database transaction' && served.some(({ spanId }) => spanId === parentSpanId),
    );
    return { visit, chain: [...calls, ...served, ...stored], isWhole: Boolean(visit) && served.length > 0 && stored.length > 0 };
  };
  await expect.poll(() => find().isWhole).toBe(true);
  const { visit, chain } = find();
  expect(new Set(chain.map(({ traceId }) => traceId))).toEqual(new Set([visit?.traceId]));
  expect(chain.filter(({ name }) => name.includes('/v1/remotes/spans'))).toEqual([]);
  await page.context().close();
});
