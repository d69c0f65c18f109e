import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { ROOT } from '../../build/root';
import type { Benchmark, Measurement } from '../benchmark';
import { systemChromium } from '../system-chromium';

/** How much slower than this machine the browser computes. */
const SLOWDOWN = 4;

/** A task longer than this is felt, ms. */
const FELT = 50;

const STEPS = 60;

/** It turns around after so many steps, before it is at an end, where nothing moves any more. */
const TURN = 10;

interface Tasks {
  longest: number;
  long: number;
}

/** The grid of every list, with 100,000 rows on one page, scrolled by a wheel: what the browser cannot be asked anything meanwhile. */
export const grid: Benchmark = {
  name: 'grid',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cam-bench-grid-'));
    const browser = await chromium.launch({ executablePath: systemChromium(), args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(await bundled(folder));
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
    await page.mouse.wheel(0, Math.floor(step / TURN) % 2 === 0 ? pixels : -pixels);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  const { longest, long } = await page.evaluate((): Tasks => {
    const { tasks, watch } = window as unknown as { tasks: number[]; watch: PerformanceObserver };
    // What was not told yet.
    tasks.push(...watch.takeRecords().map(({ duration }) => duration));
    return { longest: Math.max(0, ...tasks), long: tasks.length };
  });
  const what = `100,000 rows scrolled ${how}, ${SLOWDOWN}x slower`;
  return [
    { what: `${what}: longest task`, measured: longest, against: 'felt from', reference: FELT, unit: 'ms' },
    { what: `${what}: tasks over ${FELT} ms`, measured: long, against: 'steps', reference: STEPS, unit: 'tasks' },
  ];
}

/** The page with the grid, as a file. */
async function bundled(folder: string): Promise<string> {
  await build({
    entryPoints: [join(ROOT, 'scripts/bench/grid/grid-page.tsx')],
    outfile: join(folder, 'page.js'),
    bundle: true,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.module.css': 'local-css', '.woff2': 'dataurl', '.woff': 'dataurl' },
    logLevel: 'error',
  });
  const html = join(folder, 'index.html');
  writeFileSync(html, '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="page.css"><body><script src="page.js"></script>');
  return pathToFileURL(html).href;
}
