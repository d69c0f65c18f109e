import { expect, test as base, type BrowserContext, type Cookie, type Page } from '@playwright/test';
import type { PreparedKind } from '../../server/test/support/prepared-data.cjs';
import { PageWatch } from './page-watch';
import { RunningCam, type CliResult, type DemoUser } from './running-cam';
import { tokensOf } from './tokens';
import { recordToasts } from './toasts';

interface TestFixtures {
  /** Signs in, and leaves the page on the console, at the given path. Goes on with the session of an earlier test of the worker if there is one. */
  signIn: (page: Page, user: DemoUser, path?: string) => Promise<void>;
  /** Signs in with the password on the identity platform's page, which begins a session of its own. */
  signInByPassword: (page: Page, user: DemoUser) => Promise<void>;
  /** Runs `npm run cam -- ...`; fails the test where the command fails. */
  cam: (...args: string[]) => Promise<CliResult>;
  /** Fails the test on console errors, uncaught errors and requests to another host, in every page of the context. */
  watch: PageWatch;
}

interface WorkerFixtures {
  /** One real CAM for all tests of a worker. A test that changes flags or sources restores them, or uses its own. */
  running: RunningCam;
  /** A file that names itself here has an unused CAM to itself. */
  alone: string;
  /** The prepared data folder that this CAM starts with; `none` for a first start. */
  data: PreparedKind | 'none';
}

/** The cookies of the identity platform's sessions, by CAM and user. */
const sessions = new WeakMap<RunningCam, Map<DemoUser, Cookie[]>>();

export const test = base.extend<TestFixtures, WorkerFixtures>({
  alone: ['', { option: true, scope: 'worker' }],
  data: ['console', { option: true, scope: 'worker' }],
  running: [
    async ({ alone: _alone, data }, use) => {
      // Tests name receivers in this network, which has no hosts, so that no test can reach anybody.
      const running = await RunningCam.start({ CAM_ALLOWED_NETWORKS: '203.0.113.0/24', CAM_TRY_ORIGINS: 'http://localhost:3103' }, data);
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ running }, use) => use(running.url),
  watch: [
    async ({ context, running }, use) => {
      const watch = new PageWatch(running.url);
      watchContext(context, watch);
      await recordToasts(context);
      await use(watch);
      expect(watch.problems, 'problems that no page may cause').toEqual([]);
    },
    { auto: true },
  ],
  signInByPassword: async ({ running }, use) => {
    await use(async (page, user) => {
      const { email, password } = running.credentials(user);
      await page.goto(running.url);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectConsole(page, running);
    });
  },
  signIn: async ({ running, signInByPassword }, use) => {
    const kept = sessions.get(running) ?? new Map<DemoUser, Cookie[]>();
    sessions.set(running, kept);
    await use(async (page, user, path = '/') => {
      const address = new URL(path, running.url).href;
      const session = kept.get(user);
      if (session && (await resume(page, running, session))) await page.goto(address);
      else {
        await signInByPassword(page, user);
        kept.set(user, await page.context().cookies());
        if (path !== '/') await page.goto(address);
      }
      await expectConsole(page, running);
    });
  },
  cam: async ({ running }, use) => {
    await use(async (...args) => {
      const result = await running.cli(...args);
      expect(result.code, `cam ${args.join(' ')}: ${result.stderr}`).toBe(0);
      return result;
    });
  },
});

/**
 * Puts the tokens of a new sign-in with the cookies of a session where the console keeps them, as it would do itself after two more starts of the console.
 * Resolves with whether the session still goes on.
 */
async function resume(page: Page, running: RunningCam, session: Cookie[]): Promise<boolean> {
  await page.context().addCookies(session);
  const tokens = await tokensOf(page.request, running.url);
  if (tokens === null) return false;
  // A page of the same origin without any script.
  await page.goto(`${running.url}/favicon.svg`);
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) window.sessionStorage.setItem(`cam:${key}`, value);
  }, tokens);
  return true;
}

async function expectConsole(page: Page, running: RunningCam): Promise<void> {
  await page.waitForURL((url) => url.origin === running.url && !/^\/(identity|authorize|login)/.test(url.pathname));
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

function watchContext(context: BrowserContext, watch: PageWatch): void {
  for (const page of context.pages()) watch.watch(page);
  context.on('page', (page) => watch.watch(page));
}

export { expect };
