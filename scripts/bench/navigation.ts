import { chromium, type Page } from '@playwright/test';
import { median, type Benchmark, type Measurement } from './benchmark';
import { untilCounted } from './counted';
import { newDataDir, removeDataDir, startCam } from './running-cam';
import { systemChromium } from '../test/system-chromium.cjs';
import { FIRST, visitor } from './visit';

const ROUNDS = Number(process.env.BENCH_RUNS ?? 5);

/** CPU throttling of the browser. */
const SLOWDOWN = 4;

/** Users notice a task longer than this, ms. */
const NOTICEABLE = 50;

/** A page still loads while it has one of these. */
const BUSY = '[role=status][aria-label^="Loading"], [role=status][aria-label^="Finding"], [aria-busy=true], .ant-btn-loading';

/** A page has loaded after this time without a mark of loading, ms. */
const QUIET = 500;

/**
 * Measures the longest task of the browser while a user goes from page to page through the menu, and to the page of an identity. The first round loads the
 * scripts, and does not count. BENCH_URL and BENCH_TOKEN select a running CAM with data; without them, one starts with the demo company.
 */
export const navigation: Benchmark = {
  name: 'navigation',
  run: async () => {
    const { BENCH_URL: url, BENCH_TOKEN: token } = process.env;
    if (url && token) return measure(url, token);
    const dataDir = newDataDir();
    const cam = await startCam(dataDir, { CAM_DEMO: 'on' });
    try {
      const own = cam.cli('token', '--user', 'admin@demo.example').trim();
      await untilCounted(cam.url, own);
      return await measure(cam.url, own);
    } finally {
      await cam.stop();
      removeDataDir(dataDir);
    }
  },
};

async function measure(url: string, token: string): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath: systemChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await visitor(browser, url, token);
    await context.addInitScript(watchTasks);
    const page = await context.newPage();
    await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: FIRST, exact: true, level: 1 }).waitFor();
    await loaded(page);
    const session = await context.newCDPSession(page);
    await visitAll(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const seen = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, longest] of await visitAll(page)) seen.set(name, [...(seen.get(name) ?? []), longest]);
    return [...seen].map(([name, tasks]) => ({
      what: `${name}, ${SLOWDOWN}x slower: longest task`,
      measured: median(tasks),
      against: 'noticeable from',
      reference: NOTICEABLE,
      unit: 'ms',
    }));
  } finally {
    await browser.close();
  }
}

/** Opens every page of the menu, and the page of the first identity. Returns the longest task of each, ms. */
async function visitAll(page: Page): Promise<[name: string, longest: number][]> {
  const links = page.getByRole('navigation').first().getByRole('link');
  const names = await links.evaluateAll((all) =>
    all.flatMap((link) => ((link as HTMLAnchorElement).pathname === '/help' ? [] : [(link as HTMLElement).innerText.trim()])),
  );
  const seen: [string, number][] = [];
  for (const [index, name] of names.entries()) {
    seen.push([name || `link ${index}`, await longestTask(page, () => links.nth(index).click())]);
    if (name !== 'Identities') continue;
    const first = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first();
    seen.push(['an identity', await longestTask(page, () => first.click())]);
  }
  return seen;
}

async function longestTask(page: Page, go: () => Promise<void>): Promise<number> {
  await page.evaluate(() => void ((window as unknown as { tasks: number[] }).tasks = []));
  await go();
  await loaded(page);
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
}

/** Resolves when the page has shown no mark of loading for a while. */
async function loaded(page: Page): Promise<void> {
  await page.evaluate(
    async ([busy, quiet]) => {
      let calm = performance.now();
      while (performance.now() - calm < quiet) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (document.querySelector(busy)) calm = performance.now();
      }
    },
    [BUSY, QUIET] as const,
  );
}

/** Runs in the page and records long tasks. */
function watchTasks(): void {
  const seen = { tasks: [] as number[] };
  Object.assign(window, seen);
  new PerformanceObserver((list) =>
    (window as unknown as { tasks: number[] }).tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
  });
}
