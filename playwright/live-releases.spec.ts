import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/console';
import { makeRelease, type Change } from './support/made-release';

const ROOT = join(__dirname, '..');
let folder: string;
/** A remote that misbehaves on demand, built once. The tests derive their releases from it. */
let built: string;

test.describe.configure({ mode: 'serial' });

/** Two pages, each in its own chunk. The module itself fails at once where the tab asks for that. */
const EXPOSED = `
import { lazy } from 'react';
import { defineRemote } from '@cam/platform';

if (window.sessionStorage.getItem('trouble') === 'module') throw new Error('thrown at module scope');

export default defineRemote({
  pages: { overview: lazy(() => import('./overview/TroubledPage')), second: lazy(() => import('./overview/OverviewPage')) },
  parts: {},
});
`;

function run(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, INIT_CWD: ROOT } });
  expect(status, stdout + stderr).toBe(0);
}

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-live-'));
  const sources = join(folder, 'troubled');
  run('--import', 'tsx', 'scripts/packages/create-remote/main.ts', 'troubled', '--in', sources, '--console', 'http://localhost');
  // The build of this checkout stands in for the kit, which tutorial.spec.ts installs. The settings of the compiler come from the kit.
  rmSync(join(sources, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(sources, 'node_modules'), 'junction');
  const page = readFileSync(join(__dirname, 'fixtures/TroubledPage.tsx'), 'utf8');
  writeFileSync(join(sources, 'src/overview/TroubledPage.tsx'), page);
  cpSync(join(__dirname, 'fixtures/Troubled.module.css'), join(sources, 'src/overview/Troubled.module.css'));
  writeFileSync(join(sources, 'src/remote.tsx'), EXPOSED);
  const manifest = join(sources, 'remote.manifest.ts');
  const route = "{ page: 'second', name: 'troubled-second', path: '/troubled/second', title: 'Second', withoutAccounts: true }";
  const changed = readFileSync(manifest, 'utf8')
    .replace('routes: [', `routes: [${route}, `)
    .replaceAll("title: 'Troubled'", "title: 'Troubled', withoutAccounts: true");
  writeFileSync(manifest, changed.replace("icon: 'info'", "icon: 'info', withoutAccounts: true"));
  built = join(folder, 'built');
  run('scripts/build.mjs', sources, '--version', '77.0.0', '--out', built);
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Cam = (...args: string[]) => Promise<unknown>;

/** Publishes the remote as a version and points the stable channel at it. */
async function ship(cam: Cam, version: string, changes: readonly Change[] = []): Promise<void> {
  const release = makeRelease(built, join(folder, version), version, changes);
  await cam('remotes', 'publish', release, '--channel', 'stable', '--reason', version);
}

async function loaded(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return [...new Set(urls.flatMap((url) => /\/r\/troubled\/(\d[^/]*)\//.exec(url)?.[1] ?? []))];
}

/** Returns the scripts that releases share, each as often as the network delivered it. */
async function fetchedChunks(page: Page): Promise<string[]> {
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ transferSize }) => transferSize > 0).map(({ name }) => name),
  );
  return files.flatMap((url) => /\/r\/troubled\/f\/(.*\.js)$/.exec(url)?.[1] ?? []);
}

const works = (page: Page) => page.getByRole('heading', { name: 'Troubled', exact: true, level: 1 });

