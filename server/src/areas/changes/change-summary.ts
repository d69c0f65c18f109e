import type { ListedChange } from '../../graph';

/** Verb phrases of each relation between the two names: while it exists, after its removal, and after a change. */
const RELATIONS: Readonly<Record<string, { there: string; gone: string; other: string }>> = {
  member_of: { there: 'is a member of', gone: 'is no longer a member of', other: 'has a changed membership in' },
  contains: { there: 'belongs to', gone: 'no longer belongs to', other: 'belongs differently to' },
  can_become: { there: 'can assume', gone: 'can no longer assume', other: 'has changed conditions to assume' },
  runs_as: { there: 'runs as', gone: 'no longer runs as', other: 'runs differently as' },
  located_in: { there: 'is in', gone: 'is no longer in', other: 'is differently in' },
  guarded_by: { there: 'is protected by', gone: 'is no longer protected by', other: 'has changed protection by' },
  routed_by: { there: 'is routed by', gone: 'is no longer routed by', other: 'has changed routing by' },
  holds: { there: 'has the policy', gone: 'no longer has the policy', other: 'has a new version of the policy' },
};

/** Limit of attribute names in a sentence. */
const NAMED = 4;

/** Returns a change as one sentence. */
export function summaryOf({ type, name, relation, before, after }: ListedChange): string {
  if (relation) {
    const words = RELATIONS[relation.kind] ?? { there: relation.kind, gone: `is no longer ${relation.kind}`, other: relation.kind };
    const verb = type === 'EDGE_ADD' ? words.there : type === 'EDGE_DEL' ? words.gone : words.other;
    return `${name} ${verb} ${relation.name}.`;
  }
  if (type === 'NODE_ADD') return `${name} was added.`;
  if (type === 'NODE_DEL') return `${name} was removed.`;
  const changed = changedFields(before, after);
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  return `${name}: ${changed.slice(0, NAMED).join(', ')}${more} changed.`;
}

/** Returns the names of the fields that differ. */
export function changedFields(before: ListedChange['before'], after: ListedChange['after']): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])).sort();
}
