import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as base } from './support/console';
import { violations } from './support/accessibility';
import { RunningCam } from './support/running-cam';

/** Pictures of every page, for looking at; not committed. */
const SHOTS = join(__dirname, '../test-results/pages');

/** First screens ask little: calls of a page, and the JSON of all of them. */
const MOST_CALLS = 5;
const MOST_BYTES = 300_000;

/** Calls that the shell makes for itself, whatever page it shows. */
const OF_THE_SHELL = /\/v1\/(tenants|remotes|intents\/alertscount|calendar)|\/v2\/alerts\/count|close-session|\/events/;

/** The small demo tenant, imported and counted, for every test of the worker. */
const test = base.extend<object, { running: RunningCam }>({
  running: [
    async ({ browserName: _any }, use) => {
      const running = await RunningCam.start({ CAM_DEMO: 'on' });
      await whole(running);
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const PAGES = [
  '/dashboard',
  ...['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'].map((type) => `/identities?type=${type}`),
  '/identities?type=ROLE&view=list',
  '/objects?type=OBJECT_STORE',
  '/objects?type=KEYSTORE&view=list',
  ...['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'].map((type) => `/networks?type=${type}`),
  '/networks?view=sources',
  ...['USED', 'UNUSED', 'ALL'].map((view) => `/privileges?view=${view}`),
  ...['INSTANCE', 'OBJECT_STORE'].map((type) => `/public-objects?type=${type}`),
  ...['SHADOW_UNKNOWN_ACCOUNT', 'SHADOW_KNOWN_ACCOUNT', 'SHADOW_KNOWN_NETWORK'].map((type) => `/shadow-access?type=${type}`),
  ...['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'].flatMap((type) =>
    ['UNUSED_SUMMARY', 'UNUSED_BY_SERVICE_SUMMARY', 'UNUSED_BY_PRIVILEGE_SUMMARY'].map((tab) => `/unused-access?identity_type=${type}&tab=${tab}`),
  ),
];

test.describe.configure({ mode: 'serial', timeout: 600_000 });

/** Until the last day is imported and counted. */
async function whole(running: RunningCam): Promise<void> {
  const token = (await running.cli('token', '--user', 'admin@demo.example')).stdout.trim();
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${running.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (;;) {
    const { tenant } = (await get('/v1/tenants')) as { tenant: { account_info: { last_snapshot_time: string | null }[] } };
    const isRead = tenant.account_info.length > 15 && tenant.account_info.every(({ last_snapshot_time: at }) => at?.slice(0, 10) === yesterday);
    const { counting } = (await get('/beta/healthStatus')) as { counting: boolean };
    if (isRead && !counting) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Opens a page and waits until nothing of it is loading any more. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /^(Loading|Finding)/ })).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function look(page: Page, name: string): Promise<void> {
  expect(await violations(page), `what of ${name} not everybody can use`).toEqual([]);
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name.replace(/[^a-z0-9]+/gi, '_')}.png`) });
}

/** The pages of one entity of each kind, with all tiles and tabs, found by the lists as a person finds them. */
async function entityPages(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const lists = [
    '/identities?type=ROLE&view=list&search=PowerUser',
    '/identities?type=FEDERATED_GROUP&view=list',
    '/objects?type=OBJECT_STORE&view=list',
  ];
  const networks = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'].map((type) => `/networks?type=${type}`);
  for (const list of [...lists, ...networks]) {
    await open(page, list);
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
    const tiles = page.locator('main button[aria-pressed]');
    for (let tile = 0; tile < (await tiles.count()); tile++) {
      await tiles.nth(tile).click();
      const tabs = page.getByRole('tab');
      for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
        if (await tabs.count()) await tabs.nth(tab).click();
        await settled(page);
        await look(`${list} tile ${tile} tab ${tab}`);
      }
    }
  }
}

const VIEWS = [
  { user: 'admin', colours: 'light', size: { width: 1440, height: 900 } },
  { user: 'viewer', colours: 'dark', size: { width: 1024, height: 768 } },
] as const;

for (const { user, colours, size } of VIEWS) {
  test(`every page and tab works for ${user}, ${colours}, ${size.width} pixels wide, for everybody`, async ({ browser, running, signIn, watch }) => {
    const context = await browser.newContext({ viewport: size, colorScheme: colours, baseURL: running.url, locale: 'en-US' });
    const page = await context.newPage();
    watch.watch(page);
    await signIn(page, user);
    for (const address of PAGES) {
      await open(page, address);
      await look(page, `${address} ${user} ${colours}`);
    }
    await entityPages(page, (name) => look(page, `${name} ${user} ${colours}`));
    await context.close();
  });
}

test('a first screen asks little of the server', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  const calls: { path: string; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    const isJson = (response.headers()['content-type'] ?? '').includes('json');
    if (isJson && /^\/(v1|v2|beta)\//.test(pathname) && !OF_THE_SHELL.test(pathname))
      calls.push({
        path: pathname + search,
        bytes: response.body().then(
          (body) => body.length,
          () => 0,
        ),
      });
  });
  for (const address of PAGES) {
    calls.length = 0;
    await open(page, address);
    expect(calls.length, `calls of ${address}: ${calls.map(({ path }) => path).join(' ')}`).toBeLessThanOrEqual(MOST_CALLS);
    const bytes = (await Promise.all(calls.map((call) => call.bytes))).reduce((sum, one) => sum + one, 0);
    expect(bytes, `bytes of ${address}`).toBeLessThanOrEqual(MOST_BYTES);
  }
});

test('a view restores from its address, and an address that leads to nothing says where to look', async ({ page, signIn, watch }) => {
  watch.allow(/404 \(Not Found\)/);
  await signIn(page, 'viewer');
  await open(page, '/identities');
  await page.getByRole('tab', { name: /^Roles/ }).click();
  await page
    .getByRole('row', { name: /kestrel-prod/ })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/type=ROLE&source=874122780072/);
  await page.getByRole('textbox', { name: 'Search Roles' }).fill('reader');
  await expect(page).toHaveURL(/search=reader/);
  const found = page.getByRole('heading', { name: /^Roles found/ });
  await expect(found).toBeVisible();
  const words = await found.textContent();
  await page.reload();
  await expect(found).toHaveText(words ?? '');
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Sources of Roles/ })).toBeVisible();

  for (const address of [
    '/identities/demo/AWS/874122780072/-/ROLE/nobody/',
    '/objects/other/AWS/1/-/OBJECT_STORE/x/',
    '/networks/not-an-address',
    '/unused-access/A/B/C/d/e/',
  ]) {
    await page.goto(address);
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
    await page.getByRole('link', { name: /^Look through all/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an account that is not connected is named by an administrator, and only by one', async ({ page, browser, running, signIn }) => {
  await signIn(page, 'admin');
  await open(page, '/shadow-access');
  const row = page.getByRole('row').filter({ hasText: '730194482206' }).first();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('textbox', { name: 'Name of 730194482206' }).fill('Fathom Observability');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Known Sources/ }).click();
  await expect(page.getByRole('row', { name: /Fathom Observability \(730194482206\)/ }).first()).toBeVisible();
  await page
    .getByRole('link', { name: /resources of .* that 730194482206 reaches/ })
    .first()
    .click();
  await expect(page.getByText('Total Access Paths')).toBeVisible();

  const context = await browser.newContext({ baseURL: running.url });
  const other = await context.newPage();
  await signIn(other, 'viewer');
  await open(other, '/shadow-access?type=SHADOW_KNOWN_ACCOUNT');
  await expect(other.getByText('Fathom Observability').first()).toBeVisible();
  await expect(other.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await context.close();
});
