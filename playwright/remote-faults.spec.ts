import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { expect, test } from './support/console';

const ENTRY = /\/r\/compliance\/.*(mf-manifest\.json|remoteEntry\.js)/;

/** The faults that the files of a remote may have, as the browser meets them. */
const FAULTS: { name: string; answer: (route: Route) => Promise<void>; message: RegExp }[] = [
  { name: '404', answer: (route) => route.fulfill({ status: 404, body: 'Not found' }), message: /not on the server/ },
  { name: '500', answer: (route) => route.fulfill({ status: 500, body: 'broken' }), message: /could not deliver its files/ },
  {
    name: 'an HTML page',
    answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>hello' }),
    message: /invalid files|do not match the published release/,
  },
  {
    name: '{}',
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
    message: /invalid files|do not match the published release/,
  },
  {
    name: 'garbage',
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '\u0001\u0002 not json' }),
    message: /invalid files|do not match the published release/,
  },
  { name: 'no response', answer: () => new Promise<void>(() => undefined), message: /took too long/ },
];

/** A menu item of each area without a fault, with the heading of its page. */
const OTHER_AREAS = [
  ['Cloud Sources', 'Cloud Sources'],
  ['Dashboard', 'Dashboard'],
  ['Guardrails', 'Guardrails'],
  ['Reports', 'Reports'],
  ['Settings', 'Settings'],
] as const;

// Only a tenant with accounts has areas other than Sources.
test.beforeAll(async ({ running }) => {
  const imported = await running.cli(
    'import',
    join(__dirname, 'fixtures/small-account.json'),
    '--cloud',
    'AWS',
    '--account',
    '111122223333',
    '--name',
    'Payments',
  );
  expect(imported.code, imported.stderr).toBe(0);
});

for (const { name, answer, message } of FAULTS) {
  test(`a remote whose files return ${name} shows the cause, affects no other area, and recovers`, async ({ page, signIn, watch }) => {
    test.slow();
    watch.allow(/.*/);
    const warnings: string[] = [];
    page.on('console', (text) => text.type() === 'warning' && warnings.push(text.text()));
    await page.route(ENTRY, answer);
    await signIn(page, 'admin', '/compliance');
    const menu = page.getByRole('navigation').first();
    await expect(page.getByRole('heading', { name: 'Compliance could not be loaded' })).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('alert')).toContainText(message);
    for (const [item, heading] of OTHER_AREAS) {
      await menu.getByRole('link', { name: item, exact: true }).click();
      await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 }), `${item} keeps working`).toBeVisible();
    }
    await menu.getByRole('link', { name: 'Compliance' }).click();
    await expect(page.getByRole('heading', { name: 'Compliance could not be loaded' })).toBeVisible({ timeout: 40_000 });
    await page.unroute(ENTRY);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Compliance', exact: true })).toBeVisible();
    expect(warnings.filter((text) => text.includes('already registered'))).toEqual([]);
  });
}

test('a remote that throws while rendering shows a message and recovers', async ({ page, signIn, watch }) => {
  watch.allow(/.*/);
  const suites = /\/v1\/intents\/suites/;
  await page.route(suites, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"suites": 5}' }));
  await signIn(page, 'admin', '/compliance');
  await expect(page.getByRole('heading', { name: 'Compliance stopped working' })).toBeVisible();
  await expect(page.getByRole('navigation').first().getByRole('link', { name: 'Cloud Sources' })).toBeVisible();
  await page.unroute(suites);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Compliance', exact: true })).toBeVisible();
});

/** Words from the code of React, of antd (part of the ui facade) and of the router. */
const TRACES = ['react.transitional.element', 'getPrefixCls', 'useRoutes() may be used only'];

test('react, react-router-dom, jotai, swr, platform and ui are provided once, by the host', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/compliance');
  await expect(page.getByRole('heading', { name: 'Compliance', exact: true })).toBeVisible();
  const menu = page.getByRole('navigation').first();
  for (const [item, heading] of OTHER_AREAS) {
    await menu.getByRole('link', { name: item, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible();
  }
  const provided = await page.evaluate(() => {
    type Provided = Record<string, Record<string, { from: string; loaded?: boolean | number }>>;
    const { __INSTANCES__ } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default?: Provided } }[] } })
      .__FEDERATION__;
    const scopes = __INSTANCES__.map(({ shareScopeMap }) => shareScopeMap.default ?? {});
    const names = new Set(scopes.flatMap((scope) => Object.keys(scope)));
    return [...names].map((name) => {
      const offers = scopes.flatMap((scope) => Object.entries(scope[name] ?? {}).map(([version, { from }]) => `${version} of ${from}`));
      return { name, offers: [...new Set(offers)] };
    });
  });
  for (const name of ['react', 'react-dom', 'react-router-dom', 'jotai', 'swr', '@cam/platform', '@cam/ui']) {
    const offers = provided.find((one) => one.name === name)?.offers ?? [];
    expect(offers, name).toHaveLength(1);
    expect(offers[0], name).toMatch(/ of cam_host$/);
  }
  // Only the host's files hold shared code: a remote with its own copy would run that copy.
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/r\/.*\.js$/.test(name)),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const url of scripts) {
    const code = await (await page.request.get(url)).text();
    for (const trace of TRACES) expect(code, `${url} bundles shared code`).not.toContain(trace);
  }
});
