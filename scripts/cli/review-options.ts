import { ON_SILENCE, REPEAT_MONTHS, STAGE_TAKES, TICKETS_PER, type Api, type OnSilence, type ReviewersRule, type ReviewStage } from '@cam/contracts';
import { CliFailure } from './failure';

/** Options of a new review. */
export interface ReviewOptions {
  name: string;
  query: string;
  reviewers?: string[];
  ownerTag?: string;
  manager?: string;
  secondOn?: string;
  secondReviewers?: string[];
  secondOwnerTag?: string;
  secondManager?: string;
  secondTakes: string;
  tickets?: string;
  ticketPer: string;
  fallback: string;
  due: string;
  silence: string;
  tier?: string;
  revokeDays: string;
  repeatMonths?: string;
}

/** Returns the review that the options describe. @throws CliFailure for options that contradict each other */
export function reviewOf(options: ReviewOptions): Api['POST /v1/campaigns']['body'] {
  const { name, query, fallback, due, silence, tier, revokeDays, repeatMonths } = options;
  const rule = silence.toUpperCase().replaceAll('-', '_') as OnSilence;
  if (!ON_SILENCE.includes(rule)) throw new CliFailure(`Invalid value "${silence}" for --silence. Use keep, propose-revoke or escalate.`);
  if (tier !== undefined && !/^[0-2]$/.test(tier)) throw new CliFailure(`Invalid value "${tier}" for --tier. Use 0, 1 or 2.`);
  const repeat = REPEAT_MONTHS.find((months) => String(months) === repeatMonths);
  if (repeatMonths !== undefined && repeat === undefined)
    throw new CliFailure(`Invalid value "${repeatMonths}" for --repeat-months. Use 1, 3, 6 or 12.`);
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
    ...stagesOf(options),
    ...ticketsOf(options),
    ...(tier === undefined ? {} : { max_tier: Number(tier) }),
    ...(repeat === undefined ? {} : { repeat_months: repeat }),
  };
}

function ticketsOf({ tickets, ticketPer }: ReviewOptions): Pick<Api['POST /v1/campaigns']['body'], 'tickets'> {
  if (tickets === undefined) return {};
  const per = TICKETS_PER.find((one) => one === ticketPer.toUpperCase());
  if (!per) throw new CliFailure(`Invalid value "${ticketPer}" for --ticket-per. Use source or reviewer.`);
  return { tickets: { connection_id: tickets, per } };
}

function stagesOf({ secondOn, secondReviewers, secondOwnerTag, secondManager, secondTakes }: ReviewOptions): { stages?: ReviewStage[] } {
  const named = { reviewers: secondReviewers, ownerTag: secondOwnerTag, manager: secondManager };
  const isNamed = Object.values(named).some((value) => value !== undefined);
  if (secondOn === undefined && !isNamed) return {};
  if (secondOn === undefined) throw new CliFailure('A second stage needs its first day. Add --second-on with a day such as 2026-12-15.');
  const takes = STAGE_TAKES.find((one) => one === secondTakes.toUpperCase());
  if (!takes) throw new CliFailure(`Invalid value "${secondTakes}" for --second-takes. Use all, kept or revoked.`);
  return { stages: [{ starts_on: secondOn, reviewers: rulesOf(named, 'second-'), takes }] };
}

function rulesOf(
  { reviewers, ownerTag, manager }: { reviewers?: string[] | undefined; ownerTag?: string | undefined; manager?: string | undefined },
  prefix = '',
): ReviewersRule {
  const rules: ReviewersRule[] = [
    ...(reviewers === undefined ? [] : [{ by: 'PEOPLE' as const, people: reviewers }]),
    ...(ownerTag === undefined ? [] : [{ by: 'TAG' as const, tag: ownerTag }]),
    ...(manager === undefined ? [] : [{ by: 'ATTRIBUTE' as const, attribute: manager }]),
  ];
  const [rule, another] = rules;
  if (!rule || another) throw new CliFailure(`Name the reviewers in one way: --${prefix}reviewers, --${prefix}owner-tag or --${prefix}manager.`);
  return rule;
}
