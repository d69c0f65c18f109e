import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { contentOf, STYLE_RULES, violations } from './accessibility';
import { expect } from './console';

/** With CAM_TEST_PICTURES=1 a walk stores a picture of every page here, for people to look at. Git ignores them. */
const SHOTS = join(__dirname, '../../test-results/pages');
const KEEPS_PICTURES = process.env.CAM_TEST_PICTURES === '1';

/** The largest total of scripts, bytes, that a page may load for its first screen; drawing graphs alone takes a megabyte. */
export const MOST_SCRIPTS = 200_000;

/** The account kestrel-prod of the demo company. */
export const PROD = '874122780072';

/** The colour scheme and the window width of a look at a page. */
export interface Look {
  colours: 'light' | 'dark';
  width: 1440 | 1024;
}

const HEIGHTS = { 1440: 900, 1024: 768 };

/** The cost of a page's first screen. */
export interface Cost {
  calls: string[];
  /** Bytes of the largest answer. */
  largest: number;
  /** Bytes of scripts, uncompressed. */
  scripts: number;
}

/** Calls that a page may leave open: the stream of events, and those that close a session. */
const NOT_WAITED_FOR = /\/v1\/remotes\/events|close-session|\/v1\/remotes\/loads/;

/** Calls that the shell makes now and then on any page: the number of open alerts, and the list of remotes. */
const OF_THE_SHELL = /\/alerts\/count|^\/v1\/remotes$/;

/** The marks of lists, cards, tables and buttons that still load. */
const BUSY = '[role=status][aria-label^="Loading"], [role=status][aria-label^="Finding"], [aria-busy=true], .ant-spin-spinning, .ant-btn-loading';

/** How long a page may load on a busy machine, ms: the server evaluates rules when they are first shown. */
const PATIENCE = 120_000;

/**
 * Walks through the console as links do, without loading it anew. So a page costs only its own calls, and a walk sees many pages in little time.
 */
export class Walk {
  readonly #pending = new Set<Request>();
  /** How many calls have begun. */
  #started = 0;
  #cost: Cost = { calls: [], largest: 0, scripts: 0 };
  #look: Look | null = null;

  constructor(
    readonly page: Page,
    private readonly who: string,
  ) {
    page.on('request', (request) => this.#onRequest(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('requestfinished', (request) => void this.#onFinished(request));
  }

  /** Opens an address, waits until the page has loaded, and returns its cost. */
  async open(address: string): Promise<Cost> {
    this.#cost = { calls: [], largest: 0, scripts: 0 };
    await this.page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, address);
    await this.settled();
    await expect(this.page.getByRole('heading', { level: 1 }), `headings of ${address}`).toHaveCount(1);
    await expect(this.page.getByText('This could not be loaded'), `load errors at ${address}`).toHaveCount(0);
    return this.#cost;
  }

  /** Waits until, three times in a row, no call is open and nothing shows that it loads. */
  async settled(): Promise<void> {
    await expect(async () => {
      const started = this.#started;
      const urls = [...this.#pending].map((request) => request.url());
      // All in one call: each takes longer than a look at the page.
      const isQuiet = await this.page.evaluate(async (busy) => {
        for (let round = 0; round < 3; round++) {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          if (document.querySelector(busy)) return false;
        }
        return true;
      }, BUSY);
      expect(isQuiet && urls.length === 0 && this.#started === started, `pending requests: ${urls.join(' ')}`).toBe(true);
    }).toPass({ timeout: PATIENCE, intervals: [20] });
  }

  /** Checks in each look that the page is accessible and not wider than the window. Begins with the look that the page has already. */
  async look(name: string, looks: readonly Look[], part: 'all' | 'main' | 'none'): Promise<void> {
    let audited = '';
    for (const look of looks.toSorted((a, b) => Number(b === this.#look) - Number(a === this.#look))) {
      const where = `${name} ${this.who} ${look.colours} ${look.width}`;
      await this.turnTo(look);
      if (part !== 'none') {
        const content = await contentOf(this.page);
        const rules = content === audited ? STYLE_RULES : undefined;
        expect(await violations(this.page, part === 'main' ? 'main' : undefined, rules), `accessibility violations of ${where}`).toEqual([]);
        audited = content;
      }
      const over = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `pixels by which ${where} is too wide`).toBeLessThanOrEqual(0);
      if (!KEEPS_PICTURES) continue;
      mkdirSync(SHOTS, { recursive: true });
      await this.page.screenshot({ path: join(SHOTS, `${where.replace(/[^a-z0-9]+/gi, '_').slice(0, 180)}.png`) });
    }
  }

  /** Gives the page a look, which the pages after it keep. */
  async turnTo(look: Look): Promise<void> {
    if (this.#look === look) return;
    this.#look = look;
    await this.page.emulateMedia({ colorScheme: look.colours });
    await this.page.setViewportSize({ width: look.width, height: HEIGHTS[look.width] });
    await this.settled();
  }

  #onRequest(request: Request): void {
    if (NOT_WAITED_FOR.test(request.url())) return;
    this.#pending.add(request);
    this.#started += 1;
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
