import { ON_SILENCE, type Api, type OnSilence, type ReviewersRule } from '@cam/contracts';
import { CliFailure } from './failure';

/** Options of a new review. */
export interface ReviewOptions {
  name: string;
  query: string;
  reviewers?: string[];
  ownerTag?: string;
  manager?: string;
  fallback: string;
  due: string;
  silence: string;
  tier?: string;
  revokeDays: string;
}

/** Returns the review that the options describe. @throws CliFailure for options that contradict each other */
export function reviewOf(options: ReviewOptions): Api['POST /v1/campaigns']['body'] {
  const { name, query, fallback, due, silence, tier, revokeDays } = options;
  const rule = silence.toUpperCase().replaceAll('-', '_') as OnSilence;
  if (!ON_SILENCE.includes(rule)) throw new CliFailure(`Invalid value "${silence}" for --silence. Use keep, propose-revoke or escalate.`);
  if (tier !== undefined && !/^[0-2]$/.test(tier)) throw new CliFailure(`Invalid value "${tier}" for --tier. Use 0, 1 or 2.`);
  const areDays = /^[1-9]\d?$/.test(revokeDays) && Number(revokeDays) <= 90;
  if (!areDays) throw new CliFailure(`Invalid value "${revokeDays}" for --revoke-days. Use a whole number from 1 to 90.`);
  return {
    ...{
      name,
      query,
      reviewers: rulesOf(options),
      fallback,
      due_on: due,
      on_silence: rule,
      revoke_days: Number(revokeDays),
    },
    ...(tier === undefined ? {} : { max_tier: Number(tier) }),
  };
}

function rulesOf({ reviewers, ownerTag, manager }: Pick<ReviewOptions, 'reviewers' | 'ownerTag' | 'manager'>): ReviewersRule {
  const rules: ReviewersRule[] = [
    ...(reviewers === undefined ? [] : [{ by: 'PEOPLE' as const, people: reviewers }]),
    ...(ownerTag === undefined ? [] : [{ by: 'TAG' as const, tag: ownerTag }]),
    ...(manager === undefined ? [] : [{ by: 'ATTRIBUTE' as const, attribute: manager }]),
  ];
  const [rule, another] = rules;
  if (!rule || another) throw new CliFailure('Name the reviewers in one way: --reviewers, --owner-tag or --manager.');
  return rule;
}
