import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { median, timed, type Measurement } from './benchmark';
import type { RunningCam } from './running-cam';

const RUNS = 5;

/** Limits that the product promises, ms. */
const PUBLISH_LIMIT = 5000;
const OFF_LIMIT = 2000;

/** Measures the time from the publish command to the offer on an open page of the area. @param build writes the alerts area as a version */
export async function publishToVisible(page: Page, cam: RunningCam, build: (version: string, out: string) => void): Promise<Measurement> {
  const times: number[] = [];
  await open(page, 'Guardrails');
  const offer = page.getByRole('button', { name: 'Reload section' });
  for (let run = 0; run < RUNS; run++) {
    const out = join(cam.dataDir, `live-${run}`);
    build(`99.0.${run}`, out);
    times.push(
      await timed(async () => {
        const visible = offer.waitFor();
        await cam.run('remotes', 'publish', out, '--channel', 'stable', '--reason', 'benchmark');
        await visible;
      }),
    );
    await offer.click();
    await offer.waitFor({ state: 'hidden' });
  }
  return { what: 'From publish to offer in an open console', measured: median(times), against: 'limit', reference: PUBLISH_LIMIT, unit: 'ms' };
}

/** Measures the time from the call that turns an area off until its menu items disappear and its open page says so. */
export async function offToGone(page: Page, cam: RunningCam): Promise<Measurement> {
  const times: number[] = [];
  const item = page.getByRole('navigation').first().getByRole('link', { name: 'Guardrails', exact: true });
  const token = cam.cli('token', '--user', 'admin@demo.example').trim();
  const turn = async (enabled: boolean): Promise<void> => {
    const response = await fetch(`${cam.url}/v1/remotes/alerts/policy`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ enabled, reason: 'benchmark' }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  for (let run = 0; run < RUNS; run++) {
    await open(page, 'Guardrails');
    times.push(
      await timed(async () => {
        const hidden = Promise.all([item.waitFor({ state: 'hidden' }), page.getByText('is turned off for this tenant').waitFor()]);
        await turn(false);
        await hidden;
      }),
    );
    await turn(true);
    await item.waitFor();
  }
  return { what: 'From turning off to removal in an open console', measured: median(times), against: 'limit', reference: OFF_LIMIT, unit: 'ms' };
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}
