import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Benchmark, Measurement } from '../benchmark';
import { bundledPage } from '../bundled-page';
import { systemChromium } from '../../test/system-chromium.cjs';

/** CPU throttling of the browser. */
const SLOWDOWN = 4;

/** Users notice a task longer than this, ms. */
const NOTICEABLE = 50;

const STEPS = 60;

/** Scroll steps before the direction changes, so that the grid never reaches an end. */
const STEPS_PER_DIRECTION = 10;

interface Tasks {
  longest: number;
  long: number;
}

/** Measures long tasks of the browser while a wheel scrolls the standard grid with 100,000 rows on one page. */
export const grid: Benchmark = {
  name: 'grid',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cam-bench-grid-'));
    const browser = await chromium.launch({ executablePath: systemChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(await bundledPage('scripts/bench/grid/grid-page.tsx', folder));
      await page.getByRole('combobox', { name: 'Rows per page' }).click();
      await page.getByTitle('All rows').click();
      await page.getByRole('link', { name: 'orders-archive-0', exact: true }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      return [...(await scrolled(page, 'by a screen', 400)), ...(await scrolled(page, 'by a thousand screens', 400_000))];
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function scrolled(page: Page, how: string, pixels: number): Promise<Measurement[]> {
  await page.evaluate(() => {
    const seen = window as unknown as { tasks: number[]; watch?: PerformanceObserver };
    seen.watch?.disconnect();
    seen.tasks = [];
    seen.watch = new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration)));
    seen.watch.observe({ type: 'longtask' });
  });
  const box = await page.getByRole('table').last().boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 300);
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, Math.floor(step / STEPS_PER_DIRECTION) % 2 === 0 ? pixels : -pixels);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  const { longest, long } = await page.evaluate((): Tasks => {
    const { tasks, watch } = window as unknown as { tasks: number[]; watch: PerformanceObserver };
    // Entries that the observer has not delivered yet.
    tasks.push(...watch.takeRecords().map(({ duration }) => duration));
    return { longest: Math.max(0, ...tasks), long: tasks.length };
  });
  const what = `100,000 rows scrolled ${how}, ${SLOWDOWN}x slower`;
  return [
    { what: `${what}: longest task`, measured: longest, against: 'noticeable from', reference: NOTICEABLE, unit: 'ms' },
    { what: `${what}: tasks over ${NOTICEABLE} ms`, measured: long, against: 'steps', reference: STEPS, unit: 'tasks' },
  ];
}
