import { riskText, typeName, type EntityRow, type PrivilegeRow, type UnusedItem } from '@cam/contracts/server';
import type { Columns } from '../../../platform/http/csv-reply';
import { NOT_ENOUGH_DATA } from './values';

const usedTotal = (used: number | null, total: number | null): string =>
  total === null ? '' : `${used ?? (total === 0 ? 0 : NOT_ENOUGH_DATA)}/${total}`;
const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No');

/** Columns of entity lists, by the column keys of the console. */
export const ENTITY_COLUMNS: Columns<EntityRow> = {
  type: { title: 'Type', value: ({ type }) => typeName(type) },
  name: { title: 'Name', value: ({ name }) => name },
  source: { title: 'Source', value: ({ account_name }) => account_name },
  tier: { title: 'Tier', value: ({ tier }) => tier },
  risk: { title: 'Risk', value: ({ risk }) => (risk === null ? '' : riskText(risk)) },
  region: { title: 'Region', value: ({ region }) => (region === '' || region === '-' || region === '0' ? 'Global' : region) },
  objects: { title: 'Objects Used/Total', value: (row) => usedTotal(row.objects_used, row.objects_total) },
  roles: { title: 'Roles Used/Total', value: (row) => usedTotal(row.roles_used, row.roles_total) },
  groups: { title: 'Groups', value: ({ groups_count }) => groups_count },
  members: { title: 'Members', value: ({ members_count }) => members_count },
  privileged: { title: 'Privileged', value: ({ privileged }) => yesNo(privileged) },
  lastUsed: { title: 'Last Seen', value: ({ last_used }) => last_used },
  ...Object.fromEntries(
    ['VpcID', 'SubnetID', 'IPAddress', 'PublicIPAddress', 'SecurityGroups', 'Status', 'Public', 'Encrypted', 'Created'].map((key) => [
      key,
      { title: key === 'VpcID' ? 'VPC' : key, value: ({ values }: EntityRow) => values[key] },
    ]),
  ),
  tags: { title: 'Tags', value: ({ tags }) => tags.map(({ name, value }) => `${name}=${value}`).join('; ') },
  uri: { title: 'URI', value: ({ uri }) => uri },
};

export const PRIVILEGE_COLUMNS: Columns<PrivilegeRow> = {
  name: { title: 'Privilege', value: ({ name }) => name },
  sensitive: { title: 'Sensitive', value: ({ sensitive }) => yesNo(sensitive) },
  unused: { title: 'Users Unused/Total', value: (row) => usedTotal(row.users_unused, row.users_total) },
  usage: { title: 'Used in 90/30/7 Days', value: (row) => (row.used_90 === null ? NOT_ENOUGH_DATA : `${row.used_90}/${row.used_30}/${row.used_7}`) },
  source: { title: 'Source', value: ({ account_name }) => account_name },
};

export const UNUSED_COLUMNS: Columns<UnusedItem> = {
  name: { title: 'Name', value: ({ name }) => name },
  type: { title: 'Type', value: ({ type }) => (type === '' ? '' : typeName(type)) },
  source: { title: 'Source', value: ({ account_name }) => account_name },
  scope: { title: 'Scope', value: ({ scope }) => scope },
  role: { title: 'Role', value: ({ role_name }) => role_name },
  service: { title: 'Service', value: ({ service }) => service },
  privilege: { title: 'Privilege', value: ({ privilege }) => privilege },
  policies: { title: 'Policies', value: ({ policies_count }) => policies_count },
  policyAccount: { title: 'Policy Account', value: ({ policy_account_id }) => policy_account_id },
  roles: { title: 'Roles', value: ({ roles_count }) => roles_count },
  identities: { title: 'Identities', value: ({ identities_count }) => identities_count },
  privileges: { title: 'Sensitive Privileges', value: ({ privileges_count }) => privileges_count },
  lastUsed: { title: 'Last Seen', value: ({ last_used }) => last_used },
};
