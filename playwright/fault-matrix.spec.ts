import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { FAULTS, FaultyEdge, type Fault } from './support/faulty-edge';
import { RunningCam } from './support/running-cam';

/** The files of a release, from the first to the last that a page needs. */
const FILES = {
  entry: /^\/r\/compliance\/.*\/remoteEntry\.js$/,
  'lazy chunk': /^\/r\/compliance\/[^/]+\/\d+\.\w+\.js$/,
  style: /^\/r\/compliance\/[^/]+\/\d+\.\w+\.css$/,
} as const;

const WRONG_BYTES = /do not match the published release|invalid files/;

/** The message of the console for each fault, whichever file it hits. */
const MESSAGES: Record<Exclude<Fault, 'slow'>, RegExp> = {
  '404': /not on the server/,
  '500': /could not deliver its files/,
  html: WRONG_BYTES,
  object: WRONG_BYTES,
  truncated: WRONG_BYTES,
  empty: WRONG_BYTES,
  changed: WRONG_BYTES,
  reset: /could not reach its files/,
  hang: /took too long/,
};

/** Time in which the console reports a fault, ms. It tries three times for the first files, each for up to 10 s, and waits 15 s for the others. */
const REPORTED = { timeout: 50_000 };

/** Browser contexts that run at the same time; more would only wait for each other. */
const TOGETHER = 5;

let edge: Awaited<ReturnType<typeof FaultyEdge.start>>;
let cam: RunningCam;
let token: string;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  edge = await FaultyEdge.start();
  cam = await RunningCam.start({ CAM_PUBLIC_URL: edge.url });
  edge.passTo(cam.url);
  const imported = await cam.cli(
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
  token = (await cam.cli('token', '--user', 'admin@demo.example')).stdout.trim();
});

test.afterAll(async () => {
  await edge.stop();
  await cam.stop();
});

async function signedIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: edge.url });
  await context.addInitScript((value) => {
    window.sessionStorage.setItem('cam:token', value);
    window.sessionStorage.setItem('cam:tokenType', 'Bearer');
    window.sessionStorage.setItem('cam:email', 'admin@demo.example');
  }, token);
  return context;
}

/** Tries one fault in one file: the message appears, the next area works, and the area returns once the fault is gone. */
async function tryFault(browser: Browser, fault: Fault, path: RegExp): Promise<void> {
  const context = await signedIn(browser);
  try {
    await context.addCookies([edge.cookie(fault, path)]);
    const page = await context.newPage();
    const menu = page.getByRole('navigation').first();
    const works = page.getByRole('heading', { name: 'Compliance', exact: true, level: 1 });
    await page.goto('/compliance');
    if (fault === 'slow') return await expect(works).toBeVisible({ timeout: 20_000 });
    if (fault === 'hang') await expect(page.getByRole('status').filter({ hasText: 'Still loading Compliance' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'Compliance could not be loaded' })).toBeVisible(REPORTED);
    await expect(page.getByRole('alert')).toContainText(MESSAGES[fault]);
    await menu.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Reports', exact: true, level: 1 }), 'other areas keep working').toBeVisible();
    await context.clearCookies({ name: 'fault' });
    await menu.getByRole('link', { name: 'Compliance', exact: true }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(works.or(again)).toBeVisible({ timeout: 20_000 });
    if (await again.isVisible()) await again.click();
    await expect(works).toBeVisible({ timeout: 20_000 });
  } finally {
    await context.close();
  }
}

/** All thirty pairs with CAM_FAULTS=all; otherwise each fault in one file, and two faults in each file. */
function casesOf(file: number): Fault[] {
  return FAULTS.filter((_fault, index) => process.env.CAM_FAULTS === 'all' || index % FILES_IN_ORDER.length === file);
}

const FILES_IN_ORDER = Object.entries(FILES);

FILES_IN_ORDER.forEach(([file, path], index) => {
  test(`a fault of the ${file} of a remote shows a message, affects no other area, and is recoverable`, async ({ browser }) => {
    test.setTimeout(180_000);
    const waiting = casesOf(index);
    const failures: string[] = [];
    const worker = async (): Promise<void> => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift())
        await tryFault(browser, fault, path).catch((error: unknown) => failures.push(`${fault}: ${error instanceof Error ? error.message : error}`));
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
    expect(failures.join('\n\n')).toBe('');
  });
});
