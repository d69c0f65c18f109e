import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { EXPLORER_PAGES, OTHER_PAGES } from '../../../playwright/support/pages';
import type { RunningCam } from '../../../playwright/support/running-cam';
import { Walk } from '../../../playwright/support/walk';
import { api } from '../../../server/test/support/client';
import { dice } from '../../../server/test/support/differential';
import type { Attacked } from '../attacked';
import { Findings, type Suite } from '../suite';
import { FORGED, Payloads, PAYLOADS } from './payloads';
import { plantHostileTenant, type HostileTenant } from './plant-hostile';
import { HostileVisit } from './visit';

const NAME = 'stored';
/** Pages of the last round beside the lists: one entity of each type. */
const ENTITIES = { identities: ['USER', 'GROUP', 'ROLE'], objects: ['OBJECT_STORE'], networks: ['VPC'] } as const;
const COMPLIANCE = ['/compliance/aws-identity-least-privilege', '/compliance/aws-identity-least-privilege/aws-iam-user-admin'];

/** The console under attack, and the browser that visits it. */
export interface Console {
  attacked: Attacked;
  cam: RunningCam;
  executablePath: string | undefined;
}

/**
 * Stores hostile texts wherever a bundle, a form or an event can bring one, and opens every page of the console in Chromium. After as many rounds as
 * payloads, each text has had each payload. Every round has a tenant of its own.
 */
export const stored: Suite<Console> = {
  name: NAME,
  summary: 'hostile texts in imports, forms and events, shown on every page',
  tries: PAYLOADS.length,
  run: async ({ cam, executablePath }, { tries, seed }) => {
    const findings = new Findings(NAME);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const server = { url: cam.url, operatorKey: readFileSync(join(cam.dataDir, 'operator.key'), 'utf8').trim() };
    let visits = 0;
    try {
      for (let round = 0; round < tries; round += 1) {
        const tenant = await plantHostileTenant(server, new Payloads(dice(seed), round), { everyProvider: true });
        const addresses = [...EXPLORER_PAGES, ...OTHER_PAGES, ...COMPLIANCE, ...(await entityPages(tenant, cam.url))];
        visits += await visitAll(browser, cam.url, tenant, { addresses, findings });
        await expectSafeFiles(tenant, cam.url, findings);
      }
    } finally {
      await browser.close();
    }
    expectWholeLog(readFileSync(join(cam.dataDir, 'server.log'), 'utf8'), findings);
    return { tries: visits, findings: findings.all };
  },
};

async function visitAll(
  browser: Browser,
  url: string,
  { email, password }: HostileTenant,
  { addresses, findings }: { addresses: readonly string[]; findings: Findings },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const walk = new Walk(page, email);
  const visit = await HostileVisit.start(walk, findings);
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
  for (const address of addresses) await visit.open(address);
  await context.close();
  return addresses.length;
}

/** Returns the address of one entity of each type. */
export async function entityPages({ token }: HostileTenant, base: string): Promise<string[]> {
  const addresses: string[] = [];
  for (const [area, types] of Object.entries(ENTITIES)) {
    for (const type of types) {
      const { rows } = (await api('GET /v1/graph-querymgr/entities', { query: { type, page_size: 1 } }, token, base)).body;
      const [row] = rows;
      if (row) addresses.push(`/${area}/${row.uri.split(':').map(encodeURIComponent).join('/')}/`);
    }
  }
  return addresses;
}

/** Expects that no cell of the stored reports is a formula, and that no file name leads to another folder. */
export async function expectSafeFiles({ token }: HostileTenant, base: string, findings: Findings): Promise<void> {
  const { entries } = (await api('GET /v1/reports', { query: { limit: 100 } }, token, base)).body;
  for (const { report_id } of entries) {
    const { status, headers, body } = await api('GET /v1/reports/download', { query: { report_ids: [report_id] } }, token, base);
    const call = 'GET /v1/reports/download';
    findings.expect(status === 200, 'a report with hostile texts cannot be downloaded', call, { report_id }, { status });
    const named = headers.get('content-disposition') ?? '';
    const [plain = '', encoded = ''] = named.split(/filename\*=UTF-8''/i);
    findings.expect(
      // Some clients decode the plain form too.
      !/[\\/\r\n]|\.\.|%(?:2[ef]|5c)/i.test(plain) && !/[\\/\r\n]|\.\./.test(decodeURIComponent(encoded)),
      'a file name leads to another folder',
      call,
      { report_id },
      named,
    );
    const text = String(body);
    if (!headers.get('content-type')?.includes('csv')) continue;
    const formula = /(?:^|[\r\n,])"[=+@\t\r][^"]*/.exec(text);
    findings.expect(formula === null, 'a cell of a report is a formula', call, { report_id }, formula?.[0] ?? '');
  }
}

/** Expects that every line of the log is a record of its own, and none of them was written by a stored text. */
export function expectWholeLog(log: string, findings: Findings): void {
  for (const line of log.split('\n').filter((one) => one.startsWith('{'))) {
    try {
      const { msg } = JSON.parse(line) as { msg?: string };
      findings.expect(msg !== FORGED, 'a stored text forged a line of the log', 'server.log', {}, line);
    } catch {
      findings.add('a line of the log is broken', 'server.log', {}, line);
    }
  }
}
