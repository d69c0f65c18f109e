import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A simulated network. */
export interface Network {
  name: string;
  /** Bytes per second in both directions, and latency in ms. Null for no throttling. */
  limits: { throughput: number; latency: number } | null;
}

/** The cost of one visit. */
export interface Cost {
  /** Time from the navigation or click to the heading of the page, ms. */
  ms: number;
  /** Transferred bytes, API responses included. */
  bytes: number;
  /** Transferred bytes of the console's own files: page, scripts, styles and fonts. */
  fileBytes: number;
  requests: number;
}

/** Heading of the page where a visit starts. */
export const FIRST = 'Dashboard';

/** One page per area, by its menu item and heading, in the order of a visit. */
export const AREAS = {
  'graph-explorer': 'Networks',
  alerts: 'Guardrails',
  compliance: 'Compliance',
  sources: 'Cloud Sources',
  reports: 'Reports',
  settings: 'Settings',
} as const;
export type Area = keyof typeof AREAS;

/** Creates a signed-in browser context with an empty cache. */
export async function visitor(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watchHeading);
  await context.addInitScript(
    ([origin, value]) => {
      if (window.location.origin !== origin) return;
      window.sessionStorage.setItem('cam:token', value ?? '');
      window.sessionStorage.setItem('cam:tokenType', 'Bearer');
      window.sessionStorage.setItem('cam:email', 'admin@demo.example');
    },
    [url, token],
  );
  return context;
}

/** Opens the dashboard in a new page and returns its cost. */
export async function openDashboard(context: BrowserContext, url: string, network: Network): Promise<{ page: Page; cost: Cost }> {
  const page = await context.newPage();
  const meter = await Meter.of(page, network);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: FIRST, exact: true, level: 1 }).waitFor();
  const ms = await headingAfter(page, 'navigation');
  await meter.quiet();
  return { page, cost: { ms, ...meter.read() } };
}

/** Visits all areas through the menu. */
export async function walkAreas(page: Page, network: Network): Promise<Record<Area, Cost>> {
  const menu = page.getByRole('navigation').first();
  const costs: [Area, Cost][] = [];
  for (const [area, name] of Object.entries(AREAS) as [Area, string][]) {
    const meter = await Meter.of(page, network);
    await menu.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    const ms = await headingAfter(page, 'click');
    await meter.quiet();
    costs.push([area, { ms, ...meter.read() }]);
  }
  return Object.fromEntries(costs) as Record<Area, Cost>;
}

interface Heading {
  text: string;
  /** Times of the heading and of the click before it, ms since the navigation. */
  shownAt: number;
  clickedAt: number;
}

/** Runs in the page and records heading changes and clicks, because polling from outside is too coarse. */
function watchHeading(): void {
  const seen: Heading = { text: '', shownAt: 0, clickedAt: 0 };
  Object.assign(window, { benchHeading: seen });
  document.addEventListener('click', () => (seen.clickedAt = performance.now()), true);
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent ?? '';
    if (text !== seen.text) Object.assign(seen, { text, shownAt: performance.now() });
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Returns the time from the navigation or the last click to the current heading, ms. */
async function headingAfter(page: Page, what: 'navigation' | 'click'): Promise<number> {
  const { shownAt, clickedAt } = await page.evaluate(() => (window as unknown as { benchHeading: Heading }).benchHeading);
  return what === 'navigation' ? shownAt : shownAt - clickedAt;
}

/** Returns the sum of several costs. */
export function together(costs: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  return {
    ms: sum(({ ms }) => ms),
    bytes: sum(({ bytes }) => bytes),
    fileBytes: sum(({ fileBytes }) => fileBytes),
    requests: sum(({ requests }) => requests),
  };
}

/** A page is complete after this time without network activity, ms. */
const QUIET = 400;

/** Paths of API calls. Any other path is a file or page of the console. */
const API = /^\/(v1|v2|beta|graph-querymgr|identity|healthz)\//;

/** Counts the network traffic of one page until it is read. */
class Meter {
  #bytes = 0;
  #fileBytes = 0;
  #requests = 0;
  /** Requests without an answer. On a busy machine, an answer may take longer than the quiet period, and would count for the next page. */
  readonly #unanswered = new Set<string>();
  #lastActivity = performance.now();

  private constructor(private readonly session: CDPSession) {
    const isFile = new Map<string, boolean>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      isFile.set(requestId, !API.test(new URL(request.url).pathname));
      this.#unanswered.add(requestId);
      this.#recordActivity();
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.#bytes += encodedDataLength;
      if (isFile.get(requestId)) this.#fileBytes += encodedDataLength;
      this.#recordActivity();
    });
    session.on('Network.loadingFailed', ({ requestId }) => this.#unanswered.delete(requestId));
    session.on('Network.responseReceived', ({ requestId, response }) => {
      this.#unanswered.delete(requestId);
      if (!response.fromDiskCache) this.#requests += 1;
      this.#recordActivity();
    });
  }

  /** Resolves after a quiet period with every request answered. The event stream stays open, so the network itself is never idle. */
  async quiet(): Promise<void> {
    while (this.#unanswered.size > 0 || performance.now() - this.#lastActivity < QUIET)
      await new Promise((resolve) => setTimeout(resolve, QUIET / 4));
  }

  #recordActivity(): void {
    this.#lastActivity = performance.now();
  }

  static async of(page: Page, { limits }: Network): Promise<Meter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    if (limits) {
      const { throughput, latency } = limits;
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
    }
    return new Meter(session);
  }

  read(): Omit<Cost, 'ms'> {
    void this.session.detach().catch(() => undefined);
    return { bytes: this.#bytes, fileBytes: this.#fileBytes, requests: this.#requests };
  }
}
