import type { Api, Exclusion } from '@cam/contracts';
import { CliFailure } from './failure';

type NewExclusion = Api['POST /v1/exclusions']['body'];

/** One step that brings the tenant to a file of exclusions. */
export type ExclusionStep =
  | { step: 'ADD'; exclusion: NewExclusion }
  | { step: 'CHANGE'; exclusion_id: string; version: number; exclusion: NewExclusion };

const KINDS: readonly string[] = ['ALERT', 'RULE', 'UNUSED'];
const CATEGORIES: readonly string[] = ['ACCEPTED', 'FALSE_POSITIVE', 'COMPENSATING', 'TEMPORARY'];

/**
 * Reads a file of exclusions.
 * @throws CliFailure for text that is no such file
 */
export function parseExclusionsFile(text: string): NewExclusion[] {
  let file: { exclusions?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch (error) {
    throw new CliFailure(`The file is not valid JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(file.exclusions)) throw new CliFailure('The file has no list "exclusions".');
  return file.exclusions.map((given: unknown, index) => {
    const one = (given ?? {}) as Partial<NewExclusion>;
    const name = `Exclusion ${index + 1}`;
    if (!KINDS.includes(one.kind ?? '')) throw new CliFailure(`${name} needs a "kind": ${KINDS.join(', ')}.`);
    if (!CATEGORIES.includes(one.category ?? '')) throw new CliFailure(`${name} needs a "category": ${CATEGORIES.join(', ')}.`);
    if (typeof one.scope !== 'object') throw new CliFailure(`${name} has no "scope".`);
    if (typeof one.reason !== 'string') throw new CliFailure(`${name} has no "reason".`);
    if (one.ends_on === undefined) throw new CliFailure(`${name} has no "ends_on". Enter its last day, or null for no end.`);
    return one as NewExclusion;
  });
}

/** Returns the steps that bring the tenant to a file. An exclusion is known by its kind and scope. A second run has no steps. */
export function planExclusions(wanted: readonly NewExclusion[], present: readonly Exclusion[]): ExclusionStep[] {
  const live = new Map(present.filter(({ state }) => state !== 'ENDED').map((one) => [keyOf(one), one]));
  return wanted.flatMap((exclusion): ExclusionStep[] => {
    const before = live.get(keyOf(exclusion));
    if (!before) return [{ step: 'ADD', exclusion }];
    const isSame =
      before.reason === exclusion.reason.trim() &&
      before.category === exclusion.category &&
      before.ends_on === exclusion.ends_on &&
      (exclusion.owner === undefined || before.owner === exclusion.owner.toLowerCase());
    return isSame ? [] : [{ step: 'CHANGE', exclusion_id: before.exclusion_id, version: before.version, exclusion }];
  });
}

function keyOf({ kind, scope: { query, uris, reference_id: reference, account_id: account } }: Pick<NewExclusion, 'kind' | 'scope'>): string {
  return JSON.stringify([kind, query ?? null, uris ? [...uris].sort() : null, reference ?? null, account ?? null]);
}
