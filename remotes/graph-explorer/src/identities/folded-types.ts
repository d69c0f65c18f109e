import type { TypeTotal } from '@cam/contracts';

export interface TypeTab {
  type: string;
  /** The types that the tab shows. */
  types: readonly string[];
  count: number;
  /** Answers with all of them. */
  query: string;
}

/** The types that the tab of a type shows. */
export function typesOfTab(type: string, isFederatedShown: boolean): string[] {
  return isFederatedShown || (type !== 'USER' && type !== 'GROUP') ? [type] : [type, `FEDERATED_${type}`];
}

/** Federated identities are shown by themselves, or among users and groups where a tenant does not tell them apart. */
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
