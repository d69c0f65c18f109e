import type { TypeTotal } from '@cam/contracts';

/** A tab of the identities page. */
export interface TypeTab {
  type: string;
  /** The types that the tab includes. */
  types: readonly string[];
  count: number;
  /** Returns all identities of the tab. */
  query: string;
}

/** Returns the types that the tab of a type includes. */
export function typesOfTab(type: string, isFederatedShown: boolean): string[] {
  return isFederatedShown || (type !== 'USER' && type !== 'GROUP') ? [type] : [type, `FEDERATED_${type}`];
}

/** Returns the tabs of the identities page. Without `isFederatedShown`, federated identities count as users and groups. */
export function foldedTypes(counts: readonly TypeTotal[], isFederatedShown: boolean): TypeTab[] {
  if (isFederatedShown) return counts.map(({ type, count, query }) => ({ type, types: [type], count, query }));
  return counts
    .filter(({ type }) => !type.startsWith('FEDERATED_'))
    .map(({ type, count, query }) => {
      const federated = counts.find((other) => other.type === `FEDERATED_${type}`);
      return federated
        ? { type, types: [type, federated.type], count: count + federated.count, query: `${query}|${federated.query}` }
        : { type, types: [type], count, query };
    });
}
