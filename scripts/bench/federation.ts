import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { ROOT } from '../build/root';
import { median, type Benchmark, type Measurement } from './benchmark';
import { newDataDir, removeDataDir, startCam, type RunningCam } from './running-cam';
import { openDashboard, visitor, walkAreas, type Cost, type Network } from './visit';

const RUNS = Number(process.env.BENCH_RUNS ?? 15);

const NETWORKS: readonly Network[] = [
  { name: 'unthrottled', limits: null },
  { name: '20 Mbit/s, 40 ms', limits: { throughput: (20 * 1024 * 1024) / 8, latency: 40 } },
];

/** What one visitor of one build pays: the first visit, all areas, the visit of the next day, and that after one area was deployed anew. */
type Visits = Record<'cold dashboard' | 'all areas' | 'warm dashboard', Cost>;

/** Both builds of the same sources, served by the same server, visited in turns. */
export const federation: Benchmark = {
  name: 'federation',
  run: async () => {
    build('--monolith');
    const [federated, monolith] = [await start({}), await start({ CAM_HOST_DIR: join(ROOT, 'dist/monolith') })];
    const browser = await chromium.launch({ executablePath: systemChromium(), args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const rows: Measurement[] = [];
      for (const network of NETWORKS) rows.push(...(await compare(browser, federated, monolith, network)));
      rows.push(...(await afterRedeploy(browser, federated, monolith)));
      return rows;
    } finally {
      await browser.close();
      for (const cam of [federated, monolith]) {
        await cam.stop();
        removeDataDir(cam.dataDir);
      }
    }
  },
};

async function compare(browser: Browser, federated: RunningCam, monolith: RunningCam, network: Network): Promise<Measurement[]> {
  const ours: Visits[] = [];
  const theirs: Visits[] = [];
  for (let run = 0; run < RUNS; run++) {
    ours.push(await visit(browser, federated, network));
    theirs.push(await visit(browser, monolith, network));
  }
  return (['cold dashboard', 'all areas', 'warm dashboard'] as const).flatMap((name) =>
    (['ms', 'bytes', 'requests'] as const).map((unit) => ({
      what: `${name}, ${network.name}`,
      measured: median(ours.map((visits) => visits[name][unit])),
      against: 'monolith',
      reference: median(theirs.map((visits) => visits[name][unit])),
      unit,
    })),
  );
}

async function visit(browser: Browser, cam: RunningCam, network: Network): Promise<Visits> {
  const { url } = cam;
  // Tokens are short-lived, and all runs together take longer.
  const context = await visitor(browser, url, tokenOf(cam));
  try {
    const cold = await openDashboard(context, url, network);
    const areas = await walkAreas(cold.page, network);
    await cold.page.close();
    const warm = await openDashboard(context, url, network);
    return { 'cold dashboard': cold.cost, 'all areas': areas, 'warm dashboard': warm.cost };
  } finally {
    await context.close();
  }
}

/** Bytes of a visit of all areas by somebody who was there before, after the alerts area alone was changed and deployed. */
async function afterRedeploy(browser: Browser, federated: RunningCam, monolith: RunningCam): Promise<Measurement[]> {
  const ours = await redeployed(browser, federated, async (cam) => {
    build('remotes/alerts', '--version', '98.0.0', '--out', join(cam.dataDir, 'next'));
    cam.cli('remotes', 'publish', join(cam.dataDir, 'next'), '--channel', 'stable', '--reason', 'benchmark');
    return cam;
  });
  const theirs = await redeployed(browser, monolith, async (cam) => {
    await cam.stop();
    build('--monolith', '--changed', 'alerts');
    return startCam(cam.dataDir, { CAM_HOST_DIR: join(ROOT, 'dist/monolith') }, cam.port);
  });
  return [{ what: 'all areas after a deploy of one', measured: ours, against: 'monolith', reference: theirs, unit: 'bytes' }];
}

async function redeployed(browser: Browser, cam: RunningCam, deploy: (cam: RunningCam) => Promise<RunningCam>): Promise<number> {
  const network: Network = { name: '', limits: null };
  const context = await visitor(browser, cam.url, tokenOf(cam));
  const { page } = await openDashboard(context, cam.url, network);
  await walkAreas(page, network);
  await page.close();
  Object.assign(cam, await deploy(cam));
  const again = await openDashboard(context, cam.url, network);
  const areas = await walkAreas(again.page, network);
  await context.close();
  return again.cost.bytes + areas.bytes;
}

async function start(env: NodeJS.ProcessEnv): Promise<RunningCam> {
  const cam = await startCam(newDataDir(), { CAM_DEMO_PASSWORD: 'Benchmark-1234', ...env });
  cam.cli('import', join(ROOT, 'playwright/fixtures/small-account.json'), '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
  return cam;
}

function tokenOf(cam: RunningCam): string {
  return cam.cli('token', '--user', 'admin@demo.example').trim();
}

function build(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function systemChromium(): string | undefined {
  return process.env.CHROME_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));
}
