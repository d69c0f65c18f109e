import { ACCOUNT, allow, COMPANY, policyDocument, role, trust, user, type AccountInput } from './aws-account';
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

/** Imports a state of the company, and the company as it was at first as another account. */
export async function takeBoth(snapshots: StoredSnapshots, account: AccountInput, day: string): Promise<void> {
  await snapshots.take(account, day);
  await snapshots.take(BASE, day, OTHER);
}
