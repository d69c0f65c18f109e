import { linkPeople, type SignInAs, type UserAccount } from './link-people';

const account = (cloudType: UserAccount['cloudType'], nativeId: string, attributes: Record<string, unknown> = {}, name = nativeId): UserAccount => ({
  uri: `t:${cloudType}:1:-:USER:${nativeId}`,
  nativeId,
  name,
  type: 'USER',
  cloudType,
  accountId: '1',
  attributes,
});
const okta = (id: string, email: string, displayname = ''): UserAccount => account('IDP_OKTA', id, { usersource: 'IDP_OKTA', email, displayname });

/** Returns the accounts of each person, by native id. */
function people(accounts: readonly UserAccount[], relations: readonly SignInAs[] = []): string[][] {
  const found = new Map<string, string[]>();
  for (const { uri, personId } of linkPeople(accounts, relations)) found.set(personId, [...(found.get(personId) ?? []), uri.split(':').at(-1) ?? '']);
  return [...found.values()];
}

describe('a person', () => {
  it('has the accounts with the same e-mail address, as attribute, name or tag, in any case', () => {
    const accounts = [
      okta('00u1', 'Ana@example.com', 'Ana Silva'),
      account('GCP', 'ana', { email: 'ana@example.com' }),
      account('AWS', 'x', {}, 'ana@example.com'),
      account('AWS', 'y', { 'tag.Email': 'ANA@example.com' }),
      okta('00u2', 'ben@example.com'),
    ];
    expect(people(accounts)).toEqual([['00u1', 'ana', 'x', 'y'], ['00u2']]);
    expect(linkPeople(accounts, [])[3]).toMatchObject({ name: 'Ana Silva', email: 'ana@example.com', evidence: ['Tag Email=ana@example.com'] });
  });

  it('has the account that another one signs in as, and the accounts with the same object id', () => {
    const center = account('AWS', 'center', { usersource: 'AWS' }, 'ana');
    const accounts = [
      okta('00u1', 'ana@example.com'),
      center,
      account('AZURE', 'ABC'),
      account('IDP_AZURE_AD', 'abc', { usersource: 'IDP_AZURE_AD' }),
    ];
    expect(people(accounts, [{ from: '00u1', to: 'center' }])).toEqual([
      ['00u1', 'center'],
      ['ABC', 'abc'],
    ]);
  });

  it('is nobody with an address that a team shares, with the tag of an owner, or without any evidence', () => {
    const team = ['a', 'b', 'c', 'd'].map((id) => account('AWS', id, { 'tag.email': 'team@example.com' }));
    const owned = account('AWS', 'robot', { 'tag.owner': 'ana@example.com' });
    expect(people([...team, owned, okta('00u1', 'ana@example.com')])).toEqual([['00u1']]);
  });

  it('keeps its id when another account comes', () => {
    const [first] = linkPeople([okta('00u1', 'ana@example.com')], []);
    const both = linkPeople([okta('00u1', 'ana@example.com'), account('ZZZ' as UserAccount['cloudType'], 'z', { email: 'ana@example.com' })], []);
    expect(new Set(both.map(({ personId }) => personId))).toEqual(new Set([first?.personId]));
  });
});
