import type { Exclusion, ExclusionCategory, ExclusionKind, ExclusionScope, ExclusionState } from '@cam/contracts';

/** Names of the kinds of findings. */
export const KINDS: readonly { value: ExclusionKind; label: string }[] = [
  { value: 'ALERT', label: 'Alerts' },
  { value: 'RULE', label: 'Compliance' },
  { value: 'UNUSED', label: 'Unused access' },
];

export const CATEGORIES: readonly { value: ExclusionCategory; label: string }[] = [
  { value: 'ACCEPTED', label: 'Accepted risk' },
  { value: 'FALSE_POSITIVE', label: 'False positive' },
  { value: 'COMPENSATING', label: 'Compensating control' },
  { value: 'TEMPORARY', label: 'Temporary' },
];

/** States with their tones. The first is the default filter. */
export const STATES: readonly { value: ExclusionState; label: string; tone: 'ok' | 'neutral' | 'medium' }[] = [
  { value: 'ACTIVE', label: 'Active', tone: 'ok' },
  { value: 'PROPOSED', label: 'To approve', tone: 'medium' },
  { value: 'ENDED', label: 'Ended', tone: 'neutral' },
];

/** Returns the label of a value. */
export function labelOf<Value extends string>(choices: readonly { value: Value; label: string }[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

const NAMED = 2;

/** Returns the scope of an exclusion in words. */
export function scopeText({ scope, reference_name: reference }: Pick<Exclusion, 'scope' | 'reference_name'>): string {
  const { query, uris, account_id: account, reference_id: id } = scope;
  const names = (uris ?? []).slice(0, NAMED).map(nameOf).join(', ');
  const more = (uris?.length ?? 0) - NAMED;
  return [
    ...(id === undefined ? [] : [reference === '' ? id : reference]),
    ...(uris === undefined ? [] : [more > 0 ? `${names} and ${more} more` : names]),
    ...(query === undefined ? [] : [query]),
    ...(account === undefined ? [] : [`account ${account}`]),
  ].join(' · ');
}

/** Entities that one exclusion can name. */
const MOST_URIS = 1000;

/** Returns scopes that cover findings and nothing else: one for each guardrail or rule, more for very many entities. */
export function scopesOf(findings: readonly { uri: string; referenceId: string | null }[]): ExclusionScope[] {
  const byReference = new Map<string | null, Set<string>>();
  for (const { uri, referenceId } of findings) byReference.set(referenceId, (byReference.get(referenceId) ?? new Set()).add(uri));
  return [...byReference].flatMap(([id, uris]) =>
    partsOf([...uris], MOST_URIS).map((part) => ({ ...(id === null ? {} : { reference_id: id }), uris: part })),
  );
}

function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_part, index) => items.slice(index * size, (index + 1) * size));
}

function nameOf(uri: string): string {
  return uri.split(':').at(-1) ?? uri;
}
