import { IDENTITY_TYPES, NETWORK_TYPES, OTHER_ICON, TYPE_ICONS, typeColour, typeName, typeNamePlural, type Api } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { readFacts } from './store';

/** Types of data. The dashboard sums their counts as objects. */
export const DATA_OBJECT_TYPES = ['OBJECT_STORE', 'RELATIONAL_DB', 'NOSQL_DB', 'DISK', 'KEYSTORE'] as const;

/** Types that the objects page leaves out: identities, networks, and entities for people and places outside. */
const NO_OBJECTS = new Set<string>([
  ...IDENTITY_TYPES,
  ...NETWORK_TYPES.filter((type) => type !== 'INSTANCE'),
  'PUBLIC_NODE',
  'NETWORK_NODE',
  'EXT_ACCOUNT',
  'SERVICE',
  'POLICY',
  'SCOPE',
  'ACCOUNT_DATA',
  'GCP_DOMAIN',
]);

/** The order of the objects page: data, then compute, then cloud-specific types. */
const FIRST = [...DATA_OBJECT_TYPES, 'INSTANCE', 'SERVERLESS_COMPUTE', 'LOAD_BALANCER'];

export function isObjectType(type: string): boolean {
  return !NO_OBJECTS.has(type);
}

export function isIdentityType(type: string): boolean {
  return (IDENTITY_TYPES as readonly string[]).includes(type);
}

export function isNetworkType(type: string): boolean {
  return (NETWORK_TYPES as readonly string[]).includes(type);
}

/** Compares object types in the order of the page. */
export function byObjectOrder(a: string, b: string): number {
  const place = (type: string): number => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);
  return place(a) - place(b) || a.localeCompare(b);
}

/** Returns every type of the tenant with its display name and number of entities. */
export async function resourceTypes(
  tx: Tx,
  tenantId: string,
): Promise<Api['GET /v1/policy-reader/supported-resource-types']['answer']['resource_info']> {
  const totals = new Map<string, number>();
  for (const { type, n } of await readFacts(tx, tenantId, 'type')) totals.set(type, (totals.get(type) ?? 0) + n);
  return [...totals]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([type, n]) => ({
      resource_name: type,
      display_name: typeName(type),
      display_name_plural: typeNamePlural(type),
      object_type: isObjectType(type),
      identity_type: isIdentityType(type),
      network_type: isNetworkType(type),
      resource_num: n,
      colorHash: typeColour(type),
      imageHash: (TYPE_ICONS as Record<string, string>)[type] ?? OTHER_ICON,
      meta_label: isIdentityType(type) ? 'IDENTITY' : isNetworkType(type) ? 'NETWORK' : isObjectType(type) ? 'OBJECT' : 'OTHER',
    }));
}
