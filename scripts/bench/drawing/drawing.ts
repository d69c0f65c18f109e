import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { systemChromium } from '../../test/system-chromium.cjs';
import { median, type Benchmark, type Measurement } from '../benchmark';
import { bundledPage } from '../bundled-page';
import type { FrameWatch } from './frame-watch';

/** Movements of the pointer in one run, and runs of each kind. */
const STEPS = 120;
const RUNS = Number(process.env.BENCH_RUNS ?? 5);

/** The time of a frame at 60 frames a second, ms. */
const FRAME = 1000 / 60;

interface Seen {
  /** Times between two frames, ms. */
  frames: number[];
  /** Times of scripts, and of styles and layout, for each frame, ms. */
  script: number;
  layout: number;
}

/** Measures frames while a pointer drags, zooms and crosses a drawing of 500 boxes. Chromium draws by software here, which takes part of each frame. */
export const drawing: Benchmark = {
  name: 'drawing',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cam-bench-drawing-'));
    const browser = await chromium.launch({ executablePath: systemChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(await bundledPage('scripts/bench/drawing/drawing-page.tsx', folder));
      await page.getByRole('img').waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      await calm(page);
      const measurements: Measurement[] = [];
      for (const [name, act] of Object.entries(ACTS)) {
        const runs: Seen[] = [];
        for (let run = 0; run < RUNS; run++) runs.push(await watched(page, session, act));
        measurements.push(...measurementsOf(name, runs));
      }
      return measurements;
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const ACTS: Record<string, (page: Page) => Promise<void>> = {
  dragged: async (page) => {
    await page.mouse.move(600, 16);
    await page.mouse.down();
    for (let step = 0; step < STEPS; step++) await page.mouse.move(600 + 200 * Math.sin(step / 10), 16 + (step % 60) * 4);
    await page.mouse.up();
  },
  zoomed: async (page) => {
    await page.mouse.move(600, 300);
    for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, Math.floor(step / 20) % 2 === 0 ? 40 : -40);
  },
  'crossed by the pointer': async (page) => {
    for (let step = 0; step < STEPS; step++) await page.mouse.move(60 + step * 9, 60 + ((step * 37) % 480));
  },
};

/** Resolves when the page has drawn and rests. */
function calm(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

async function watched(page: Page, session: CDPSession, act: (page: Page) => Promise<void>): Promise<Seen> {
  await page.evaluate(() => (window as unknown as FrameWatch).watchFrames());
  const before = await timesOf(session);
  await act(page);
  const after = await timesOf(session);
  const frames = await page.evaluate(() => (window as unknown as FrameWatch).watchedFrames());
  await calm(page);
  return { frames, script: (after.script - before.script) / frames.length, layout: (after.layout - before.layout) / frames.length };
}

/** Returns the times that the page has spent since it was opened, ms. */
async function timesOf(session: CDPSession): Promise<{ script: number; layout: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const time = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { script: time('ScriptDuration'), layout: time('LayoutDuration') + time('RecalcStyleDuration') };
}

function measurementsOf(name: string, runs: readonly Seen[]): Measurement[] {
  const what = `500 boxes ${name}`;
  const rate = ({ frames }: Seen): number => (1000 * frames.length) / frames.reduce((sum, time) => sum + time, 0);
  const slow = ({ frames }: Seen): number => [...frames].sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
  return [
    { what: `${what}: frames a second`, measured: median(runs.map(rate)), against: 'goal', reference: 60, unit: 'frames' },
    { what: `${what}: frame at the 95th percentile`, measured: median(runs.map(slow)), against: 'a frame', reference: FRAME, unit: 'ms' },
    { what: `${what}: scripts in a frame`, measured: median(runs.map(({ script }) => script)), against: 'a frame', reference: FRAME, unit: 'ms' },
    {
      what: `${what}: styles and layout in a frame`,
      measured: median(runs.map(({ layout }) => layout)),
      against: 'a frame',
      reference: FRAME,
      unit: 'ms',
    },
  ];
}
