import { setImmediate } from 'node:timers/promises';
import type { ProposedDocument, ProposalPart, ReplayProof } from '@cam/contracts/server';
import { simulate } from '../../providers/simulator';

/** An action used within the window. */
export interface UsedCall {
  action: string;
  /** Native ids of the used resources; empty: unknown, or too many to name. */
  resources: string[];
  uses: number;
}

interface AnyCase {
  action: string;
  resource: string;
  uses: number;
}

/** A call for the evaluator, which decides it with the current and the proposed policies. */
interface SimulatedCase extends AnyCase {
  today: Record<string, unknown>;
  proposed: Record<string, unknown>;
  decided?: undefined;
}

/** A call in a directory, where the held role or assignment alone decides. */
interface DecidedCase extends AnyCase {
  decided: { today: boolean; proposed: boolean };
}

export type ReplayCase = SimulatedCase | DecidedCase;

/** The proposal for one source, before it is formatted. */
export interface Draft {
  documents: ProposedDocument[];
  cases: ReplayCase[];
  /** The actions held today, and those that remain. */
  held: ReadonlySet<string>;
  left: ReadonlySet<string>;
  notes: string[];
}

/** The service of an action, and whether it is sensitive. */
export interface ActionFacts {
  serviceOf(action: string): string;
  isSensitive(action: string): boolean;
}

/** Cases to decide before yielding to other work. */
const BATCH = 25;

/** The most denied calls to list, and the most examples per service. */
const MOST_DENIED = 50;
const EXAMPLES = 8;

/** Evaluates every used call. Calls that the current policies deny too are counted separately, because the proposal does not cause them. */
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
  const because = isAllowed ? [] : ['No remaining permission allows it.'];
  return { id: 0, decision: isAllowed ? 'Allowed' : 'ImplicitlyDenied', allowed: isAllowed, conditions: [], because };
}

function isGiven(answer: Answer): boolean {
  return 'decision' in answer && (answer.decision === 'Allowed' || answer.decision === 'Conditional');
}

/** Returns the removed actions by service. */
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
        // Sensitive actions come first.
        examples: actions.sort((a, b) => Number(isSensitive(b)) - Number(isSensitive(a)) || a.localeCompare(b)).slice(0, EXAMPLES),
      }))
      .sort((a, b) => b.actions - a.actions || a.service.localeCompare(b.service)),
  };
}

/** Returns the policy as people read it and as providers accept it. */
export function documentText(value: unknown): string {
  return JSON.stringify(value, null, 4);
}

/** Returns a part of a file name. */
export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'policy'
  );
}