test('the console survives each kind of error in a remote, shows a message and counts the crashes', async ({ page, signIn, cam, watch }) => {
  watch.allow(/.*/);
  await cam('import', join(__dirname, 'fixtures/small-account.json'), '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
  await ship(cam, '1.0.1');
  await signIn(page, 'admin');
  const expectShellWorks = async (): Promise<void> => {
    await page.getByRole('navigation').first().getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  };
  for (const trouble of ['render', 'effect', 'renders without end', 'effects without end']) {
    await page.goto(`/troubled?trouble=${encodeURIComponent(trouble)}`);
    await expect(page.getByRole('heading', { name: 'Troubled stopped working' }), trouble).toBeVisible();
    await expectShellWorks();
  }
  await page.goto('/troubled?trouble=a page that is never done');
  await expect(works(page)).toBeVisible();
  await expectShellWorks();
  for (const trouble of ['handler', 'promise']) {
    await page.goto(`/troubled?trouble=${trouble}`);
    await page.getByRole('button', { name: 'Press' }).click();
    await expect(page.getByText('Something went wrong in Troubled.'), trouble).toBeVisible();
    await expect(works(page), 'the page remains open').toBeVisible();
    await expectShellWorks();
  }
  await page.evaluate(() => window.sessionStorage.setItem('trouble', 'module'));
  await page.goto('/troubled');
  await expect(page.getByRole('alert').getByRole('heading')).toContainText('Troubled');
  await expectShellWorks();
  await page.evaluate(() => window.sessionStorage.removeItem('trouble'));
  await page.getByRole('navigation').first().getByRole('link', { name: 'Troubled', exact: true }).click();
  await expect(works(page).or(page.getByRole('button', { name: 'Try again' }))).toBeVisible();
  if (!(await works(page).isVisible())) await page.getByRole('button', { name: 'Try again' }).click();
  await expect(works(page)).toBeVisible();

  await expect(async () => {
    await page.goto('/operations');
    await page.getByRole('button', { name: 'Details of Troubled' }).click();
    await expect(page.getByRole('region', { name: 'Browser loads' })).toContainText(/\d+ crash/);
  }).toPass({ timeout: 20_000 });
});

test('a page opened after a deployment uses the loaded release, and unchanged files are not fetched again', async ({ page, signIn, cam }) => {
  await signIn(page, 'admin', '/troubled');
  await expect(works(page)).toBeVisible();
  await ship(cam, '1.0.2', [['Entities in the access graph of this tenant, by type', 'What it held all along.']]);
  await expect(page.getByRole('button', { name: 'Reload section' })).toBeVisible({ timeout: 5000 });
  await page.getByRole('link', { name: 'Second page' }).click();
  await expect(page.getByRole('heading', { name: 'Troubled', level: 1 })).toBeVisible();
  await expect(page.getByText('Entities in the access graph of this tenant, by type')).toBeVisible();
  expect(await loaded(page)).toEqual(['1.0.1']);
  const before = await fetchedChunks(page);
  await page.getByRole('button', { name: 'Reload section' }).click();
  await expect(page.getByText('What it held all along.')).toBeVisible();
  expect(await loaded(page)).toContain('1.0.2');
  const after = await fetchedChunks(page);
  expect(new Set(after).size, 'no file is fetched twice').toBe(after.length);
  expect(after.length - before.length, 'only the changed page is fetched').toBe(1);
});

test("a remote built with an older patch of React uses the host's React; one that needs a newer one is rejected", async ({
  page,
  signIn,
  cam,
  running,
}) => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/react/package.json'), 'utf8')) as { version: string };
  const other = (patch: number): Change => [`^${version}`, `^${version.replace(/\d+$/, String(patch))}`];
  await ship(cam, '1.0.3', [other(0)]);
  await signIn(page, 'admin', '/troubled');
  await expect(works(page)).toBeVisible();
  expect(await loaded(page)).toEqual(['1.0.3']);
  const reacts = await page.evaluate(() => {
    type Scope = Record<string, Record<string, unknown>>;
    const { __INSTANCES__ } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default?: Scope } }[] } })
      .__FEDERATION__;
    return [...new Set(__INSTANCES__.flatMap(({ shareScopeMap }) => Object.keys(shareScopeMap.default?.react ?? {})))];
  });
  expect(reacts).toEqual([version]);
  const later = makeRelease(built, join(folder, 'later'), '1.0.4', [other(99)]);
  const refused = await running.cli('remotes', 'publish', later);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/Gate "shared"/);
});

