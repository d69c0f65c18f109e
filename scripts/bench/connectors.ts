import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectorOf } from '../../server/src/connectors/connectors';
import { ProviderEndpoints } from '../../server/src/connectors/endpoints';
import { Pull } from '../../server/src/connectors/pull';
import { Staging } from '../../server/src/connectors/staging';
import type { DemoBundle } from '../../server/src/demo/files';
import { jsonFile } from '../../server/src/demo/files';
import { startAwsStandIn } from '../../server/src/demo/stand-ins/aws-stand-in';
import { timed, type Benchmark, type Measurement } from './benchmark';

const UNITS = 50;
const IN_EACH = 20;
/** AWS's own pages of an organization. */
const PAGE = 20;
const USERS = 20;

/** What is aimed at: the hierarchy within 2 s. */
const AIM = 2000;
/** Requests at once of one connector; accounts are pulled one after the other. */
const AT_ONCE = 6;

const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a secret of the stand-in' };
const externalId = 'an external id';
const MANAGEMENT = accountId(0);

/** An organization of AWS with 1,000 accounts: how long it takes to know what is in it, and what pulling all of it holds at once. */
export const connectors: Benchmark = {
  name: 'connectors',
  run: async () => {
    const ids = Array.from({ length: UNITS * IN_EACH }, (_none, index) => accountId(index));
    const standIn = await startAwsStandIn(ids.map(bundleOf), { keys, roleName: 'reader', externalId, pageSize: PAGE });
    const folder = await mkdtemp(join(tmpdir(), 'cam-bench-'));
    const signal = new AbortController().signal;
    const aws = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
    const info = { role_arn: `arn:aws:iam::${MANAGEMENT}:role/reader`, external_id: externalId };
    const connect = () => connectorOf('AWS', info, { endpoints: new ProviderEndpoints({ aws: standIn.url }, []), transport: { signal }, aws });
    const what = `${ids.length} accounts in ${UNITS} units`;
    const measured: Measurement[] = [];
    try {
      const taken = await timed(() => connect().hierarchy());
      measured.push({ what: `${what}: hierarchy`, measured: taken, against: 'aim', reference: AIM, unit: 'ms' });
      const held: number[] = [];
      const before = process.memoryUsage().rss;
      let peak = before;
      // Also while an account is being pulled.
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20).unref();
      const all = await timed(async () => {
        for (const id of ids) {
          const staging = new Staging(join(folder, id));
          const pull = new Pull({ staging, since: new Date(0), until: new Date(), signal, progress: async () => undefined });
          await connect().pull(id, pull);
          if (pull.outcome.failure ?? pull.outcome.failed[0] ?? pull.outcome.denied[0]) throw new Error(`${id} could not be pulled`);
          standIn.reset();
          await rm(staging.folder, { recursive: true });
          held.push(process.memoryUsage().heapUsed / 1e6);
        }
      });
      clearInterval(sampling);
      const tenth = ids.length / 10;
      const [first, last] = [held.slice(0, tenth), held.slice(-tenth)].map((values) => Math.max(...values)) as [number, number];
      measured.push(
        { what: `${what}: pulled, each`, measured: all / ids.length, against: 'aim', reference: 200, unit: 'ms' },
        { what: 'connections at once', measured: standIn.mostConnections, against: 'requests at once of a connector', reference: AT_ONCE, unit: '' },
        { what: 'memory, last 100 accounts', measured: last, against: 'first 100', reference: first, unit: 'MB' },
        {
          what: 'memory of the process at the most, stand-in included',
          measured: peak / 1e6,
          against: 'before the first',
          reference: before / 1e6,
          unit: 'MB',
        },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
      await standIn.close();
    }
    return measured;
  },
};

function accountId(index: number): string {
  return String(100_000_000_000 + index);
}

function bundleOf(id: string): DemoBundle {
  const details = {
    UserDetailList: Array.from({ length: USERS }, (_none, at) => userOf(id, at)),
    GroupDetailList: [],
    RoleDetailList: [],
    Policies: [],
  };
  const report = { Content: Buffer.from('user,arn,mfa_active').toString('base64'), ReportFormat: 'text/csv', GeneratedTime: '2026-03-02T00:00:00Z' };
  const files = [jsonFile('iam/get-account-authorization-details.json', details), jsonFile('iam/get-credential-report.json', report)];
  if (id === MANAGEMENT) files.push(...organization());
  return { folder: id, cloudType: 'AWS', accountId: id, name: id, day: '2026-03-02', takenAt: '2026-03-02T00:00:00Z', files: () => files };
}

function userOf(id: string, at: number) {
  return {
    Path: '/',
    UserName: `user-${at}`,
    UserId: `AIDA${at}`,
    Arn: `arn:aws:iam::${id}:user/user-${at}`,
    CreateDate: '2026-03-02T00:00:00Z',
    GroupList: [],
    AttachedManagedPolicies: [],
  };
}

function organization() {
  const units = Array.from({ length: UNITS }, (_none, at) => ({
    Id: `ou-root-${at}`,
    Arn: `arn:aws:organizations::${MANAGEMENT}:ou/o-bench/ou-root-${at}`,
    Name: `Unit ${at}`,
  }));
  const accounts = (at: number) =>
    Array.from({ length: IN_EACH }, (_none, index) => accountId(at * IN_EACH + index)).map((Id) => ({
      Id,
      Arn: `arn:aws:organizations::${MANAGEMENT}:account/o-bench/${Id}`,
      Name: `Account ${Id}`,
      Status: 'ACTIVE',
    }));
  return [
    jsonFile('organizations/describe-organization.json', {
      Organization: { Id: 'o-bench', Arn: `arn:aws:organizations::${MANAGEMENT}:organization/o-bench`, MasterAccountId: MANAGEMENT },
    }),
    jsonFile('organizations/list-roots.json', {
      Roots: [{ Id: 'r-root', Arn: `arn:aws:organizations::${MANAGEMENT}:root/o-bench/r-root`, Name: 'Root' }],
    }),
    jsonFile('organizations/list-accounts.json', { Accounts: units.flatMap((_unit, at) => accounts(at)) }),
    jsonFile('organizations/list-policies.json', { Policies: [] }),
    jsonFile('organizations/list-organizational-units-for-parent/r-root.json', { OrganizationalUnits: units }),
    jsonFile('organizations/list-accounts-for-parent/r-root.json', { Accounts: [] }),
    ...units.flatMap(({ Id }, at) => [
      jsonFile(`organizations/list-organizational-units-for-parent/${Id}.json`, { OrganizationalUnits: [] }),
      jsonFile(`organizations/list-accounts-for-parent/${Id}.json`, { Accounts: accounts(at) }),
    ]),
  ];
}
