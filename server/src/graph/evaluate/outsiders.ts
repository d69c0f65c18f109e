import { resourceUri, type Entity, type NormalisedAccount } from '../model';
import type { Assumption } from './become';
import { trustedPrincipals, type TrustedPrincipal } from './trust';

/** Somebody outside the account whom a trust policy lets in, with the roles that may be assumed. */
export interface Outsider {
  entity: Entity;
  assumes: Assumption[];
}

/** Accounts, services, federated providers and everybody: whom the trust policies of the account's roles name. */
export function findOutsiders(tenantId: string, account: NormalisedAccount): Outsider[] {
  const found = new Map<string, Outsider>();
  for (const { role, document } of account.trusts) {
    for (const { principal, conditions } of trustedPrincipals(document.statements)) {
      const entity = outsideEntity(tenantId, account.accountId, principal);
      if (!entity) continue;
      const outsider = found.get(entity.uri) ?? { entity, assumes: [] };
      found.set(entity.uri, outsider);
      if (!outsider.assumes.some((step) => step.role.uri === role.uri)) outsider.assumes.push({ role, conditions });
    }
  }
  return [...found.values()];
}

function outsideEntity(tenantId: string, ownAccount: string, { kind, name }: TrustedPrincipal): Entity | null {
  if (kind === 'Service') return entity(tenantId, ownAccount, 'SERVICE', name, name, name);
  if (kind === 'Federated') return entity(tenantId, ownAccount, 'FEDERATED_USER', name, name.split('/').slice(1).join('/') || name, name);
  if (name === '*') return entity(tenantId, ownAccount, 'PUBLIC_NODE', '*', 'Everybody', '*');
  const account = /^\d{12}$/.test(name) ? name : name.split(':')[4];
  if (!account || account === ownAccount || !/^\d{12}$/.test(account)) return null;
  return entity(tenantId, account, 'EXT_ACCOUNT', account, account, `arn:aws:iam::${account}:root`);
}

function entity(tenantId: string, accountId: string, type: string, id: string, name: string, nativeId: string): Entity {
  return {
    uri: resourceUri(tenantId, 'AWS', accountId, '', type, id),
    nativeId,
    name,
    type,
    accountId,
    cloudType: 'AWS',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: { external: true },
  };
}
