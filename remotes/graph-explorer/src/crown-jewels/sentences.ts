import type { ShadowControl, TierRule } from '@cam/contracts';

/** Returns the words before the name of the entity that an identity controls. */
export function controlSentence({ how, steps }: Pick<ShadowControl, 'how' | 'steps'>): string {
  const verb = how === 'ADMINISTERS' ? 'Administers' : 'Can become';
  return steps === 1 ? verb : `${verb}, over ${steps} steps,`;
}

/** Returns the selection of a rule as text. */
export function selectionText({ kind, definition, query }: Pick<TierRule, 'kind' | 'definition' | 'query'>): string {
  if (kind === 'TAG') return `Tag ${definition.key ?? ''} = ${definition.value ?? ''}`;
  if (kind === 'PLACE') return `Everything in ${definition.place ?? ''}`;
  if (kind === 'HAND') {
    const count = definition.uris?.length ?? 0;
    return count === 1 ? '1 entity by hand' : `${count} entities by hand`;
  }
  return query;
}
