import { isCanonicalId } from '../compile/canonical-id';
import { resourceUri, type Entity } from '../../../engine/model';
import { accountOf } from './principal-names';
import type { TrustedPrincipal } from './trust';

/**
 * Returns the external principal that a trust policy for everyone admits. Requests to assume a role are signed, so they come from some AWS account.
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export function anyAccount(tenantId: string): Entity {
  return externalPrincipal(tenantId, '*', 'EXT_ACCOUNT', '*', 'Any AWS account', '*');
}

/** Returns the external principal that a policy names; null for a principal of the account itself. */
export function externalEntity(tenantId: string, ownAccount: string, { kind, name }: TrustedPrincipal): Entity | null {
  if (kind === 'Service') return externalPrincipal(tenantId, ownAccount, 'SERVICE', name, name, name);
  if (kind === 'Federated') return externalPrincipal(tenantId, ownAccount, 'FEDERATED_USER', name, providerName(name), name);
  if (name === '*') return externalPrincipal(tenantId, ownAccount, 'PUBLIC_NODE', '*', 'Everyone', '*');
  const account = accountOf(name);
  if (!account || account === ownAccount) return null;
  if (isCanonicalId(name)) return externalPrincipal(tenantId, account, 'EXT_ACCOUNT', name, `Canonical user ${name.slice(0, 12)}...`, name);
  const partition = name.startsWith('arn:') ? name.split(':')[1] : 'aws';
  return externalPrincipal(tenantId, account, 'EXT_ACCOUNT', account, account, `arn:${partition}:iam::${account}:root`);
}

/** Returns the display name of a provider: Corp for `arn:aws:iam::1:saml-provider/Corp`, the domain for a public provider. */
function providerName(name: string): string {
  return name.startsWith('arn:') ? name.slice(name.indexOf('/') + 1) : name;
}

function externalPrincipal(tenantId: string, accountId: string, type: string, id: string, name: string, nativeId: string): Entity {
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
