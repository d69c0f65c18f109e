import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { PageWatch } from './page-watch';
import { RunningCam, type CliResult, type DemoUser } from './running-cam';
import { recordToasts } from './toasts';

interface TestFixtures {
  /** Signs a page in over the identity platform's own page, and leaves it on the console. */
  signIn: (page: Page, user: DemoUser) => Promise<void>;
  /** Runs `npm run cam -- ...`; fails the test where the command fails. */
  cam: (...args: string[]) => Promise<CliResult>;
  /** Fails the test on console errors, uncaught errors and requests to another host, in every page of the context. */
  watch: PageWatch;
}

interface WorkerFixtures {
  /** One real CAM for all tests of a worker. A test that changes flags or sources puts them back, or uses what is its own. */
  running: RunningCam;
  /** A file that names itself here has a CAM to itself, in which nobody was before. */
  alone: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  alone: ['', { option: true, scope: 'worker' }],
  running: [
    async ({ alone: _alone }, use) => {
      const running = await RunningCam.start();
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
      expect(watch.problems, 'what no page may do').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ running }, use) => {
    await use(async (page, user) => {
      const { email, password } = running.credentials(user);
      await page.goto(running.url);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((url) => url.origin === running.url && !/^\/(identity|authorize|login)/.test(url.pathname));
      await expect(page.getByRole('navigation').first()).toBeVisible();
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

function watchContext(context: BrowserContext, watch: PageWatch): void {
  for (const page of context.pages()) watch.watch(page);
  context.on('page', (page) => watch.watch(page));
}

export { expect };
