import type { GrantSource, ProfileHop } from '../../engine/grant';
import { sharedElements, type PairAccess } from './shared-elements';

const uri = (type: string, id: string, account = '1') => `t:AWS:${account}:-:${type}:${id}`;

function grant(
  policy: string,
  statement: number,
  holder: Partial<Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name'>> = {},
): GrantSource {
  return {
    holder_type: '',
    holder_uri: '',
    holder_name: '',
    ...holder,
    policy_id: policy,
    policy_name: policy,
    policy_uri: uri('POLICY', policy),
    statement_index: statement,
    effect: 'Allow',
    kinds: ['READ'],
    conditional_kinds: [],
    actions: '',
    conditions: [],
  };
}

const hop = (type: string, id: string, account = '1'): ProfileHop => ({
  uri: uri(type, id, account),
  type,
  name: id,
  account_id: account,
  relation: 'may assume',
  conditions: [],
});

const ofAdmins = { holder_type: 'GROUP', holder_uri: uri('GROUP', 'admins'), holder_name: 'admins' };
const pair = (...routes: PairAccess['routes'][number][]): PairAccess => ({
  identity: { uri: uri('USER', 'ada'), name: 'ada' },
  resource: { accountId: '1', cloudType: 'AWS' },
  routes,
});
const namesOf = (access: PairAccess) => sharedElements(access).map(({ kind, name }) => `${kind} ${name}`);

it('a single path shares all of its elements, the narrowest first', () => {
  expect(namesOf(pair({ hops: [hop('ROLE', 'deploy')], via: [grant('deploys', 1)] }))).toEqual([
    'STATEMENT Statement 2 of deploys',
    'TRUST deploy',
    'POLICY deploys',
  ]);
  expect(namesOf(pair({ hops: [], via: [grant('reads', 0, ofAdmins)] }))).toEqual([
    'STATEMENT Statement 1 of reads',
    'MEMBERSHIP ada in admins',
    'POLICY reads',
  ]);
});

it('two statements of one policy share the policy and the membership, but no statement', () => {
  expect(namesOf(pair({ hops: [], via: [grant('reads', 0, ofAdmins), grant('reads', 1, ofAdmins)] }))).toEqual([
    'MEMBERSHIP ada in admins',
    'POLICY reads',
  ]);
});

it('independent paths share nothing, and a pair without access has no elements', () => {
  expect(namesOf(pair({ hops: [], via: [grant('reads', 0)] }, { hops: [hop('ROLE', 'deploy')], via: [grant('deploys', 0)] }))).toEqual([]);
  expect(namesOf(pair())).toEqual([]);
  expect(namesOf(pair({ hops: [], via: [{ ...grant('reads', 0), effect: 'Deny', kinds: [] }] }))).toEqual([]);
});

it('paths through the same role share its trust', () => {
  const role = hop('ROLE', 'deploy');
  expect(namesOf(pair({ hops: [role], via: [grant('a', 0)] }, { hops: [hop('ROLE', 'build'), role], via: [grant('b', 0)] }))).toEqual([
    'TRUST deploy',
  ]);
});

it('a role or a policy of the provider cannot be changed, so its assignment is the element', () => {
  const managed = { ...grant('AdministratorAccess', 0), policy_id: 'arn:aws:iam::aws:policy/AdministratorAccess' };
  expect(namesOf(pair({ hops: [hop('ROLE', 'deploy')], via: [managed] }))).toEqual(['ASSIGNMENT AdministratorAccess of deploy', 'TRUST deploy']);
  expect(namesOf(pair({ hops: [], via: [{ ...managed, ...ofAdmins }] }))).toEqual([
    'ASSIGNMENT AdministratorAccess of admins',
    'MEMBERSHIP ada in admins',
  ]);
  const of = (cloudType: string) => ({ ...pair({ hops: [], via: [grant('Owner', 0)] }), resource: { accountId: '1', cloudType } });
  expect(namesOf(of('AZURE'))).toEqual(['ASSIGNMENT Owner of ada']);
  expect(namesOf(of('GCP'))).toEqual(['ASSIGNMENT Binding of Owner']);
});

it('across AWS accounts, removing the statement of either side ends the access', () => {
  const both = [grant('reads', 0), grant('Resource policy', 2, { holder_type: 'RESOURCE' })];
  const across = pair({ hops: [hop('ROLE', 'partner', '2')], via: both });
  expect(namesOf(across)).toEqual([
    'STATEMENT Statement 3 of Resource policy',
    'STATEMENT Statement 1 of reads',
    'TRUST partner',
    'POLICY Resource policy',
    'POLICY reads',
  ]);
  // Within one account, either statement suffices.
  expect(namesOf(pair({ hops: [], via: both }))).toEqual([]);
});
