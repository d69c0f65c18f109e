import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeEdit, WhatIfVerdict } from '@cam/contracts';
import { ApiRefusal, type ApiClient } from '../api-client';
import { isWhatIfResult, parseWhatIfResult } from '../bicep/what-if-result';
import { isChangeSet, parseChangeSet } from '../cloudformation/change-set';
import { isPlan, parsePlan, type Plan } from '../terraform/plan';
import { plannedEdits } from '../terraform/planned-edits';
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
 * Tries a plan of Terraform, a change set of CloudFormation or a what-if of Bicep: the edits of each source, once with the policies that the plan does not know as wide as they may be, and once as narrow.
 * @param text as `terraform show -json` or `aws cloudformation describe-change-set` or `az deployment sub what-if` prints it. Only the edits of known types leave this machine.
 * @throws CliFailure if the plan cannot be read
 */
export async function tryPlan(client: ApiClient, text: string, options: PlanOptions): Promise<Tried> {
  const plan = readPlan(text);
  const { account } = options;
  const wide = plannedEdits(plan, { fill: 'wide', account });
  const narrow = plannedEdits(plan, { fill: 'narrow', account });
  const untried = new Set([...wide.unread, ...narrow.unread]);
  const verdicts = async (planned: typeof wide): Promise<WhatIfVerdict[]> => {
    const found: WhatIfVerdict[] = [];
    for (const { source, edits } of planned.sources) {
      options.progress(`${edits.length} edit${edits.length === 1 ? '' : 's'} of ${source} ...`);
      const verdict = await verdictOf(client, source, edits, options);
      if (typeof verdict === 'string') untried.add(verdict);
      else found.push(verdict);
    }
    return found;
  };
  const most = await verdicts(wide);
  const least = wide.filled.length === 0 ? most : await verdicts(narrow);
  return { wide: most, narrow: least, filled: wide.filled, admitsOthers: wide.admitsOthers, untried: [...untried] };
}

/** Reports whether a text is a plan of one of the tools whose plans are read. */
export function isAnyPlan(text: string): boolean {
  return isPlan(text) || isChangeSet(text) || isWhatIfResult(text);
}

function readPlan(text: string): Plan {
  if (isChangeSet(text)) return parseChangeSet(text);
  return isWhatIfResult(text) ? parseWhatIfResult(text) : parsePlan(text);
}

/** Returns the verdict about the edits of a source, or the reason why there is none. */
async function verdictOf(
  client: ApiClient,
  source: string,
  edits: ChangeEdit[],
  { wait = () => delay(WAIT) }: Pick<PlanOptions, 'wait'>,
): Promise<WhatIfVerdict | string> {
  if (edits.length > MOST_EDITS) return `the plan makes ${edits.length} edits in ${source}, and a change has at most ${MOST_EDITS}`;
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.call('POST /v1/graph-querymgr/what-if', { body: { edits } });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const { code, user_message: message } = error.body;
      const isOfChange = error.status === 409 || error.status === 422;
      if (PASSING.has(code) && attempt < ATTEMPTS) await wait();
      else if (isOfChange) return `${source}: ${message.replace(/\.$/, '')}`;
      else throw error;
    }
  }
}