test('without the registry the console starts with the last known releases, or shows an error and retries', async ({
  page,
  browser,
  signIn,
  watch,
  running,
}) => {
  watch.allow(/.*/);
  await signIn(page, 'admin');
  const registry = /\/v1\/remotes(\?|\/events)/;
  await page.route(registry, (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }));
  await page.reload();
  await expect(page.getByRole('navigation').first().getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await expect(page.getByText(/registry|last known|out of date|not answer/i).first()).toBeVisible();

  const context = await browser.newContext({ baseURL: running.url });
  try {
    const fresh = await context.newPage();
    await fresh.route(registry, (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }));
    const { email, password } = running.credentials('admin');
    await fresh.goto('/');
    await fresh.getByLabel('E-mail').fill(email);
    await fresh.getByLabel('Password').fill(password);
    await fresh.getByRole('button', { name: 'Sign in' }).click();
    await expect(fresh.getByText('The areas could not be loaded')).toBeVisible();
    await fresh.unroute(registry);
    // The console retries by itself; nobody has to press a button.
    await expect(fresh.getByRole('navigation').first()).toBeVisible({ timeout: 20_000 });
  } finally {
    await context.close();
  }
});

/** Signs in a browser context with a token. */
async function tokenContext(context: BrowserContext, token: string, email: string): Promise<Page> {
  await context.addInitScript(
    ([value, who]) => {
      window.sessionStorage.setItem('cam:token', value ?? '');
      window.sessionStorage.setItem('cam:tokenType', 'Bearer');
      window.sessionStorage.setItem('cam:email', who ?? '');
    },
    [token, email],
  );
  return context.newPage();
}

test('each of two concurrent tenants sees only its own pinned and disabled areas', async ({ browser, cam, running }) => {
  const email = 'boss@other.example';
  process.env.CAM_ADMIN_PASSWORD = 'Other-tenant-1!';
  await cam('tenants', 'create', 'other', '--admin-email', email);
  delete process.env.CAM_ADMIN_PASSWORD;
  await cam('remotes', 'policy', 'troubled', '--tenant', 'other', '--pin', '1.0.1', '--reason', 'their own pace');
  await cam('remotes', 'policy', 'reports', '--tenant', 'demo', '--off', '--reason', 'not bought');
  const [demo, other] = [await browser.newContext({ baseURL: running.url }), await browser.newContext({ baseURL: running.url })];
  try {
    const tokenOf = async (user: string): Promise<string> => ((await cam('token', '--user', user)) as { stdout: string }).stdout.trim();
    const demoPage = await tokenContext(demo, await tokenOf('admin@demo.example'), 'admin@demo.example');
    const otherPage = await tokenContext(other, await tokenOf(email), email);
    await Promise.all([demoPage.goto('/troubled'), otherPage.goto('/troubled')]);
    await Promise.all([expect(works(demoPage)).toBeVisible(), expect(works(otherPage)).toBeVisible()]);
    expect([await loaded(demoPage), await loaded(otherPage)]).toEqual([['1.0.3'], ['1.0.1']]);

    await cam('remotes', 'policy', 'troubled', '--tenant', 'other', '--off', '--reason', 'too much trouble');
    await expect(otherPage.getByText('Troubled is turned off for this tenant')).toBeVisible();
    await expect(works(demoPage)).toBeVisible();
    await expect(demoPage.getByText('turned off')).toHaveCount(0);
    const seen = JSON.parse(((await cam('remotes', 'history', 'troubled', '--json', '--tenant', 'demo')) as { stdout: string }).stdout) as object;
    expect(JSON.stringify(seen)).not.toContain('too much trouble');
  } finally {
    await cam('remotes', 'policy', 'reports', '--tenant', 'demo', '--on', '--reason', 'the test is over');
    await Promise.all([demo.close(), other.close()]);
  }
});

/** Returns the style sheets of the remote in the page. */
const sheetsOf = (page: Page) => page.locator('link[rel="stylesheet"][href*="/r/troubled/"]');

const borderOf = (page: Page) => page.getByText('Marked').evaluate((element) => getComputedStyle(element).borderLeftWidth);

