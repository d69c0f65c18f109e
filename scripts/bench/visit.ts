import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** How a network is slowed down; null: not at all. */
export interface Network {
  name: string;
  /** Bytes a second, both ways, and ms before the first of them. */
  limits: { throughput: number; latency: number } | null;
}

/** What one visit cost. */
export interface Cost {
  /** From the navigation (or the click) to the heading of the page, ms. */
  ms: number;
  /** As they went over the wire, answers of the API included. */
  bytes: number;
  /** Of these, what belongs to the console itself: its page, scripts, styles and fonts. */
  fileBytes: number;
  requests: number;
}

/** The address at which a visit begins, and its heading. */
export const FIRST = 'Dashboard';

/** One page of each area, as its menu item and its heading say, in the order in which a visit takes them. */
export const AREAS = {
  'graph-explorer': 'Networks',
  alerts: 'Guardrails',
  compliance: 'Compliance',
  sources: 'Cloud Sources',
  reports: 'Reports',
  settings: 'Settings',
} as const;
export type Area = keyof typeof AREAS;

/** Somebody who is signed in and has an empty cache. */
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

/** Opens the dashboard in a new page of the visitor. */
export async function openDashboard(context: BrowserContext, url: string, network: Network): Promise<{ page: Page; cost: Cost }> {
  const page = await context.newPage();
  const meter = await Meter.of(page, network);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: FIRST, exact: true, level: 1 }).waitFor();
  const ms = await headingAfter(page, 'navigation');
  await meter.quiet();
  return { page, cost: { ms, ...meter.read() } };
}

/** Goes through all areas by the menu. */
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
  /** Since the navigation, ms: when the heading came, and the click before it. */
  shownAt: number;
  clickedAt: number;
}

/** Runs in the page: notes when its heading changed and when something was clicked. Whoever waits from outside looks only now and then. */
function watchHeading(): void {
  const seen: Heading = { text: '', shownAt: 0, clickedAt: 0 };
  Object.assign(window, { benchHeading: seen });
  document.addEventListener('click', () => (seen.clickedAt = performance.now()), true);
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent ?? '';
    if (text !== seen.text) Object.assign(seen, { text, shownAt: performance.now() });
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** From the navigation, or the last click, to the heading that is shown, ms. */
async function headingAfter(page: Page, what: 'navigation' | 'click'): Promise<number> {
  const { shownAt, clickedAt } = await page.evaluate(() => (window as unknown as { benchHeading: Heading }).benchHeading);
  return what === 'navigation' ? shownAt : shownAt - clickedAt;
}

/** What several steps of a visit cost together. */
export function together(costs: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  return {
    ms: sum(({ ms }) => ms),
    bytes: sum(({ bytes }) => bytes),
    fileBytes: sum(({ fileBytes }) => fileBytes),
    requests: sum(({ requests }) => requests),
  };
}

/** Silence after which a page has everything, ms. */
const QUIET = 400;

/** Calls of the API; every other address is of a file or a page of the console. */
const API = /^\/(v1|v2|beta|graph-querymgr|identity|healthz)\//;

/** Counts what goes over the wire of one page, until it is read. */
class Meter {
  #bytes = 0;
  #fileBytes = 0;
  #requests = 0;
  #lastHeard = performance.now();

  private constructor(private readonly session: CDPSession) {
    const isFile = new Map<string, boolean>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      isFile.set(requestId, !API.test(new URL(request.url).pathname));
      this.#hear();
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.#bytes += encodedDataLength;
      if (isFile.get(requestId)) this.#fileBytes += encodedDataLength;
      this.#hear();
    });
    session.on('Network.responseReceived', ({ response }) => {
      if (!response.fromDiskCache) this.#requests += 1;
      this.#hear();
    });
  }

  /** Resolves once nothing was heard for a while: the stream of events stays open, so the network is never idle. */
  async quiet(): Promise<void> {
    while (performance.now() - this.#lastHeard < QUIET) await new Promise((resolve) => setTimeout(resolve, QUIET / 4));
  }

  #hear(): void {
    this.#lastHeard = performance.now();
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
