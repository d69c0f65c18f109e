import { typeName, type AccessRow, type UnusedItem, type UnusedReportType, type UsageEvent } from '@cam/contracts/server';
import type { Cell } from '../../platform/files/xlsx/cells';
import type { SheetColumn } from '../../platform/files/xlsx/workbook-writer';

/** Columns of reports, in the order and with the headings of the console's pages. Times are in UTC, as the headings say. */

const moment = (text: string): Cell => (text === '' ? null : new Date(text));
const typeOf = (type: string): string => (type === '' ? '' : typeName(type));

export const ACCESS_COLUMNS: readonly SheetColumn<AccessRow>[] = [
  { title: 'Identity', width: 34, value: (row) => row.identity },
  { title: 'Identity Type', width: 18, value: (row) => typeOf(row.identity_type) },
  { title: 'Identity URI', width: 50, value: (row) => row.identity_uri },
  { title: 'Identity Source', width: 22, value: (row) => row.identity_account_name },
  { title: 'Resource', width: 34, value: (row) => row.resource },
  { title: 'Resource Type', width: 18, value: (row) => typeOf(row.resource_type) },
  { title: 'Resource URI', width: 50, value: (row) => row.resource_uri },
  { title: 'Resource Source', width: 22, value: (row) => row.resource_account_name },
  { title: 'Actions', width: 10, value: (row) => row.actions_str },
  { title: 'Conditional Actions', width: 20, value: (row) => row.conditional_actions_str },
];

export const EVENT_COLUMNS: readonly SheetColumn<UsageEvent>[] = [
  { title: 'Event Name', width: 30, value: (row) => row.event_name },
  { title: 'Identity', width: 34, value: (row) => row.identity_name },
  { title: 'Identity Source', width: 22, value: (row) => row.identity_account_name },
  { title: 'Resource', width: 34, value: (row) => row.resource_name },
  { title: 'Resource Source', width: 22, value: (row) => row.resource_account_name },
  { title: 'IP Address', width: 18, value: (row) => row.ip_address },
  { title: 'User Agent', width: 34, value: (row) => row.user_agent },
  { title: 'Timestamp (UTC)', width: 20, value: (row) => moment(row.timestamp) },
];

const NAME: SheetColumn<UnusedItem> = { title: 'Name', width: 40, value: (row) => row.name };
const SERVICE: SheetColumn<UnusedItem> = { title: 'Service', width: 34, value: (row) => row.service };
const PRIVILEGE: SheetColumn<UnusedItem> = { title: 'Privilege', width: 44, value: (row) => row.privilege };
const SOURCE: SheetColumn<UnusedItem> = { title: 'Source', width: 26, value: (row) => row.account_name };
const ROLES: SheetColumn<UnusedItem> = { title: 'Roles', width: 10, value: (row) => row.roles_count };
const IDENTITIES: SheetColumn<UnusedItem> = { title: 'Identities', width: 12, value: (row) => row.identities_count };

/** Returns the columns of an unused access report. */
export function unusedColumns(type: UnusedReportType): readonly SheetColumn<UnusedItem>[] {
  const isOfRoles = type.includes('_ACCESS_ROLE_');
  const isWithoutRole = type.includes('_WITHOUT_ROLE_');
  if (type.includes('_BY_')) {
    const by = type.includes('_BY_SERVICE_') ? SERVICE : PRIVILEGE;
    return [by, SOURCE, ...(isWithoutRole ? [] : [ROLES]), ...(isOfRoles ? [] : [IDENTITIES])];
  }
  return [
    NAME,
    SOURCE,
    { title: 'Policies', width: 10, value: (row) => row.policies_count },
    ...(isOfRoles || isWithoutRole ? [] : [ROLES]),
    { title: 'Policy Account', width: 22, value: (row) => row.policy_account_id },
    { title: 'Scope', width: 40, value: (row) => row.scope },
    { title: 'Sensitive Privileges', width: 20, value: (row) => row.privileges_count },
    { title: 'Last Seen (UTC)', width: 20, value: (row) => (row.last_used === null ? 'Never seen' : moment(row.last_used)) },
  ];
}
