import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { violations } from './accessibility';
import { expect } from './console';

/** Pictures of every page, for looking at; not committed. */
const SHOTS = join(__dirname, '../../test-results/pages');

/** How a page is looked at. */
export interface Look {
  colours: 'light' | 'dark';
  width: 1440 | 1024;
}

const HEIGHTS = { 1440: 900, 1024: 768 };

/** What a page asked of the server for its first screen. */
export interface Cost {
  calls: string[];
  /** Of the largest answer. */
  largest: number;
  /** Bytes of scripts, not compressed. */
  scripts: number;
}

/** The stream of events stays open, and a session is closed for whoever left. */
const NOT_WAITED_FOR = /\/v1\/remotes\/events|close-session|\/v1\/remotes\/loads/;

/** The shell asks how many alerts are open and which remotes there are, now and then, whatever page is shown. */
const OF_THE_SHELL = /\/alerts\/count|^\/v1\/remotes$/;

/** What still loads: of lists and cards, of tables, of buttons. */
const BUSY = '[role=status][aria-label^="Loading"], [role=status][aria-label^="Finding"], [aria-busy=true], .ant-spin-spinning, .ant-btn-loading';

/** What rules find is asked for when it is first shown, which takes its time where the machine is busy, ms. */
const PATIENCE = 120_000;

/**
 * Goes through the console as links do, without loading it anew: so a page costs what it asks for itself, and many pages are seen in little time.
 */
export class Walk {
  readonly #pending = new Set<Request>();
  #cost: Cost = { calls: [], largest: 0, scripts: 0 };

  constructor(
    readonly page: Page,
    private readonly who: string,
  ) {
    page.on('request', (request) => !NOT_WAITED_FOR.test(request.url()) && this.#pending.add(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('requestfinished', (request) => void this.#onFinished(request));
  }

  /** Opens an address and waits until nothing of it loads any more. */
  async open(address: string): Promise<Cost> {
    this.#cost = { calls: [], largest: 0, scripts: 0 };
    await this.page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, address);
    await this.settled();
    await expect(this.page.getByRole('heading', { level: 1 }), `the heading of ${address}`).toHaveCount(1);
    await expect(this.page.getByText('This could not be loaded'), `what failed at ${address}`).toHaveCount(0);
    return this.#cost;
  }

  /** Nothing is asked for, and nothing says that it loads, for three looks in a row. */
  async settled(): Promise<void> {
    let quiet = 0;
    await expect(async () => {
      while (quiet < 3) {
        await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const busy = await this.page.locator(BUSY).count();
        quiet = this.#pending.size === 0 && busy === 0 ? quiet + 1 : 0;
        expect(quiet, `what is waited for: ${[...this.#pending].map((request) => request.url()).join(' ')}`).toBeGreaterThan(0);
      }
    }).toPass({ timeout: PATIENCE, intervals: [20] });
  }

  /** Sees to it that the page is for everybody, fits into the window, and is kept as a picture. */
  async look(name: string, looks: readonly Look[], judged: 'all' | 'main' | 'none'): Promise<void> {
    for (const { colours, width } of looks) {
      const where = `${name} ${this.who} ${colours} ${width}`;
      await this.page.emulateMedia({ colorScheme: colours });
      await this.page.setViewportSize({ width, height: HEIGHTS[width] });
      await this.settled();
      if (judged !== 'none')
        expect(await violations(this.page, judged === 'main' ? 'main' : undefined), `what of ${where} not everybody can use`).toEqual([]);
      const over = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `pixels by which ${where} is too wide`).toBeLessThanOrEqual(0);
      mkdirSync(SHOTS, { recursive: true });
      await this.page.screenshot({ path: join(SHOTS, `${where.replace(/[^a-z0-9]+/gi, '_').slice(0, 180)}.png`) });
    }
  }

  async #onFinished(request: Request): Promise<void> {
    const cost = this.#cost;
    const { pathname, search } = new URL(request.url());
    const response = await request.response();
    const type = response?.headers()['content-type'] ?? '';
    const isCall = /^\/(v1|v2|beta)\//.test(pathname) && type.includes('json') && !NOT_WAITED_FOR.test(pathname);
    if (isCall && !OF_THE_SHELL.test(pathname)) cost.calls.push(pathname + search);
    if (isCall || pathname.endsWith('.js')) {
      const { length } = (await response?.body().catch(() => null)) ?? { length: 0 };
      if (isCall) cost.largest = Math.max(cost.largest, length);
      else cost.scripts += length;
    }
    this.#pending.delete(request);
  }
}
