import type { Account, Organization } from '@cam/contracts';
import { searchOptions, optionOf, sourceOptions } from './source-options';

const account = (uid: string, account_name: string, change: Partial<Account> = {}): Account => ({
  uid,
  account_id: `id-${uid}`,
  account_name,
  root_uid: '',
  cloud_type: 'AWS',
  is_organization_account: false,
  status: 'ACCOUNT_STATUS_SUCCESS',
  status_reason: '',
  not_configurable: false,
  is_connected: false,
  next_snapshot_time: null,
  last_snapshot_time: null,
  ...change,
});

const root = account('r', 'Root', { is_organization_account: true });
const organization: Organization = {
  organization_uid: 'o',
  organization_id: 'o-1',
  organization_name: 'Meridian',
  cloud_type: 'AWS',
  sub_organization: [],
  account_ids: [],
  scope_accounts: [],
  account_info: [root, account('p', 'Payments'), account('a', 'archive')],
  include_account_id_list: {},
  status: 'ORGANIZATION_STATUS_SUCCESS',
  internal_error: '',
};
const tenant = {
  account_info: [account('z', 'Zoo'), account('b', 'billing', { cloud_type: 'GCP' }), account('n', ''), ...organization.account_info],
  organization_info: [organization],
};
const names = (options: readonly { name: string }[]) => options.map(({ name }) => name);

describe('the options of the source filter', () => {
  it('contain each source once, by name, with nested accounts of organizations', () => {
    const options = sourceOptions(tenant);
    expect(names(options)).toEqual(['billing', 'id-n', 'Meridian', 'Zoo']);
    expect(names(options[2]?.subItems ?? [])).toEqual(['archive', 'Payments', 'Root']);
  });

  it('carry the kind of each source', () => {
    const options = sourceOptions(tenant);
    expect(optionOf(options, 'o')).toMatchObject({ id: 'o-1', isOrganization: true, isSingle: false, cloud_type: 'AWS' });
    expect(optionOf(options, 'r')).toMatchObject({ id: 'id-r', isOrganization: false, isSingle: false });
    expect(optionOf(options, 'b')).toMatchObject({ isOrganization: false, isSingle: true, cloud_type: 'GCP' });
    expect([optionOf(options, 'gone'), optionOf(options, undefined)]).toEqual([null, null]);
  });

  it('can be searched by name, ignoring case, down to the accounts', () => {
    const found = (search: string) => searchOptions(sourceOptions(tenant), search).map(({ name, subItems }) => [name, names(subItems)]);
    expect(found(' BILL ')).toEqual([['billing', []]]);
    expect(found('pay')).toEqual([['Meridian', ['Payments']]]);
    expect(found('meridian')).toEqual([['Meridian', ['archive', 'Payments', 'Root']]]);
    expect(found('nothing')).toEqual([]);
  });
});
