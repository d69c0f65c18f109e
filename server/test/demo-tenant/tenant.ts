import { api } from '../support/client';
import { firstLogOf } from '../support/prepared-data.cjs';
import { startServer, type ServerProcess } from '../support/server-process.cjs';
import { until } from '../support/until';

/** How long a test of the whole tenant may take on a busy machine, ms. */
export const LIMIT = 180_000;
/** How to wait for imports and for the counts after them. */
export const COMES = { within: LIMIT - 20_000, every: 250 };

/** The last day of the history. */
export const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
/** The day of the pull. */
export const TODAY = new Date(Date.parse(YESTERDAY) + 86_400_000).toISOString().slice(0, 10);

/** A server with the demo tenant, a token of its administrator, and what was logged while the tenant came in. */
export let server: ServerProcess;
export let token: string;
export let firstLog: string;

/** Starts a server on a copy of the demo tenant's data folder. The first test of the day makes that folder. */
export async function start(): Promise<void> {
  server = await startServer({ CAM_DEMO: 'on' }, { data: 'demo' });
  token = await tokenOf(server);
  firstLog = await firstLogOf('demo');
}

async function tokenOf({ url, operatorKey }: ServerProcess): Promise<string> {
  const answer = await api(
    'POST /v1/operator/token',
    { body: { user: 'admin@demo.example' }, headers: { authorization: `Operator ${operatorKey}` } },
    undefined,
    url,
  );
  return answer.body.access_token;
}

/** Waits until the counts are those of the last snapshot. */
export const counted = () => until('all is counted', async () => !(await api('GET /beta/healthStatus', {}, token, server.url)).body.counting, COMES);