test('a release that crashes gives way to the previous one, says so, and takes a fix by itself', async ({ page, signIn, cam, watch }) => {
  watch.allow(/.*/);
  await ship(cam, '1.0.5', [['trouble of the release', 'no trouble']]);
  await signIn(page, 'admin', '/troubled');
  const notice = page.getByText('The latest release of Troubled stopped working. You see the previous release.');
  await expect(notice).toBeVisible();
  await expect(works(page)).toBeVisible();
  expect(await loaded(page)).toEqual(['1.0.5', '1.0.3']);
  await ship(cam, '1.0.6', [['11px', '12px']]);
  await expect(notice, 'nobody has to reload').toBeHidden({ timeout: 5000 });
  await expect(works(page)).toBeVisible();
  expect(await loaded(page)).toEqual(['1.0.5', '1.0.3', '1.0.6']);
});

test('a swap leaves no style sheet of the release before, and a remote that is turned off leaves none at all', async ({ page, signIn, cam }) => {
  await signIn(page, 'admin', '/troubled');
  await expect(works(page)).toBeVisible();
  expect(await borderOf(page)).toBe('12px');
  const before = await sheetsOf(page).count();
  await ship(cam, '1.0.7', [['11px', '13px']]);
  await page.getByRole('button', { name: 'Reload section' }).click();
  await expect.poll(() => borderOf(page).catch(() => '')).toBe('13px');
  await expect(sheetsOf(page)).toHaveCount(before);
  await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--off', '--reason', 'no longer wanted');
  try {
    await expect(page.getByText('Troubled is turned off for this tenant')).toBeVisible({ timeout: 5000 });
    await expect(sheetsOf(page)).toHaveCount(0);
  } finally {
    await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--on', '--reason', 'wanted again');
  }
  await expect(works(page)).toBeVisible();
  expect(await borderOf(page)).toBe('13px');
});

test('the focus moves to the content when the page or the menu item that had it goes', async ({ page, signIn, cam, watch }) => {
  watch.allow(/.*/);
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation').first();
  await page.goto('/settings/profile');
  await menu.getByRole('link', { name: 'Troubled', exact: true }).click();
  await expect(works(page)).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Troubled', exact: true })).toBeFocused();
  await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--off', '--reason', 'no longer wanted');
  try {
    await expect(page.locator('main')).toBeFocused();
  } finally {
    await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--on', '--reason', 'wanted again');
  }
  await page.getByRole('button', { name: 'Press' }).focus();
  await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--off', '--reason', 'no longer wanted');
  try {
    await expect(page.locator('main')).toBeFocused();
  } finally {
    await cam('remotes', 'policy', 'troubled', '--tenant', 'demo', '--on', '--reason', 'wanted again');
  }
});

