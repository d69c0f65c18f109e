import type { ListedChange } from '../../graph';

/** How relations read while they are there, and once they are gone: behind the name of the one, in front of that of the other. */
const RELATIONS: Readonly<Record<string, { there: string; gone: string; other: string }>> = {
  member_of: { there: 'is a member of', gone: 'is no member any more of', other: 'is a member in another way of' },
  contains: { there: 'lies in', gone: 'does not lie any more in', other: 'lies otherwise in' },
  can_become: { there: 'may become', gone: 'may not become any more', other: 'may become, in another way,' },
  runs_as: { there: 'runs as', gone: 'does not run any more as', other: 'runs, in another way, as' },
  located_in: { there: 'is in', gone: 'is not any more in', other: 'is otherwise in' },
  guarded_by: { there: 'is guarded by', gone: 'is not guarded any more by', other: 'is guarded in another way by' },
  routed_by: { there: 'is routed by', gone: 'is not routed any more by', other: 'is routed in another way by' },
  holds: { there: 'has the policy', gone: 'has no longer the policy', other: 'has another version of the policy' },
};

/** Attributes that are named in a sentence, at most. */
const NAMED = 4;

/** A change as one sentence. */
export function sentenceOf({ type, name, relation, before, after }: ListedChange): string {
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

/** Names of what is not the same before and after. */
export function changedFields(before: ListedChange['before'], after: ListedChange['after']): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])).sort();
}
