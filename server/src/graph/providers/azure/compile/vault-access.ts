import type { ActionPatterns } from './role-permissions';

/** An entry of the access policy of a key vault that does not take its permissions from roles. */
export interface VaultAccess {
  /** Object id, in lower case. */
  principalId: string;
  permissions: ActionPatterns;
}

/** What a word of an access policy allows, as a data action below `Microsoft.KeyVault/vaults/<kind>/`. */
const WORDS: Record<string, Record<string, string[]>> = {
  secrets: { get: ['getSecret/action', 'readMetadata/action'], list: ['readMetadata/action'], set: ['setSecret/action', 'update/action'] },
  keys: { get: ['read'], list: ['read'], unwrapkey: ['unwrap/action'], wrapkey: ['wrap/action'] },
  certificates: { get: ['read'], list: ['read'] },
  storage: { get: ['read'], list: ['read'] },
};

/**
 * The access policies of a vault; null where it takes data permissions from role assignments alone.
 * Source: Microsoft Learn, "Azure role-based access control vs. access policies".
 * @param properties of the vault, as the resource provider gives them
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
