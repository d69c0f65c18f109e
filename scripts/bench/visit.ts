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
  requests: number;
}

/** Menu items in the order in which a visit of all areas takes them, each with the heading of its page. */
export const AREAS = ['Dashboard', 'Guardrails', 'Compliance', 'Cloud Sources', 'Reports'] as const;

/** Somebody who is signed in and has an empty cache. */
export async function visitor(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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
  const started = performance.now();
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const ms = performance.now() - started;
  await meter.quiet();
  return { page, cost: { ms, ...meter.read() } };
}

/** Goes through all areas by the menu; what the first one cost is not in it. */
export async function walkAreas(page: Page, network: Network): Promise<Cost> {
  const meter = await Meter.of(page, network);
  const menu = page.getByRole('navigation').first();
  let ms = 0;
  for (const area of AREAS.slice(1)) {
    const started = performance.now();
    await menu.getByRole('link', { name: area, exact: true }).click();
    await page.getByRole('heading', { name: area, exact: true, level: 1 }).waitFor();
    ms += performance.now() - started;
    await meter.quiet();
  }
  return { ms, ...meter.read() };
}

/** Silence after which a page has everything, ms. */
const QUIET = 400;

/** Counts what goes over the wire of one page. */
class Meter {
  #bytes = 0;
  #requests = 0;
  #lastHeard = performance.now();

  private constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', () => this.#hear());
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      this.#bytes += encodedDataLength;
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

  read(): { bytes: number; requests: number } {
    return { bytes: this.#bytes, requests: this.#requests };
  }
}
