import type { Api, UnusedReportType } from '@cam/contracts';

type UnusedQuery = Api['GET /v1/graph-querymgr/unused-accesses']['query'];
/** The kind of identity whose unused access is listed. */
export type UnusedType = UnusedQuery['identity_type'];

/** The identity types with their labels. The first one is the default. */
export const UNUSED_TYPES: readonly { type: UnusedType; label: string; one: string; many: string }[] = [
  { type: 'UNUSED_ROLE', label: 'Roles', one: 'Role', many: 'Unused Roles' },
  { type: 'UNUSED_IDENTITY', label: 'Identities w/ Role', one: 'Identity', many: 'Unused Identities w/ Role' },
  { type: 'UNUSED_IDENTITY_WITHOUT_ROLE', label: 'Identities w/o Role', one: 'Identity', many: 'Unused Identities w/o Role' },
];

/** The tabs of each identity type, with the request for the details of a row. */
export const UNUSED_TABS = [
  { request: 'UNUSED_SUMMARY', detail: 'UNUSED_DETAIL', suffix: '' },
  { request: 'UNUSED_BY_SERVICE_SUMMARY', detail: 'UNUSED_BY_SERVICE_DETAIL', suffix: ' by Service' },
  { request: 'UNUSED_BY_PRIVILEGE_SUMMARY', detail: 'UNUSED_BY_PRIVILEGE_DETAIL', suffix: ' by Privilege' },
] as const;

/** A tab of the unused access page. */
export type UnusedTab = (typeof UNUSED_TABS)[number];

/** Returns the identity type that the address names, or the default one. */
export function typeOf(word: string | undefined): (typeof UNUSED_TYPES)[number] {
  return UNUSED_TYPES.find(({ type }) => type === word) ?? (UNUSED_TYPES[0] as (typeof UNUSED_TYPES)[number]);
}

/** Returns the tab that the address names, or the first one. */
export function tabOf(word: string | undefined): UnusedTab {
  return UNUSED_TABS.find(({ request }) => request === word) ?? UNUSED_TABS[0];
}

/** Returns the report type of a view. */
export function reportType(type: UnusedType, tab: UnusedTab): UnusedReportType {
  const who = ({ UNUSED_ROLE: 'ROLE', UNUSED_IDENTITY: 'IDENTITY', UNUSED_IDENTITY_WITHOUT_ROLE: 'IDENTITY_WITHOUT_ROLE' } as const)[type];
  const by = ({ UNUSED_SUMMARY: '', UNUSED_BY_SERVICE_SUMMARY: '_BY_SERVICE', UNUSED_BY_PRIVILEGE_SUMMARY: '_BY_PRIVILEGE' } as const)[tab.request];
  return `REPORT_TYPE_UNUSED_ACCESS_${who}${by}_SUMMARY`;
}

const encoded = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

/**
 * Returns the path of the details of a row.
 * @param role restricts the details to one role of an identity
 */
export function detailAddress(type: UnusedType, tab: UnusedTab, item: { name: string; uri: string }, role?: { name: string; uri: string }): string {
  return `/unused-access/${encoded([type, tab.request, tab.detail, item.name, item.uri, ...(role ? [role.name, role.uri] : [])])}/`;
}
