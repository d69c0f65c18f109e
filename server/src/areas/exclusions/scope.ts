import type { ExclusionScope } from '@cam/contracts/server';

/** A finding, as exclusions see it. */
export interface Finding {
  uri: string;
  name: string;
  /** Guardrail or rule; empty for unused access. */
  referenceId: string;
  referenceName: string;
  accountId: string;
}

/** A scope whose query is evaluated. */
export interface ResolvedScope extends Pick<ExclusionScope, 'reference_id' | 'account_id'> {
  /** Null: entities of any kind. */
  uris: ReadonlySet<string> | null;
}

/** Reports whether a scope has a finding. It decides as `covers` does in SQL. */
export function isInScope({ uris, reference_id: reference, account_id: account }: ResolvedScope, finding: Finding): boolean {
  return (
    (reference === undefined || reference === finding.referenceId) &&
    (account === undefined || account === finding.accountId) &&
    (uris === null || uris.has(finding.uri))
  );
}

/** Reports whether an exclusion hides findings on a day (YYYY-MM-DD, UTC). */
export function isActiveOn({ state, ends_on: end }: { state: string; ends_on: string | null }, day: string): boolean {
  return state === 'ACTIVE' && (end === null || end >= day);
}

/** Days before the end at which the owner is warned, the later first. */
const WARNINGS = [3, 14] as const;
const DAY_MS = 86_400_000;

/**
 * Returns the warning that is due on a day, as days before the end; null if there is none, or the owner got it.
 * @param warned the last warning
 */
export function dueWarning(endsOn: string | null, day: string, warned: number | null): number | null {
  if (endsOn === null || endsOn < day) return null;
  const left = Math.round((Date.parse(endsOn) - Date.parse(day)) / DAY_MS);
  const due = WARNINGS.find((days) => left <= days);
  return due === undefined || (warned !== null && warned <= due) ? null : due;
}

/** Returns what looks wrong with an exclusion; empty: nothing. */
export function noticeOf(
  { ends_on: end, hid_at_start: before, state }: { ends_on: string | null; hid_at_start: number; state: string },
  hides: number,
  day: string,
): string {
  if (state === 'PROPOSED') return 'It hides nothing until a second user approves it.';
  if (!isActiveOn({ state, ends_on: end }, day)) return '';
  if (hides > 2 * Math.max(1, before)) return `It hides ${hides} findings now and hid ${before} when it was added. Check its scope.`;
  if (hides === 0) return 'It hides nothing now. End it if the findings are gone for good.';
  if (dueWarning(end, day, null) !== null) return `It ends on ${end}. Then its findings are shown again.`;
  return '';
}
