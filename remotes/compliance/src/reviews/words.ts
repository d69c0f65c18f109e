import {
  TIER_NAMES,
  type Campaign,
  type OnSilence,
  type ReviewersRule,
  type ReviewItem,
  type ReviewItemState,
  type StageTakes,
  type ReviewSuggestion,
} from '@cam/contracts';
import { formatDate, formatZoned } from '@cam/ui';

type Tone = 'ok' | 'high' | 'medium' | 'neutral' | 'accent';

/** States of items, with their tones. */
export const ITEM_STATES: Record<ReviewItemState, { label: string; tone: Tone }> = {
  OPEN: { label: 'To decide', tone: 'medium' },
  KEPT: { label: 'Kept', tone: 'ok' },
  REVOKED: { label: 'Revoked, waits for a snapshot', tone: 'accent' },
  DONE: { label: 'Revoked and gone', tone: 'ok' },
  OVERDUE: { label: 'Revoked but still there', tone: 'high' },
  GONE: { label: 'Gone without a decision', tone: 'neutral' },
  PROPOSED: { label: 'Revocation proposed', tone: 'medium' },
  UNDECIDED: { label: 'Not decided', tone: 'high' },
};

export const SUGGESTIONS: Record<ReviewSuggestion, string> = {
  KEEP: 'Suggestion: keep',
  REVOKE: 'Suggestion: revoke',
  LOOK: 'Suggestion: look closer',
  NONE: 'No suggestion',
};

export const SILENCES: readonly { value: OnSilence; label: string; hint: string }[] = [
  { value: 'ESCALATE', label: 'Escalate', hint: 'The fallback gets them, with 7 more days. Then they count as not decided.' },
  { value: 'PROPOSE_REVOKE', label: 'Propose to revoke', hint: 'They are marked as proposed revocations. Nothing is revoked by itself.' },
  { value: 'KEEP', label: 'Keep', hint: 'The access stays, and the evidence says that nobody decided.' },
];

/** Decisions that a further stage decides again. */
export const TAKES: readonly { value: StageTakes; label: string }[] = [
  { value: 'KEPT', label: 'Access that was kept' },
  { value: 'REVOKED', label: 'Access that was revoked' },
  { value: 'ALL', label: 'All items' },
];

/** Says what the stages before decided, a sentence each. */
export function earlierText({ earlier }: Pick<ReviewItem, 'earlier'>): string[] {
  return earlier.map(({ stage, decision, by, at, reason }) => {
    const verb = decision === 'KEPT' ? 'kept' : 'revoked';
    return `Stage ${stage}: ${by} ${verb} it on ${formatZoned(at)}${reason === '' ? '' : `: ${reason}`}`;
  });
}

/** Returns the state of a review in words. */
export function campaignState({ state, counts, stage, stages, stage_ends_on: ends, escalated_until: until }: Campaign): {
  label: string;
  tone: Tone;
} {
  if (state === 'PREPARING') return { label: 'Making its items', tone: 'neutral' };
  if (state === 'FAILED') return { label: 'Could not start', tone: 'high' };
  if (counts.overdue > 0) return { label: `${inFull(counts.overdue)} overdue`, tone: 'high' };
  if (state === 'CLOSED') return { label: 'Closed', tone: 'neutral' };
  if (until !== null) return { label: `Escalated until ${until}`, tone: 'accent' };
  return { label: stages.length === 0 ? `Open until ${ends}` : `Stage ${stage} of ${stages.length + 1}, until ${ends}`, tone: 'accent' };
}

/** Returns the share of items that are decided or gone, in percent. */
export function progressOf({ items, open }: Campaign['counts']): number {
  return items === 0 ? 0 : Math.floor(((items - open) * 100) / items);
}

export function reviewersText(rule: ReviewersRule): string {
  if (rule.by === 'PEOPLE') return rule.people.join(', ');
  return rule.by === 'TAG' ? `The email address in the tag ${rule.tag}` : `The email address in the attribute ${rule.attribute}`;
}

/** Returns a count in full: a reviewer decides about each of them. */
export const inFull = (count: number): string => count.toLocaleString('en');

/** Returns a number with its noun: "1 item", "1,240 items". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${inFull(count)} ${count === 1 ? one : many}`;

/** Says what a review makes, such as "1,240 items for 31 reviewers". */
export function previewText(items: number, reviewers: number): string {
  return `${counted(items, 'item')} for ${counted(reviewers, 'reviewer')}`;
}

/** Says what the identity has, without a full stop. */
export function hasText({ identity: { name }, unit }: Pick<ReviewItem, 'identity' | 'unit'>): string {
  switch (unit.kind) {
    case 'MEMBERSHIP':
      return `${name} is in the group ${unit.name}`;
    case 'ATTACHMENT':
      return `${name} has the policy ${unit.name}`;
    case 'INLINE_POLICY':
      return `${name} has the inline policy ${unit.name}`;
    case 'ASSIGNMENT':
      return `${name} has the role ${unit.name}`;
    case 'PRINCIPAL':
      return `${name} is named in ${unit.name}`;
  }
}

const VERBS = { READ: 'read', WRITE: 'write', ADMIN: 'administer' } as const;

/** Says what the unit gives, as a sentence. */
export function givesText({ reach, may }: Pick<ReviewItem, 'reach' | 'may'>): string {
  const total = reach.reduce((sum, count) => sum + count, 0);
  const verbs = may.map((kind) => VERBS[kind]);
  const list = verbs.length > 1 ? `${verbs.slice(0, -1).join(', ')} and ${verbs.at(-1) ?? ''}` : (verbs[0] ?? 'reach');
  const important = reach.slice(0, 2).flatMap((count, tier) => (count === 0 ? [] : [`${inFull(count)} of tier ${tier} (${TIER_NAMES[tier] ?? ''})`]));
  return `This lets it ${list} ${counted(total, 'resource')}${important.length > 0 ? `, ${important.join(' and ')}` : ''}.`;
}

/** Says how the unit was used in the 90 days before the review, as a sentence. */
export function usedText({ used, last_used: last, use_doubt: doubt }: Pick<ReviewItem, 'used' | 'last_used' | 'use_doubt'>): string {
  const at = last === null ? '' : ` The last use was on ${formatDate(last)}.`;
  if (used > 0) return `It used ${inFull(used)} of them in 90 days.${at}`;
  return doubt === '' ? `It used none of them in 90 days.${at}` : `No use is known.${at} ${doubt}`;
}

/** Says when revoking the unit alone changes nothing; empty otherwise. */
export function aloneText({ only_here: only, reach }: Pick<ReviewItem, 'only_here' | 'reach'>): string {
  if (only === 0) return 'Other memberships, policies or roles give the same, so revoking this alone changes nothing.';
  const total = reach.reduce((sum, count) => sum + count, 0);
  return only < total ? `Revoking it ends access to ${counted(only, 'resource')}. Others stay reachable in another way.` : '';
}

/** Says how often a review repeats. */
export function repeatText(months: number): string {
  return months === 1 ? 'Every month' : months === 12 ? 'Every year' : `Every ${months} months`;
}
