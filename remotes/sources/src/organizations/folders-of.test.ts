import type { SubOrganization } from '@cam/contracts';
import { foldersOf } from './folders-of';

const folder = (name: string, account_ids: string[], ...sub_organization: SubOrganization[]): SubOrganization => ({
  suborganization_uid: name,
  suborganization_id: name,
  suborganization_name: name,
  sub_organization,
  account_ids,
});

it('foldersOf lists the folders of each account from the outermost, ignoring the case of ids', () => {
  const folders = [folder('Work', ['1', 'not ours'], folder('Payments', ['aB'])), folder('Empty', [])];
  const found = foldersOf([{ account_id: '1' }, { account_id: 'Ab' }, { account_id: 'top' }], folders);
  expect([...found]).toEqual([
    ['1', ['Work']],
    ['Ab', ['Work', 'Payments']],
  ]);
});
