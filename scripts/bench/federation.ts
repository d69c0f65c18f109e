import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { ROOT } from '../build/root';
import { median, type Benchmark, type Measurement } from './benchmark';
import { offToGone, publishToVisible } from './live-changes';
import { newDataDir, removeDataDir, startCam, type RunningCam } from './running-cam';
import { systemChromium } from '../test/system-chromium.cjs';
import { AREAS, FIRST, openDashboard, together, visitor, walkAreas, type Area, type Cost, type Network } from './visit';

const RUNS = Number(process.env.BENCH_RUNS ?? 15);

const UNTHROTTLED: Network = { name: 'unthrottled', limits: null };
const NETWORKS: readonly Network[] = [UNTHROTTLED, { name: '20 Mbit/s, 40 ms', limits: { throughput: (20 * 1024 * 1024) / 8, latency: 40 } }];

/** The cost of a visitor's walk from the dashboard through each area: with an empty cache (cold), and the next day (warm). */
interface Visits {
  cold: Record<'dashboard' | Area, Cost>;
  warm: Record<'dashboard' | Area, Cost>;
}

/** Compares both builds of the same sources on the same server, in turns. Then measures live changes in an open console. */
export const federation: Benchmark = {
  name: 'federation',
  run: async () => {
    // A start builds what changed in a hurry, with larger files. Both builds are compressed as well as for a release.
    build();
    build('--monolith');
    const [federated, monolith] = [await start({}), await start({ CAM_HOST_DIR: join(ROOT, 'dist/monolith') })];
    const browser = await chromium.launch({ executablePath: systemChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const rows: Measurement[] = [];
      // The first visit of a server pays for what every later one finds ready.
      for (const cam of [federated, monolith]) await visit(browser, cam, UNTHROTTLED);
      for (const network of NETWORKS) rows.push(...(await compare(browser, federated, monolith, network)));
      rows.push(...(await afterRedeploy(browser, federated, monolith)));
      const page = (await openDashboard(await visitor(browser, federated.url, tokenOf(federated)), federated.url, UNTHROTTLED)).page;
      rows.push(await publishToVisible(page, federated, (version, out) => build('remotes/alerts', '--version', version, '--out', out)));
      rows.push(await offToGone(page, federated));
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
  const federatedVisits: Visits[] = [];
  const monolithVisits: Visits[] = [];
  for (let run = 0; run < RUNS; run++) {
    federatedVisits.push(await visit(browser, federated, network));
    monolithVisits.push(await visit(browser, monolith, network));
  }
  const row = (what: string, unit: 'ms' | 'bytes' | 'requests', of: (visits: Visits) => Cost): Measurement => ({
    what: `${what}, ${network.name}`,
    measured: median(federatedVisits.map((visits) => of(visits)[unit])),
    against: 'monolith',
    reference: median(monolithVisits.map((visits) => of(visits)[unit])),
    unit,
  });
  return (['cold', 'warm'] as const).flatMap((cache) => {
    const areas = Object.keys(AREAS) as Area[];
    const all = (visits: Visits): Cost => together(areas.map((area) => visits[cache][area]));
    const whole = (visits: Visits): Cost => together([visits[cache].dashboard, all(visits)]);
    return [
      row(`${FIRST}, ${cache}`, 'ms', (visits) => visits[cache].dashboard),
      ...areas.map((area) => row(`${AREAS[area]} (${area}), ${cache}`, 'ms', (visits) => visits[cache][area])),
      row(`All six areas, ${cache}`, 'ms', all),
      row(`${FIRST} and all six areas, ${cache}`, 'ms', whole),
      ...(['bytes', 'requests'] as const).flatMap((unit) => [
        row(`${FIRST}, ${cache}`, unit, (visits) => visits[cache].dashboard),
        row(`All six areas, ${cache}`, unit, all),
        row(`${FIRST} and all six areas, ${cache}`, unit, whole),
      ]),
    ];
  });
}

async function visit(browser: Browser, cam: RunningCam, network: Network): Promise<Visits> {
  const { url } = cam;
  // Tokens expire before all runs are done.
  const context = await visitor(browser, url, tokenOf(cam));
  const once = async (): Promise<Record<'dashboard' | Area, Cost>> => {
    const { page, cost } = await openDashboard(context, url, network);
    const areas = await walkAreas(page, network);
    await page.close();
    return { dashboard: cost, ...areas };
  };
  try {
    return { cold: await once(), warm: await once() };
  } finally {
    await context.close();
  }
}

/**
 * Measures what a returning visitor downloads on the dashboard and in all areas after a deploy that changes only the alerts area, the same way in
 * both builds. API responses are new in both, so the files of the console have a row of their own.
 */
async function afterRedeploy(browser: Browser, federated: RunningCam, monolith: RunningCam): Promise<Measurement[]> {
  const federatedVisit = await redeployed(browser, federated, async (cam) => {
    build('remotes/alerts', '--version', '98.0.0', '--changed', 'alerts', '--out', join(cam.dataDir, 'next'));
    cam.cli('remotes', 'publish', join(cam.dataDir, 'next'), '--channel', 'stable', '--reason', 'benchmark');
    return cam;
  });
  const monolithVisit = await redeployed(browser, monolith, async (cam) => {
    await cam.stop();
    build('--monolith', '--changed', 'alerts');
    return startCam(cam.dataDir, { CAM_HOST_DIR: join(ROOT, 'dist/monolith') }, cam.port);
  });
  const row = (what: string, unit: string, of: (cost: Cost) => number): Measurement => ({
    what: `${what} after a deploy of alerts`,
    measured: of(federatedVisit),
    against: 'monolith',
    reference: of(monolithVisit),
    unit,
  });
  return [row('Console files', 'bytes', ({ fileBytes }) => fileBytes), row('All downloads', 'bytes', ({ bytes }) => bytes)];
}

async function redeployed(browser: Browser, cam: RunningCam, deploy: (cam: RunningCam) => Promise<RunningCam>): Promise<Cost> {
  const context = await visitor(browser, cam.url, tokenOf(cam));
  const { page } = await openDashboard(context, cam.url, UNTHROTTLED);
  await walkAreas(page, UNTHROTTLED);
  await page.close();
  Object.assign(cam, await deploy(cam));
  const again = await openDashboard(context, cam.url, UNTHROTTLED);
  const areas = await walkAreas(again.page, UNTHROTTLED);
  await context.close();
  return together([again.cost, ...Object.values(areas)]);
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
