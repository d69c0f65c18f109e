import { setTimeout as delay } from 'node:timers/promises';
import { MOST_EDITED_SOURCES, type ChangeEdit, type WhatIfVerdict } from '@cam/contracts';
import { ApiRefusal, type ApiClient } from '../api-client';
import { isWhatIfResult, parseWhatIfResult } from '../bicep/what-if-result';
import { isChangeSet, parseChangeSet } from '../cloudformation/change-set';
import { isPlan, parsePlan, type Plan } from '../terraform/plan';
import { plannedEdits, type EditsOfSource, type PlannedEdits } from '../terraform/planned-edits';
import type { Tried } from './decide';

/** Refusals that pass by themselves: an import is changing the graph, or another change is being tried. */
const PASSING = new Set(['GRAPH_CHANGING', 'WHAT_IF_BUSY', 'TOO_MANY_CALLS']);

/** Attempts, and the wait between them, ms: a verdict takes at most two minutes. */
const ATTEMPTS = 30;
const WAIT = 5000;

/** The most edits of one call. */
const MOST_EDITS = 200;

export interface PlanOptions {
  /** The AWS account of resources whose account the plan does not say; null: none. */
  account: string | null;
  progress: (words: string) => void;
  wait?: () => Promise<unknown>;
}

/**
 * Tries plans of Terraform, change sets of CloudFormation or what-ifs of Bicep as one change: the edits of all sources together, once with the policies that the plans do not know as wide as they may be, and once as narrow.
 * @param texts as `terraform show -json` or `aws cloudformation describe-change-set` or `az deployment sub what-if` prints them. Only the edits of known types leave this machine.
 * @throws CliFailure if a plan cannot be read
 */
export async function tryPlans(client: ApiClient, texts: readonly string[], options: PlanOptions): Promise<Tried> {
  const plans = texts.map(readPlan);
  const { account } = options;
  const wide = joined(plans.map((plan) => plannedEdits(plan, { fill: 'wide', account })));
  const narrow = joined(plans.map((plan) => plannedEdits(plan, { fill: 'narrow', account })));
  const untried = new Set([...wide.unread, ...narrow.unread]);
  const verdicts = async ({ sources }: PlannedEdits): Promise<WhatIfVerdict[]> => {
    const { tried, refused } = await tryTogether(client, sources, options);
    for (const reason of refused) untried.add(reason);
    return tried;
  };
  const most = await verdicts(wide);
  const least = wide.filled.length === 0 ? most : await verdicts(narrow);
  return { wide: most, narrow: least, filled: wide.filled, admitsOthers: wide.admitsOthers, untried: [...untried] };
}

/** Joins what several plans make. Their edits of one source are one change. */
function joined(plans: readonly PlannedEdits[]): PlannedEdits {
  const bySource = new Map<string, ChangeEdit[]>();
  for (const { source, edits } of plans.flatMap(({ sources }) => sources)) bySource.set(source, [...(bySource.get(source) ?? []), ...edits]);
  return {
    sources: [...bySource].map(([source, edits]) => ({ source, edits })),
    filled: plans.flatMap(({ filled }) => filled),
    admitsOthers: plans.some(({ admitsOthers }) => admitsOthers),
    unread: plans.flatMap(({ unread }) => unread),
  };
}

/**
 * Tries the edits of sources together, because some access needs both sides: a role that trusts another account, and a permission there. Parts that
 * cannot be tried are left out, with the reason, and the rest is tried without them.
 */
async function tryTogether(
  client: ApiClient,
  sources: readonly EditsOfSource[],
  options: PlanOptions,
): Promise<{ tried: WhatIfVerdict[]; refused: string[] }> {
  if (sources.length === 0) return { tried: [], refused: [] };
  const all = await verdictOf(client, sources, options);
  if (typeof all !== 'string') return { tried: [all], refused: [] };
  if (sources.length === 1) return { tried: [], refused: [all] };
  const refused: string[] = [];
  const possible: { part: EditsOfSource; verdict: WhatIfVerdict }[] = [];
  for (const part of sources) {
    const verdict = await verdictOf(client, [part], options);
    if (typeof verdict === 'string') refused.push(verdict);
    else possible.push({ part, verdict });
  }
  const parts = possible.map(({ part }) => part);
  const apart = possible.map(({ verdict }) => verdict);
  if (parts.length < 2) return { tried: apart, refused };
  const rest = parts.length === sources.length ? all : await verdictOf(client, parts, options);
  return typeof rest === 'string' ? { tried: apart, refused: [...refused, rest] } : { tried: [rest], refused };
}

/** Reports whether a text is a plan of one of the tools whose plans are read. */
export function isAnyPlan(text: string): boolean {
  return isPlan(text) || isChangeSet(text) || isWhatIfResult(text);
}

function readPlan(text: string): Plan {
  if (isChangeSet(text)) return parseChangeSet(text);
  return isWhatIfResult(text) ? parseWhatIfResult(text) : parsePlan(text);
}

/** Returns the verdict about the edits of sources together, or the reason why there is none. */
async function verdictOf(
  client: ApiClient,
  sources: readonly EditsOfSource[],
  { progress, wait = () => delay(WAIT) }: Pick<PlanOptions, 'progress' | 'wait'>,
): Promise<WhatIfVerdict | string> {
  const large = sources.find(({ edits }) => edits.length > MOST_EDITS);
  if (large) return `the plan makes ${large.edits.length} edits in ${large.source}, and a change has at most ${MOST_EDITS}`;
  const names = sources.map(({ source }) => source).join(', ');
  if (sources.length > MOST_EDITED_SOURCES)
    return `the plan edits ${sources.length} accounts together, and a change has at most ${MOST_EDITED_SOURCES}`;
  const count = sources.reduce((sum, { edits }) => sum + edits.length, 0);
  progress(`${count} edit${count === 1 ? '' : 's'} of ${names} ...`);
  const [first, ...others] = sources.map(({ edits }) => ({ edits }));
  const body = { edits: first?.edits ?? [], ...(others.length > 0 ? { with: others } : {}) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.call('POST /v1/graph-querymgr/what-if', { body });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const { code, user_message: message } = error.body;
      const isOfChange = error.status === 409 || error.status === 422;
      if (PASSING.has(code) && attempt < ATTEMPTS) await wait();
      else if (isOfChange) return `${names}: ${message.replace(/\.$/, '')}`;
      else throw error;
    }
  }
}
