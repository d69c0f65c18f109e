import { ACCOUNT, allow, arn, dump, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { AWS_BUNDLE } from './support/aws-bundle';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api } from './support/client';
import { counted } from './support/inventory-counts';
import { findPostgres, startPostgres } from './support/postgres.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';

const OTHER = '222233334444';
const QUERIES = [
  'any',
  'user',
  'role with-attribute boundary false',
  'object_store with-attribute public true',
  'security_group with-attribute port 443 and public true',
  'instance|serverless_compute with-access any',
  'any with-access any',
  'any with-access object_store for write|admin',
  'user with-access any via role',
  'user with-access any not via group',
  'user with-access object_store via role with-attribute accountid 222233334444',
  'public_node with-access any',
  'ext_account|service with-access any',
  'any with-access any for xaccount cross',
  'user with-access object_store and not user with-access any for admin',
  'scope',
  'vpc|subnet|route_table|load_balancer|relational_db|nosql_db|disk|keystore',
];

interface Side {
  server: ServerProcess;
  token: string;
}

async function startSide(env: Record<string, string> = {}): Promise<Side> {
  const server = await startServer(env);
  const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
  return { server, token: (await api('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token };
}

/** An account with a role that the first account's users may assume, and a bucket that the role reads. */
const other = JSON.stringify(
  dump({
    roles: [role('audit', trust({ AWS: 'arn:aws:iam::HOME:root' }), ['read'])],
    policies: [managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*')))],
  }),
)
  .replaceAll(ACCOUNT, OTHER)
  .replaceAll('HOME', ACCOUNT);

const changed = {
  ...AWS_BUNDLE,
  'more.json': dump({ users: [user('zoë', { inline: { p: policyDocument(allow('sts:AssumeRole', arn('role', 'audit', OTHER))) } }), user('Zoe')] }),
  's3/get-bucket-policy/payroll.json': { Policy: JSON.stringify(policyDocument()) },
};

const suite = findPostgres() ? describe : describe.skip;

suite('the embedded database and PostgreSQL', () => {
  let sides: Side[] = [];
  let stopPostgres: () => void = () => undefined;

  beforeAll(async () => {
    const postgres = await startPostgres();
    stopPostgres = postgres.stop;
    sides.push(await startSide(), await startSide({ DATABASE_URL: postgres.url }));
  }, 240_000);

  afterAll(async () => {
    for (const { server } of sides) await server.stop();
    sides = [];
    stopPostgres();
  });

  const onBoth = async <T>(ask: (side: Side) => Promise<T>): Promise<[T, T]> => {
    const [embedded, postgres] = sides as [Side, Side];
    return [await ask(embedded), await ask(postgres)];
  };
  const importOnBoth = (content: Uint8Array | string, account: string) =>
    onBoth(async ({ token, server }) => {
      const { current_phase_enum: phase, messages } = await importAccount(token, content, { account, base: server.url });
      return { phase, messages: messages.map(({ file, place, message }) => `${file} ${place} ${message}`) };
    });
  /** Returns the graph's answers, row by row and sorted. */
  const expectSameAnswers = async (): Promise<number> => {
    let rows = 0;
    for (const query of QUERIES) {
      const [embedded, postgres] = await onBoth(({ token, server }) => rowsOf(token, query, server.url));
      expect({ query, rows: postgres }).toEqual({ query, rows: embedded });
      rows += embedded.length;
    }
    return rows;
  };

  it('both return the same rows and warnings after the import of one bundle', async () => {
    const [embedded, postgres] = await importOnBoth(await zipOf(AWS_BUNDLE), ACCOUNT);
    expect(postgres).toEqual(embedded);
    expect(embedded.phase).toBe('PHASE_DONE');
    expect(await expectSameAnswers()).toBeGreaterThan(100);
  }, 240_000);

  it('both return the same rows and explanations after a second account and a changed bundle', async () => {
    await importOnBoth(other, OTHER);
    await importOnBoth(await zipOf(changed), ACCOUNT);
    await expectSameAnswers();
    const [embedded, postgres] = await onBoth(async ({ token, server }) => {
      const query = { identity_uri: `demo:AWS:${ACCOUNT}:-:USER:zoë`, resource_uri: `demo:AWS:${OTHER}:-:OBJECT_STORE:ledger` };
      return (await api('GET /v1/graph-querymgr/explain', { query }, token, server.url)).body;
    });
    expect(postgres).toEqual(embedded);
    expect(embedded.paths[0]?.hops.map(({ name }) => name)).toEqual(['zoë', 'audit', 'read', 'ledger']);
  }, 240_000);

  it('both show the same counts on the dashboard', async () => {
    const [embedded, postgres] = await onBoth(async ({ token, server }) => {
      await counted(token, server.url);
      const { counted_at: _at, ...shown } = (await api('GET /v1/graph-querymgr/dashboard', {}, token, server.url)).body;
      return shown;
    });
    expect(postgres).toEqual(embedded);
  });
});
