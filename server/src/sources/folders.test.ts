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
const importedFolder = (id: string, parent: string | null, ...accounts: string[]): SourceFolder => ({
  cloudType: 'AZURE',
  id,
  name: `The ${id}`,
  parent,
  accounts,
});

describe('allFolders', () => {
  it('nests the folders of imports, in whatever order they are reported', () => {
    const folders = allFolders([], [importedFolder('inner', 'outer', 'b'), importedFolder('outer', null, 'a'), importedFolder('alone', 'unknown')]);
    expect(folders).toEqual([folder('outer', ['a'], folder('inner', ['b'])), folder('alone', [])]);
  });

  it('keeps the folders of a connected organization and adds those of imports', () => {
    const organization = connected(folder('Outer', ['a']));
    const folders = allFolders([organization], [importedFolder('outer', null, 'a', 'imported'), importedFolder('new', 'outer', 'top', 'b')]);
    expect(folders).toEqual([folder('Outer', ['a', 'imported'], folder('new', ['b']))]);
    expect(organization).toEqual(connected(folder('Outer', ['a'])));
  });

  it('keeps folders of different clouds apart', () => {
    const other: SourceFolder = { ...importedFolder('Outer', null, 'a'), cloudType: 'AWS' };
    expect(allFolders([connected(folder('Outer', ['a']))], [other])).toEqual([folder('Outer', ['a']), folder('Outer', ['a'])]);
  });

  it('returns no folders for a parent cycle', () => {
    expect(allFolders([], [importedFolder('a', 'b'), importedFolder('b', 'a')])).toEqual([]);
  });
});
