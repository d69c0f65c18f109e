import { ACCOUNT, allow, dump, managedPolicy, policyDocument } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { CENTER_IDS, identityCenterFiles, reservedRole } from './support/identity-center';
import { PATIENT, until } from './support/until';

jest.setTimeout(240_000);

const OTHER = '444455556666';
const DETAILS = dump({
  roles: [reservedRole('ReadOnly', ACCOUNT, ['read']), reservedRole('DataAdmin', ACCOUNT, ['write'])],
  policies: [
    managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*'))),
    managedPolicy('write', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::ledger/*'))),
  ],
});
type Assignments = { AccountAssignments: { PermissionSetArn: string; PrincipalType: string; PrincipalId: string }[] };
const CENTER = Object.fromEntries(
  identityCenterFiles('eu-west-1', [ACCOUNT, OTHER]).map(({ path, parts }) => [path, JSON.parse([...parts].join('')) as unknown]),
);
const [OF_DATA_ADMIN = ''] = Object.entries(CENTER).flatMap(([path, answer]) =>
  path.startsWith('sso-admin/list-account-assignments') && JSON.stringify(answer).includes(CENTER_IDS.cleo) ? [path] : [],
);
const { AccountAssignments: ASSIGNED } = CENTER[OF_DATA_ADMIN] as Assignments;
const SET = ASSIGNED[0]?.PermissionSetArn ?? '';

let tenant: TestTenant;
const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${name}`;

/** Imports the account with IAM Identity Center, where these users and groups have the permission set DataAdmin. */
async function snapshot(holders: readonly [type: string, id: string][]): Promise<void> {
  const AccountAssignments = holders.map(([PrincipalType, PrincipalId]) => ({ ...ASSIGNED[0], PrincipalType, PrincipalId }));
  const files = {
    ...CENTER,
    'iam/details.json': DETAILS,
    's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
    [OF_DATA_ADMIN]: { AccountAssignments },
  };
  await importAccount(tenant.token, await zipOf(files));
}
const CLEO: [string, string] = ['USER', CENTER_IDS.cleo];
const ADMINS: [string, string] = ['GROUP', CENTER_IDS.admins];
const ADA: [string, string] = ['USER', CENTER_IDS.ada];

beforeAll(async () => {
  tenant = await createTenant();
  await snapshot([CLEO, ADMINS]);
});

it('gives an access that is asked for, as a snapshot with the assignment shows', async () => {
  const wanted = { identity_uri: uriOf('FEDERATED_USER', CENTER_IDS.ada), resource_uri: uriOf('OBJECT_STORE', 'ledger'), level: 'WRITE' as const };
  const key = `ASSIGNMENT ${SET}/${ACCOUNT}`;
  const { body } = await api('POST /v1/access-requests/units', { body: wanted }, tenant.token);
  expect(body.units.map(({ action }) => action).sort()).toEqual([
    'Add ada@example.com to Administrators',
    `Assign the permission set DataAdmin in ${ACCOUNT} to ada@example.com`,
  ]);
  const edit = { kind: 'ADD_ASSIGNMENT', principal: `arn:aws:identitystore:::user/${CENTER_IDS.ada}`, role: SET, scope: ACCOUNT };
  expect(body.units.find((unit) => unit.key === key)).toMatchObject({ kind: 'ASSIGNMENT', gives: ['WRITE'], besides: [0, 0, 0, 0], edits: [edit] });
  const trial = await api('POST /v1/access-requests/trial', { body: { ...wanted, unit: key } }, tenant.token);
  expect(trial.body).toMatchObject({ is_enough: true, besides: [0, 0, 0, 0] });

  const asked = await api(
    'POST /v1/access-requests',
    { body: { ...wanted, unit: key, hours: 4, reason: 'The ledger has to be corrected' } },
    tenant.token,
  );
  expect(asked.body).toMatchObject({ state: 'ASKED', unit: { key, name: `DataAdmin in ${ACCOUNT}` } });

  await snapshot([CLEO, ADMINS, ADA]);
  const now = await api('POST /v1/access-requests/units', { body: wanted }, tenant.token);
  expect(now.body.has_access).toBe(true);
  // The trial showed the access that the snapshot has.
  expect(trial.body.verdict.rows.flatMap(({ identity, resource, gained }) => (gained.total > 0 ? [[identity.name, resource.name]] : []))).toEqual([
    ['ada@example.com', 'ledger'],
  ]);
});

it('is taken away by a cut, and not where AWS would delete its role with the last assignment', async () => {
  await snapshot([CLEO, ADMINS]);
  const body = { identity_uri: uriOf('FEDERATED_USER', CENTER_IDS.cleo), resource_uri: uriOf('OBJECT_STORE', 'ledger') };
  const cut = () =>
    until(
      'the cut was searched',
      async () => {
        const answer = await api('POST /v1/breaks', { body }, tenant.token);
        return answer.status === 200 ? answer.body : null;
      },
      PATIENT,
    );
  const { plans } = await cut();
  expect(plans[0]?.elements.map(({ action }) => action)).toEqual([`Remove the permission set DataAdmin in ${ACCOUNT} of cleo@example.com`]);
  await snapshot([CLEO]);
  const last = await cut();
  expect(last.plans.flatMap(({ elements }) => elements.map(({ action }) => action)).filter((action) => action.includes('permission set'))).toEqual(
    [],
  );
});
