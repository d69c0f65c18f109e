import { setImmediate } from 'node:timers/promises';
import type { ProposedDocument, ProposalPart, ReplayProof } from '@cam/contracts/server';
import { simulate } from '../../providers/simulator';

/** An action that somebody used within the window. */
export interface UsedCall {
  action: string;
  /** Native ids of what it was used on; empty: none is known, or too many to name them. */
  resources: string[];
  uses: number;
}

interface AnyCase {
  action: string;
  resource: string;
  uses: number;
}

/** A call as it is put to the evaluator: once with the policies of today, once with those that are proposed. */
interface SimulatedCase extends AnyCase {
  today: Record<string, unknown>;
  proposed: Record<string, unknown>;
  decided?: undefined;
}

/** A call in a directory, where holding a role or an assignment decides by itself. */
interface DecidedCase extends AnyCase {
  decided: { today: boolean; proposed: boolean };
}

export type ReplayCase = SimulatedCase | DecidedCase;

/** What comes out for one source, before it is told. */
export interface Draft {
  documents: ProposedDocument[];
  cases: ReplayCase[];
  /** Actions that are held today, and those of them that are left. */
  held: ReadonlySet<string>;
  left: ReadonlySet<string>;
  notes: string[];
}

/** What an action is: of which service, and whether it is sensitive. */
export interface ActionFacts {
  serviceOf(action: string): string;
  isSensitive(action: string): boolean;
}

/** Cases that are decided before others get their turn. */
const BATCH = 25;

/** Calls of an answer that would be denied, and examples of what a service loses. */
const MOST_DENIED = 50;
const EXAMPLES = 8;

/**
 * Puts every used call to the evaluator that builds the graph. What the policies of today do not allow either is no matter of the proposal
 * and is counted apart.
 */
export async function replay(cases: readonly ReplayCase[]): Promise<ReplayProof> {
  const proof: ReplayProof = { calls: 0, uses: 0, allowed: 0, conditional: 0, denied: 0, denied_calls: [], decided_elsewhere: 0 };
  for (const [index, one] of cases.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate();
    const { action, resource, uses } = one;
    if (!(one.decided ? one.decided.today : isGiven(simulate({ ...one.today, id: index })))) {
      proof.decided_elsewhere += 1;
      continue;
    }
    proof.calls += 1;
    proof.uses += uses;
    const answer = one.decided ? decisionOf(one.decided.proposed) : simulate({ ...one.proposed, id: index });
    if (isGiven(answer)) {
      if ('decision' in answer && answer.decision === 'Allowed') proof.allowed += 1;
      else proof.conditional += 1;
      continue;
    }
    proof.denied += 1;
    const because = 'error' in answer ? answer.error : answer.because.join(' ');
    if (proof.denied_calls.length < MOST_DENIED) proof.denied_calls.push({ action, resource, because });
  }
  return proof;
}

type Answer = ReturnType<typeof simulate>;

function decisionOf(isAllowed: boolean): Answer {
  const because = isAllowed ? [] : ['Nothing that would be left gives it.'];
  return { id: 0, decision: isAllowed ? 'Allowed' : 'ImplicitlyDenied', allowed: isAllowed, conditions: [], because };
}

function isGiven(answer: Answer): boolean {
  return 'decision' in answer && (answer.decision === 'Allowed' || answer.decision === 'Conditional');
}

/** What the proposal takes away, by service. */
export function takenAway({ held, left }: Pick<Draft, 'held' | 'left'>, { serviceOf, isSensitive }: ActionFacts): ProposalPart['taken_away'] {
  const gone = [...held].filter((action) => !left.has(action));
  const services = new Map<string, string[]>();
  for (const action of gone) {
    const service = serviceOf(action);
    services.set(service, [...(services.get(service) ?? []), action]);
  }
  return {
    actions: gone.length,
    sensitive: gone.filter(isSensitive).length,
    held: held.size,
    services: [...services]
      .map(([service, actions]) => ({
        service,
        actions: actions.length,
        // What can do harm is named first.
        examples: actions.sort((a, b) => Number(isSensitive(b)) - Number(isSensitive(a)) || a.localeCompare(b)).slice(0, EXAMPLES),
      }))
      .sort((a, b) => b.actions - a.actions || a.service.localeCompare(b.service)),
  };
}

/** As people read it, and as providers take it. */
export function documentText(value: unknown): string {
  return JSON.stringify(value, null, 4);
}

/** A part of a file name. */
export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'policy'
  );
}
