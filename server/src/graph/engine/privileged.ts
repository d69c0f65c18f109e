import type { Escalation } from './escalation';
import type { AssumptionEdge } from './evaluation';

/** What an identity can do by itself. */
export interface OwnPrivileges {
  /** It administers something without conditions. */
  administers: boolean;
  escalations: readonly Pick<Escalation, 'conditional'>[];
}

/** Reports whether an identity is privileged by itself: it administers something, or can give itself more without conditions. */
export function isPrivileged({ administers, escalations }: OwnPrivileges): boolean {
  return administers || escalations.some(({ conditional }) => !conditional);
}

/**
 * Returns the URIs of privileged identities: those that are privileged by themselves, and those that can become one of them without conditions, over
 * any number of steps.
 */
export function privilegedIdentities(own: ReadonlyMap<string, OwnPrivileges>, steps: readonly AssumptionEdge[]): Set<string> {
  const childrenOf = new Map<string, string[]>();
  for (const { childUri, parent, conditions } of steps) {
    if (conditions.length > 0) continue;
    const children = childrenOf.get(parent.uri);
    if (children) children.push(childUri);
    else childrenOf.set(parent.uri, [childUri]);
  }
  const found = new Set([...own].flatMap(([uri, privileges]) => (isPrivileged(privileges) ? [uri] : [])));
  // A set visits members that are added during the visit.
  for (const uri of found) for (const child of childrenOf.get(uri) ?? []) found.add(child);
  return found;
}
