import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import type { RemotesView } from '@cam/contracts';
import { expect, test } from './support/console';

const VIEW = /\/v1\/remotes(\?|$)/;
const EVENTS = /\/v1\/remotes\/events/;

/** The faults of the registry that concern its whole answer. */
const FAULTS: { name: string; answer: (route: Route) => Promise<void> }[] = [
  { name: '{}', answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }) },
  { name: 'garbage', answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '\u0001\u0002 not json' }) },
  { name: 'an HTML page', answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>hello' }) },
  {
    name: 'a view with lists of the wrong type',
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"revision":"x","remotes":5,"off":{},"tried":null}' }),
  },
  { name: 'no response', answer: () => new Promise<void>(() => undefined) },
];

/** Answers with the real view after a change. */
function changed(change: (view: RemotesView) => unknown): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as RemotesView;
    await route.fulfill({ response, json: { ...(change(structuredClone(view)) as object), revision: `${view.revision}-changed` } });
  };
}

const menuLink = (page: Page, name: string) => page.getByRole('navigation').first().getByRole('link', { name, exact: true });

async function expectAreaWorks(page: Page, name: string): Promise<void> {
  await menuLink(page, name).click();
  await expect(page.getByRole('heading', { name, exact: true, level: 1 }), `${name} works`).toBeVisible();
}

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

for (const { name, answer } of FAULTS) {
  test(`a registry that returns ${name} leaves open consoles running, and new ones start with the stored areas within 5 s`, async ({
    page,
    signIn,
    watch,
  }) => {
    watch.allow(/.*/);
    await signIn(page, 'admin', '/reports');
    await expectAreaWorks(page, 'Compliance');
    await page.route(VIEW, answer);
    // Without the event stream, the console polls.
    await page.route(EVENTS, (route) => route.abort());
    await page.reload();
    await expect(menuLink(page, 'Compliance')).toBeVisible({ timeout: 5000 });
    await expect(page.getByText('The registry does not respond. The console uses the last known areas.')).toBeVisible();
    await expectAreaWorks(page, 'Reports');
    await expectAreaWorks(page, 'Compliance');
    await page.unroute(VIEW);
    await expect(page.getByText('The registry does not respond.'), 'the console recovers by itself').toBeHidden({ timeout: 25_000 });
  });
}

const BROKEN: { name: string; change: (view: RemotesView) => unknown }[] = [
  {
    name: 'an empty manifest',
    change: (view) => ({ ...view, remotes: view.remotes.map((remote) => (remote.id === 'compliance' ? { ...remote, manifest: {} } : remote)) }),
  },
  {
    name: 'a menu of numbers',
    change: (view) => ({
      ...view,
      remotes: view.remotes.map((remote) => (remote.id === 'compliance' ? { ...remote, manifest: { ...remote.manifest, menu: [1, 2] } } : remote)),
    }),
  },
  {
    name: 'files on another host',
    change: (view) => ({
      ...view,
      remotes: view.remotes.map((remote) => (remote.id === 'compliance' ? { ...remote, base: 'https://elsewhere.example/' } : remote)),
    }),
  },
];

for (const { name, change } of BROKEN) {
  test(`a remote with ${name} is left out alone, with a notice to operators, and returns once the registry is right`, async ({
    page,
    signIn,
    watch,
  }) => {
    watch.allow(/.*/);
    await page.route(VIEW, changed(change));
    await signIn(page, 'admin', '/reports');
    await expect(page.getByRole('alert').filter({ hasText: /The console leaves out compliance .*The registry sent invalid data/ })).toBeVisible();
    await expect(menuLink(page, 'Compliance')).toBeHidden();
    await expectAreaWorks(page, 'Reports');
    await page.unroute(VIEW);
    await page.reload();
    await expectAreaWorks(page, 'Compliance');
    await expect(page.getByText('The console leaves out')).toBeHidden();
  });
}

test('a viewer sees no notice about a remote that the registry describes wrongly', async ({ page, signIn, watch }) => {
  watch.allow(/.*/);
  await page.route(VIEW, changed(BROKEN[0]?.change ?? ((view) => view)));
  await signIn(page, 'viewer', '/reports');
  await expect(page.getByRole('heading', { name: 'Reports', exact: true, level: 1 })).toBeVisible();
  await expect(menuLink(page, 'Compliance')).toBeHidden();
  await expect(page.getByText('The console leaves out')).toBeHidden();
});

test('flags reach an open console by polling while the event stream is down', async ({ page, signIn, cam, watch }) => {
  watch.allow(/.*/);
  await page.route(EVENTS, (route) => route.abort());
  await signIn(page, 'admin');
  await expect(menuLink(page, 'Changes')).toBeVisible();
  // The registry is down as well, so that nothing but the flags can tell.
  await page.route(VIEW, (route) => route.abort());
  await cam('flags', 'set', 'UI_HIDE_CHANGES', 'on', '--tenant', 'demo');
  try {
    await expect(menuLink(page, 'Changes')).toBeHidden({ timeout: 25_000 });
  } finally {
    await cam('flags', 'set', 'UI_HIDE_CHANGES', 'off', '--tenant', 'demo');
  }
  await expect(menuLink(page, 'Changes')).toBeVisible({ timeout: 25_000 });
});
