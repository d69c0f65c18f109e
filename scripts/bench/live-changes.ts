import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { median, type Measurement } from './benchmark';
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
    const started = Date.now();
    const shown = whenShown(page, { button: 'Reload section' });
    await cam.run('remotes', 'publish', out, '--channel', 'stable', '--reason', 'benchmark');
    times.push((await shown) - started);
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
    const started = Date.now();
    const shown = whenShown(page, { text: 'is turned off for this tenant', withoutLink: 'Guardrails' });
    await turn(false);
    times.push((await shown) - started);
    await turn(true);
    await item.waitFor();
  }
  return { what: 'From turning off to removal in an open console', measured: median(times), against: 'limit', reference: OFF_LIMIT, unit: 'ms' };
}

/** A state of the page: a button with this name, or a text while the menu has no link of a name. */
interface Shown {
  button?: string;
  text?: string;
  withoutLink?: string;
}

/**
 * Resolves with the time at which the page shows something that it does not show yet, ms since 1970. The page looks itself: from outside, one looks twice a
 * second.
 */
function whenShown(page: Page, wanted: Shown): Promise<number> {
  return page.evaluate(
    ({ button, text, withoutLink }) =>
      new Promise<number>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
          const links = [...document.querySelectorAll('nav a')].map(({ textContent }) => textContent.trim());
          if (button !== undefined && !buttons.includes(button)) return;
          if (withoutLink !== undefined && links.includes(withoutLink)) return;
          if (text !== undefined && !document.body.textContent.includes(text)) return;
          observer.disconnect();
          resolve(Date.now());
        }).observe(document, { childList: true, subtree: true, characterData: true });
      }),
    wanted,
  );
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}
