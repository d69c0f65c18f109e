import type { Organization, SubOrganization } from '@cam/contracts/server';
import type { SourceFolder } from '../graph/service';
import { allFolders } from './folders';

const folder = (id: string, account_ids: string[], ...sub_organization: SubOrganization[]): SubOrganization => ({
  suborganization_uid: id,
  suborganization_id: id,
  suborganization_name: `The ${id}`,
  sub_organization,
  account_ids,
});
const connected = (...sub_organization: SubOrganization[]) =>
  ({ cloud_type: 'AZURE', sub_organization, account_ids: ['top'] }) as unknown as Organization;
const told = (id: string, parent: string | null, ...accounts: string[]): SourceFolder => ({
  cloudType: 'AZURE',
  id,
  name: `The ${id}`,
  parent,
  accounts,
});

describe('the folders of a tenant', () => {
  it('are those that imports tell of, nested, and in whatever order they tell', () => {
    const answered = allFolders([], [told('inner', 'outer', 'b'), told('outer', null, 'a'), told('alone', 'unknown')]);
    expect(answered).toEqual([folder('outer', ['a'], folder('inner', ['b'])), folder('alone', [])]);
  });

  it('are as the organization says that they are connected by, with what imports know beside it', () => {
    const organization = connected(folder('Outer', ['a']));
    const answered = allFolders([organization], [told('outer', null, 'a', 'imported'), told('new', 'outer', 'top', 'b')]);
    expect(answered).toEqual([folder('Outer', ['a', 'imported'], folder('new', ['b']))]);
    expect(organization).toEqual(connected(folder('Outer', ['a'])));
  });

  it('are not mixed up between clouds', () => {
    const other: SourceFolder = { ...told('Outer', null, 'a'), cloudType: 'AWS' };
    expect(allFolders([connected(folder('Outer', ['a']))], [other])).toEqual([folder('Outer', ['a']), folder('Outer', ['a'])]);
  });

  it('are none where places lie in each other', () => {
    expect(allFolders([], [told('a', 'b'), told('b', 'a')])).toEqual([]);
  });
});
