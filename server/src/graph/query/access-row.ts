import type { AccessRow } from '@cam/contracts/server';
import { actionsOfModes } from '../engine/action-letters';
import type { ConnectedAccount } from './bind-scope';

/** A selected row: the entity of the query, the class and resource that it reaches (empty: none), and the access modes. */
export interface RawRow {
  i_name: string;
  i_id: string;
  i_type: string;
  i_uri: string;
  i_account: string;
  i_acts: boolean;
  class_id: string;
  r_name: string;
  r_id: string;
  r_type: string;
  r_uri: string;
  r_account: string;
  read_mode: number;
  write_mode: number;
  admin_mode: number;
}

/** Returns account names by account id. */
export function accountNames(accounts: readonly ConnectedAccount[]): Map<string, string> {
  return new Map(accounts.map(({ account_id: id, account_name: name }) => [id, name]));
}

/** Converts a selected row. Entities that cannot act go into the resource columns. */
export function toRow(raw: RawRow, accountNames: ReadonlyMap<string, string>): AccessRow {
  const first = { name: raw.i_name, type: raw.i_type, uri: raw.i_uri, account: raw.i_account };
  const nothing = { name: '', type: '', uri: '', account: '' };
  const identity = raw.i_acts ? first : nothing;
  const resource = raw.i_acts ? { name: raw.r_name, type: raw.r_type, uri: raw.r_uri, account: raw.r_account } : first;
  return {
    identity: identity.name,
    identity_type: identity.type,
    identity_uri: identity.uri,
    identityAccountID: identity.account,
    identity_account_name: accountNames.get(identity.account) ?? '',
    resource: resource.name,
    resource_type: resource.type,
    resource_uri: resource.uri,
    resourceAccountID: resource.account,
    resource_account_name: accountNames.get(resource.account) ?? '',
    ...actionsOfModes([raw.read_mode, raw.write_mode, raw.admin_mode]),
  };
}
