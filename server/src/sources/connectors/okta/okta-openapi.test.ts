import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { hasOktaOpenApi, OKTA_OPENAPI, OktaOpenApi } from '../../../../test/support/okta-openapi';
import { Calendar } from '../../../../demo/calendar';
import { OKTA_ORG } from '../../../../demo/okta/org';
import { Plan } from '../../../../demo/plan';
import { CompanyCloud } from '../../../../demo/stand-ins/company-cloud';
import { Transport } from '../http/transport';
import { OktaClient } from './okta-client';
import { OktaConnector } from './okta-connector';

/** Okta's published OpenAPI, and Stoplight's Prism as a validating proxy, if both are on this machine. */
const withDescription = hasOktaOpenApi ? it : it.skip;
const hasPrism = hasOktaOpenApi && spawnSync('which', ['prism']).status === 0;
const withPrism = hasPrism ? it : it.skip;

let company: CompanyCloud;
let url: string;
let folder: string;
beforeAll(async () => {
  company = new CompanyCloud(new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0)), { pageSize: 'half' });
  ({ url } = await company.standIn('IDP_OKTA'));
  folder = await mkdtemp(join(tmpdir(), 'cam-openapi-'));
});
afterAll(async () => {
  await company.close();
  await rm(folder, { recursive: true });
});
afterEach(() => jest.restoreAllMocks());

function connector(at: string): OktaConnector {
  const { token = '' } = company.credentials('IDP_OKTA');
  return new OktaConnector(new OktaClient(at, token, new Transport({ signal: neverAborted, wait: async () => undefined })), OKTA_ORG);
}

withDescription(
  `requests and answers of an Okta pull conform to Okta's OpenAPI document${hasOktaOpenApi ? '' : ' (skipped: the document is missing)'}`,
  async () => {
    const answers: Promise<{ url: URL; body: unknown }>[] = [];
    const send = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await send(input, init);
      answers.push(response.clone().json().then((body: unknown) => ({ url: new URL(String(input)), body }))); // prettier-ignore
      return response;
    });
    await connector(url).test();
    const { outcome } = await pullInto(folder, connector(url), OKTA_ORG);
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    const description = new OktaOpenApi();
    const responses = await Promise.all(answers);
    // A shorter pull can omit factors and policies.
    const checkedResponses = responses.filter(
      ({ url: { pathname } }) => description.pathOf(pathname) !== null || !/\/factors$|\/policies\b/.test(pathname),
    );
    const faults = new Set(checkedResponses.flatMap(({ url: requestUrl, body }) => description.faultsOf(requestUrl, body)));
    expect([...faults]).toEqual([]);
    const paths = new Set(checkedResponses.map(({ url: requestUrl }) => description.pathOf(requestUrl.pathname)));
    expect(paths.size).toBeGreaterThan(11);
  },
);

/** Prism accepts every request. The test above validates responses better: Okta returns null where its OpenAPI has text, and Prism has no discriminator for shapes. */
withPrism(
  `Prism reports no invalid request of an Okta pull${hasPrism ? '' : ' (skipped: prism or the OpenAPI document is missing)'}`,
  async () => {
    const prism = spawn('prism', ['proxy', OKTA_OPENAPI, url, '-p', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let output = '';
      let at: string | undefined;
      while (at === undefined) {
        const [chunk] = (await once(prism.stdout, 'data')) as [Buffer];
        output += chunk.toString();
        at = /listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
      }
      const violations: { location: string[]; message: string }[] = [];
      let responseCount = 0;
      const send = globalThis.fetch;
      jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const response = await send(input, init);
        responseCount += 1;
        violations.push(...(JSON.parse(response.headers.get('sl-violations') ?? '[]') as typeof violations));
        return response;
      });
      // Prism reports on a response in a header, which is too short for a long log.
      const minutes = { since: '2026-03-02T09:00:00Z', until: '2026-03-02T09:15:00Z' };
      const { outcome } = await pullInto(join(folder, 'prism'), connector(at), OKTA_ORG, minutes);
      expect(outcome).toMatchObject({ warnings: [], failed: [], denied: [], failure: null });
      expect(violations.filter(({ location: [of] }) => of === 'request')).toEqual([]);
      expect(responseCount).toBeGreaterThan(100);
      // Prism does validate: it reports the known differences of responses.
      expect(violations).not.toEqual([]);
    } finally {
      prism.kill();
    }
  },
  60_000,
);
