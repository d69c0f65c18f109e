import type { ActionPatterns } from './role-permissions';

/** An access policy entry of a key vault that does not use role-based access control. */
export interface VaultAccess {
  /** Object id in lower case. */
  principalId: string;
  permissions: ActionPatterns;
}

/** Data actions of an access policy's permission names, below `Microsoft.KeyVault/vaults/<kind>/`. */
const WORDS: Record<string, Record<string, string[]>> = {
  secrets: { get: ['getSecret/action', 'readMetadata/action'], list: ['readMetadata/action'], set: ['setSecret/action', 'update/action'] },
  keys: { get: ['read'], list: ['read'], unwrapkey: ['unwrap/action'], wrapkey: ['wrap/action'] },
  certificates: { get: ['read'], list: ['read'] },
  storage: { get: ['read'], list: ['read'] },
};

/**
 * Returns the access policies of a vault; null where the vault takes data permissions from role assignments alone.
 * @param properties properties of the vault as the resource provider returns them
 * @see Microsoft Learn, "Azure role-based access control vs. access policies"
 */
export function vaultAccess(properties: Record<string, unknown>): VaultAccess[] | null {
  if (properties.enableRbacAuthorization === true) return null;
  const entries = Array.isArray(properties.accessPolicies) ? properties.accessPolicies : [];
  return entries.flatMap((entry) => {
    const { objectId, permissions } = (entry ?? {}) as { objectId?: unknown; permissions?: unknown };
    if (typeof objectId !== 'string' || typeof permissions !== 'object' || permissions === null) return [];
    const dataActions = Object.entries(permissions).flatMap(([kind, words]) =>
      Array.isArray(words) ? words.flatMap((word) => dataActionsOf(kind.toLowerCase(), String(word).toLowerCase())) : [],
    );
    return [
      {
        principalId: objectId.toLowerCase(),
        permissions: { actions: [], notActions: [], dataActions: [...new Set(dataActions)], notDataActions: [] },
      },
    ];
  });
}

function dataActionsOf(kind: string, word: string): string[] {
  const below = `Microsoft.KeyVault/vaults/${kind}/`;
  if (word === 'all' || word === '*') return [`${below}*`];
  const known = WORDS[kind]?.[word] ?? [word === 'delete' ? 'delete' : `${word}/action`];
  return known.map((action) => `${below}${action}`);
}
