import type { ChangeEdit } from '@cam/contracts/server';
import type { BundleReader } from '../../../engine/bundle/bundle-reader';
import { EntraBundleReader } from '../read/read-entra-bundle';
import { OktaBundleReader } from '../read/read-okta-bundle';

const [ANN, BOB, MAKERS, RULED, ONLY] = ['1', '2', '3', '4', '5'].map((digit) => `${digit.repeat(8)}-0000-0000-0000-000000000000`) as [
  string,
  string,
  string,
  string,
  string,
];

type Files = Record<string, unknown>;

const ENTRA: Files = {
  'users.json': { value: [ANN, BOB].map((id) => ({ id, userPrincipalName: `u${id.slice(0, 1)}@acme.example` })) },
  'groups.json': {
    value: [
      { id: MAKERS, displayName: 'Makers', groupTypes: [], securityEnabled: true },
      { id: RULED, displayName: 'Ruled', groupTypes: ['DynamicMembership'], securityEnabled: true },
    ],
  },
  [`group-members/${MAKERS}.json`]: { value: [{ id: ANN, userPrincipalName: 'u1@acme.example' }] },
};
const oktaUser = (id: string) => ({ id, status: 'ACTIVE', profile: { login: `${id}@acme.example` } });
const OKTA: Files = {
  'users.json': [oktaUser('00uann'), oktaUser('00ubob')],
  'groups.json': [
    { id: '00gmakers', type: 'OKTA_GROUP', profile: { name: 'Makers' } },
    { id: '00gall', type: 'BUILT_IN', profile: { name: 'Everyone' } },
  ],
  // Only the page of members lists the third user.
  'group-members/00gmakers.json': [oktaUser('00uann'), oktaUser('00uonly')],
};

function factsOf(reader: BundleReader, files: Files, edits?: readonly ChangeEdit[]) {
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations } = reader.result().normalise('acme', 'acme.example', new Date(0), edits);
  const byText = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations) };
}
const entra = (files: Files, edits?: readonly ChangeEdit[]) => factsOf(new EntraBundleReader(), files, edits);
const okta = (files: Files, edits?: readonly ChangeEdit[]) => factsOf(new OktaBundleReader(), files, edits);

const add = (group: string, member: string): ChangeEdit => ({ kind: 'ADD_MEMBER', group, member });
const remove = (group: string, member: string): ChangeEdit => ({ kind: 'REMOVE_MEMBER', group, member });

describe('an edit of the bundle of a directory', () => {
  it('adds and removes members of Entra ID groups', () => {
    const members = (...ids: string[]): Files => ({ ...ENTRA, [`group-members/${MAKERS}.json`]: { value: ids.map((id) => ({ id })) } });
    expect(entra(ENTRA, [add(MAKERS, BOB.toUpperCase())])).toEqual(entra(members(ANN, BOB)));
    expect(entra(ENTRA, [remove(MAKERS, ANN)])).toEqual(entra(members()));
    const listed = { ...ENTRA, [`group-members/${MAKERS}.json`]: [{ groupId: MAKERS, members: [ANN, { id: BOB }] }] };
    expect(entra(listed, [remove(MAKERS, BOB)])).toEqual(entra(ENTRA));
    expect(entra(ENTRA, [add(MAKERS, BOB), remove(MAKERS, BOB)])).toEqual(entra(ENTRA));
  });

  it('adds and removes members of Okta groups, and keeps a user that only a page of members lists', () => {
    const members = (...ids: string[]): Files => ({ ...OKTA, 'group-members/00gmakers.json': ids.map(oktaUser) });
    expect(okta(OKTA, [add('00gmakers', '00ubob')])).toEqual(okta(members('00uann', '00uonly', '00ubob')));
    expect(okta(OKTA, [remove('00gmakers', '00uann')])).toEqual(okta(members('00uonly')));
    const users = [...(OKTA['users.json'] as object[]), oktaUser('00uonly')];
    expect(okta(OKTA, [remove('00gmakers', '00uonly')])).toEqual(okta({ ...members('00uann'), 'users.json': users }));
  });

  it('is refused with the reason', () => {
    expect(() => entra(ENTRA, [add(RULED, ANN)])).toThrow('A rule decides who is in this group.');
    expect(() => entra(ENTRA, [add(MAKERS, ANN)])).toThrow('Edit 1 (Add');
    expect(() => entra(ENTRA, [add(MAKERS, ONLY)])).toThrow('no user with this id');
    expect(() => entra(ENTRA, [remove(ONLY, ANN)])).toThrow('no group with this id');
    expect(() => okta(OKTA, [add('00gall', '00uann')])).toThrow('Okta itself decides');
    expect(() => okta(OKTA, [remove('00gmakers', '00ubob')])).toThrow('not a member');
    expect(() => okta(OKTA, [{ kind: 'ATTACH_POLICY', holder: '00uann', policy: 'x' }])).toThrow('only memberships');
  });
});