for (const [trouble, words] of [
  ['a page that is never done', /drew itself again without end/],
  ['more and more memory', /used more and more memory/],
] as const) {
  test(`the console stops an area with ${trouble}, says why, and goes on`, async ({ page, signIn, watch }) => {
    watch.allow(/.*/);
    await signIn(page, 'admin');
    await page.goto(`/troubled?trouble=${trouble}`);
    await expect(page.getByRole('heading', { name: 'Troubled was stopped' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('alert')).toContainText(words);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await page.getByRole('navigation').first().getByRole('link', { name: 'Troubled', exact: true }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(works(page)).toBeVisible();
  });
}

test('an operator rolls a release out to early tenants, and the server takes it back when it fails', async ({
  page,
  browser,
  signIn,
  cam,
  running,
}) => {
  const rights = ['cam:general:read', 'cam:operator'];
  process.env.CAM_USER_PASSWORD = 'Amber-lantern-27-orbit';
  const people = ['operator', 'ada', 'bea'].map((name) => `${name}@demo.example`);
  for (const email of people) await cam('users', 'add', email, ...rights, '--tenant', 'demo');
  delete process.env.CAM_USER_PASSWORD;
  const tokens = await Promise.all(people.map(async (email) => ((await cam('token', '--user', email)) as { stdout: string }).stdout.trim()));
  await signIn(page, 'admin', '/troubled');
  await expect(works(page)).toBeVisible();
  await cam('remotes', 'publish', makeRelease(built, join(folder, '1.0.8'), '1.0.8', [['11px', '14px']]));

  const context = await browser.newContext({ baseURL: running.url });
  try {
    const operator = await tokenContext(context, tokens[0] ?? '', people[0] ?? '');
    await operator.goto('/operations');
    await operator.getByRole('button', { name: 'Details of Troubled' }).click();
    const form = operator.getByRole('form', { name: 'All tenants' });
    const choose = async (label: string, option: string): Promise<void> => {
      await form.getByRole('combobox', { name: label }).click();
      await operator.locator('.ant-select-dropdown:visible [title]').filter({ hasText: option }).click();
    };
    await choose('Release', '1.0.8');
    await choose('Users', 'All users of early tenants');
    await form.getByRole('button', { name: 'Move channel' }).click();
    await expect(form).toContainText('Stable: 1.0.8 for all users of the early tenants, otherwise 1.0.7.');
    const offer = page.getByRole('button', { name: 'Reload section' });
    await expect(offer, 'the tenant is not early').toBeHidden();
    await cam('remotes', 'ring', 'demo', 'early');
    await expect(offer).toBeVisible({ timeout: 5000 });
    await offer.click();
    await expect.poll(() => borderOf(page).catch(() => '')).toBe('14px');

    for (const token of tokens) {
      const loads = [{ id: 'troubled', version: '1.0.8', outcome: 'crashed', ms: 0 }];
      const answer = await page.request.post(`${running.url}/v1/remotes/loads`, { data: { loads }, headers: { authorization: `Bearer ${token}` } });
      expect(answer.status()).toBe(204);
    }
    await operator.getByRole('dialog', { name: 'Troubled' }).getByRole('button', { name: 'Close', exact: true }).click();
    const notice = operator.getByRole('alert').filter({ hasText: 'Troubled 1.0.8 was rolled back automatically. It failed for 3 users' });
    await expect(notice).toBeVisible({ timeout: 5000 });
    await expect(page.getByText('was rolled back automatically'), 'users are not bothered').toHaveCount(0);
    await page.getByRole('button', { name: 'Reload section' }).click();
    await expect.poll(() => borderOf(page).catch(() => '')).toBe('13px');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
  } finally {
    await context.close();
  }
});

/** Returns the bytes that the page holds after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Returns the growth per step in bytes: the slope of the line through all measurements. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, step) => sum + (step - middle) * (value - mean), 0);
  return over / values.reduce((sum, _value, step) => sum + (step - middle) ** 2, 0);
}

test('navigations and release swaps increase the heap by less than their budgets', async ({ page, signIn, cam }, info) => {
  test.setTimeout(180_000);
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation').first();
  const go = async (item: string): Promise<void> => {
    await menu.getByRole('link', { name: item, exact: true }).click();
    await expect(page.getByRole('heading', { name: item, exact: true, level: 1 })).toBeVisible();
  };
  // A browser keeps timing entries of 250 files only.
  await page.evaluate(() => performance.setResourceTimingBufferSize(10_000));
  for (const item of ['Troubled', 'Settings']) await go(item);
  const visited: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (let step = 0; step < 5; step++) for (const item of ['Troubled', 'Settings']) await go(item);
    visited.push((await heapOf(page)) / 10);
  }
  const swapped = [await heapOf(page)];
  for (let swap = 0; swap < 10; swap++) {
    const isRegistered = async (text: Promise<string>): Promise<boolean> => (await text.catch(() => '')).includes(`/r/troubled/1.1.${swap}/`);
    const registered = page.waitForResponse((response) => response.url().includes('/v1/remotes?') && isRegistered(response.text()));
    await ship(cam, `1.1.${swap}`);
    await registered;
    await go('Troubled');
    expect(await loaded(page)).toContain(`1.1.${swap}`);
    await go('Settings');
    swapped.push(await heapOf(page));
  }
  const [navigation, swap] = [slopeOf(visited), slopeOf(swapped)].map((bytes) => Math.round(bytes / 1024));
  info.annotations.push({ type: 'heap', description: `${navigation} KB for each navigation, ${swap} KB for each swap` });
  console.log(`heap: ${navigation} KB for each navigation, ${swap} KB for each swap`);
  expect(navigation).toBeLessThan(100);
  expect(swap).toBeLessThan(1000);
});
