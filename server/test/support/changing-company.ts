import { ACCOUNT, allow, COMPANY, group, managedPolicy, policyDocument, role, trust, user, type AccountInput } from './aws-account';
import type { StoredSnapshots } from './stored-snapshots';

/** The account that never changes. */
export const OTHER = '444455556666';

const inRole = (name: string): object => ({
  ...role(name, trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` })),
  RolePolicyList: [{ PolicyName: 'all', PolicyDocument: encodeURIComponent(JSON.stringify(policyDocument(allow('s3:*', '*')))) }],
});
const ASSUME = policyDocument(allow('sts:AssumeRole', '*'));

/** A company with a user who acts by a role, and two users without access. */
export const BASE: AccountInput = {
  ...COMPANY,
  users: [...(COMPANY.users ?? []), user('ann', { inline: { assume: ASSUME } }), user('eve'), user('finn')],
  roles: [...(COMPANY.roles ?? []), inRole('plain')],
};

/** Later states of the company, by what changed. */
export const CHANGES: Record<string, AccountInput> = {
  'a policy gives a user access': {
    ...BASE,
    users: [...(BASE.users ?? []).slice(0, -1), user('finn', { inline: { all: policyDocument(allow('s3:*')) } })],
  },
  'a user gets a role': { ...BASE, users: [...(BASE.users ?? []).slice(0, -2), user('eve', { inline: { assume: ASSUME } }), user('finn')] },
  'a role is gone': { ...BASE, roles: COMPANY.roles ?? [] },
  'a user is gone': { ...BASE, users: (BASE.users ?? []).slice(0, -3) },
  'nobody may do anything': { users: [user('eve')] },
};

const reads = (...buckets: string[]) => policyDocument(...buckets.map((bucket) => allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`)));

/** Users who share a group, and some who become a role; their profiles and the classes of buckets move between the states. */
const office = (of: { inStaff: string[]; shared: string; audited: string[]; more?: AccountInput['users'] }): AccountInput => ({
  users: [
    ...['ann', 'bob', 'cleo', 'dora'].map((name) => user(name, { groups: of.inStaff.includes(name) ? ['staff'] : ['guests'] })),
    user('eve', { inline: { own: policyDocument(allow('sts:AssumeRole')) } }),
    user('finn', { inline: { own: policyDocument(allow('sts:AssumeRole')) } }),
    ...(of.more ?? []),
  ],
  groups: [group('staff', ['shared']), group('guests', ['audit'])],
  roles: [role('auditor', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['audit'])],
  policies: [managedPolicy('shared', reads(of.shared)), managedPolicy('audit', reads(...of.audited))],
});

/** Further states of a company, each after the one before. */
export const OFFICE: AccountInput[] = [
  office({ inStaff: ['ann', 'bob', 'cleo'], shared: 'shared-*', audited: ['ledger'] }),
  office({ inStaff: ['ann', 'bob', 'cleo'], shared: 'shared-1', audited: ['ledger'] }),
  office({
    inStaff: ['ann'],
    shared: 'shared-1',
    audited: ['ledger', 'vault'],
    more: [user('gus', { inline: { own: reads('vault', 'shared-2') } })],
  }),
  office({ inStaff: [], shared: 'shared-*', audited: ['vault', 'brand-new'] }),
];

/** Imports a state of the company, and the company as it was at first as another account. */
export async function takeBoth(snapshots: StoredSnapshots, account: AccountInput, day: string): Promise<void> {
  await snapshots.take(account, day);
  await snapshots.take(BASE, day, OTHER);
}
