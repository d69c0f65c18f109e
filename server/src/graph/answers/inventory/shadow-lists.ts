import type { ShadowAccountRow, ShadowNetworkRow } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import type { AccountNames, InventoryRequest } from './answers';
import type { Sections } from './facts';
import { shadowAccountQuery, shadowNetworkQuery } from './queries';
import { readFacts } from './store';

/** The rows of the tabs of shadow access. */
export interface ShadowLists {
  unknown: ShadowAccountRow[];
  known: ShadowAccountRow[];
  networks: ShadowNetworkRow[];
}

/**
 * Returns the access between accounts and from networks. The dashboard and the page of shadow access both read it. A source is known if it is
 * connected or has a name.
 * @param named names of accounts that are not connected, by id
 */
export async function readShadowLists(
  tx: Tx,
  request: InventoryRequest,
  names: AccountNames,
  named: Readonly<Record<string, string>>,
): Promise<ShadowLists> {
  const rows = (await readFacts(tx, request.tenantId, 'shadow_account', request))
    .map(({ shadow_account_id: shadow, account_id: id, resources_available, connected }): ShadowAccountRow => ({
      shadow_account_id: shadow,
      ...names.of(id),
      name: connected ? names.of(shadow).account_name : (named[shadow] ?? ''),
      connected,
      resources_available,
      query: shadowAccountQuery(shadow, id),
    }))
    .sort((a, b) => b.resources_available - a.resources_available || a.account_id.localeCompare(b.account_id));
  const networks = (await readFacts(tx, request.tenantId, 'shadow_network', request))
    .map((fact) => toNetwork(fact, names))
    .sort((a, b) => a.network_ip.localeCompare(b.network_ip, 'en', { numeric: true }) || a.account_name.localeCompare(b.account_name));
  return { unknown: rows.filter(({ name }) => name === ''), known: rows.filter(({ name }) => name !== ''), networks };
}

/** Splits a network written as "ip (name)". */
function toNetwork({ uri, name, account_id: id, out_obj_store, out_sg }: Sections['shadow_network'], names: AccountNames): ShadowNetworkRow {
  const [, ip = name, label = ''] = /^(\S+) \((.*)\)$/.exec(name) ?? [];
  return { network_ip: ip, network_name: label, ...names.of(id), uri, out_obj_store, out_sg, query: shadowNetworkQuery(uri, id) };
}
