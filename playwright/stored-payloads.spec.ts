import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Findings } from '../scripts/attack/suite';
import { Payloads } from '../scripts/attack/stored/payloads';
import { plantHostileTenant } from '../scripts/attack/stored/plant-hostile';
import { entityPages, expectSafeFiles, expectWholeLog } from '../scripts/attack/stored/stored';
import { HostileVisit } from '../scripts/attack/stored/visit';
import { dice } from '../server/test/support/differential';
import { expect, test } from './support/console';
import { Walk } from './support/walk';

/** A short, seeded part of the suite `stored` of `npm run attack`, which visits every page with every payload in every text. */
const SEED = 1;
const PAGES = [
  '/dashboard',
  '/identities?type=USER',
  '/searchresult?query=user+with-access+any',
  '/alerts?show=ALERT_ALL',
  '/guardrails',
  '/reports',
];
const MORE_PAGES = ['/changes', '/operations', '/settings/profile', '/sources/cloud/AWS', '/sources/snapshot/HISTORY', '/privileges?view=ALL'];

test('hostile texts in imports, forms and events are shown as text, and break no page', async ({ page, running }) => {
  const server = { url: running.url, operatorKey: readFileSync(join(running.dataDir, 'operator.key'), 'utf8').trim() };
  // The tenant is its own, so that tests of other files do not see the texts.
  const tenant = await plantHostileTenant(server, new Payloads(dice(SEED), 0), { everyProvider: false });
  const findings = new Findings('stored');
  const walk = new Walk(page, 'admin');
  const visit = await HostileVisit.start(walk, findings);
  await page.goto(running.url);
  await page.getByLabel('E-mail').fill(tenant.email);
  await page.getByLabel('Password').fill(tenant.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  for (const address of [...PAGES, ...MORE_PAGES, ...(await entityPages(tenant, running.url))]) await visit.open(address);
  await expectSafeFiles(tenant, running.url, findings);
  expectWholeLog(readFileSync(join(running.dataDir, 'server.log'), 'utf8'), findings);
  expect(findings.all).toEqual([]);
});
