import type { BreakAnswer, BreakElement, BreakPlan, WhatIfVerdict } from '@cam/contracts/server';
import { documentsBefore, editsOf, type CutElement, type GraphService, type PairWays } from '../../graph';
import type { Context } from '../../platform/context';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors';
import { CallLimits } from '../../platform/security/call-limits';
import type { TryChange, WhatIfService } from '../what-if';
import { CutSolver, type Candidate } from './solver';

/** Searches that a tenant may start in a minute. */
const PER_MINUTE = 10;

/** The most changes that a search tries, and the most plans that it offers. */
const MOST_TRIALS = 12;
const MOST_PLANS = 3;

/** Time after which a search tries nothing more, ms. */
const PATIENCE = 45_000;

export interface BreakDependencies {
  graph: Pick<GraphService, 'waysOfAccess' | 'entity'>;
  whatIf: Pick<WhatIfService, 'inTurn'>;
}

export interface AccessToEnd {
  identityUri: string;
  resourceUri: string;
  /** Ids of elements that must stay. */
  keep: readonly string[];
  signal: AbortSignal;
}

/** A plan that was tried and ends the access. */
interface Tried {
  elements: CutElement[];
  verdict: WhatIfVerdict;
}

/** Finds the least changes that end an access. Each plan was tried: the graph after it has no way left, and nobody gains anything. */
export class BreakService {
  readonly #limits = new CallLimits(PER_MINUTE);

  constructor(
    private readonly ctx: Context,
    private readonly deps: BreakDependencies,
  ) {}

  /**
   * Returns the plans that end an access, the best first: the least broken use, then the least unknown use, then the fewest changes, then the least lost access.
   * @throws ApiError 404 if the graph lacks the identity or the resource; 409 while the graph is being changed; 422 for an identity without access; 429 for
   * too many searches
   */
  async find(tenantId: string, access: AccessToEnd): Promise<BreakAnswer> {
    const { graph, whatIf } = this.deps;
    const now = await this.ctx.db.tenant(tenantId, async (tx) => ({
      identity: await graph.entity(tx, tenantId, access.identityUri),
      resource: await graph.entity(tx, tenantId, access.resourceUri),
      ways: await graph.waysOfAccess(tx, tenantId, access),
    }));
    const { identity, resource } = now;
    if (!identity || !resource) throw notFound('The graph no longer has this identity or resource. Run the search again.');
    if (!now.ways.hasAccess) throw unprocessable('NO_ACCESS', `${identity.name} has no access to ${resource.name}, so there is nothing to end.`);
    if (this.#limits.admit(tenantId) !== null)
      throw new ApiError(429, 'TOO_MANY_CALLS', `A tenant can search ${PER_MINUTE} cuts in a minute. Please wait a moment.`);
    const search = new Search(tenantId, access, this.deps);
    search.solver.add(now.ways.ways);
    await whatIf.inTurn(tenantId, (tryChange) => search.run(tryChange));
    return { identity: endOf(identity), resource: endOf(resource), ...search.answer() };
  }
}

/** One search: it tries the cheapest choice, learns the ways that it leaves, and goes on. */
class Search {
  readonly solver: CutSolver;
  readonly #plans: Tried[] = [];
  readonly #ends = Date.now() + PATIENCE;
  #trials = 0;
  #isOver = false;
  #refusal: string | null = null;
  #gaining = 0;

  constructor(
    private readonly tenantId: string,
    private readonly access: AccessToEnd,
    private readonly deps: BreakDependencies,
  ) {
    this.solver = new CutSolver(new Set(access.keep));
  }

  async run(tryChange: TryChange): Promise<void> {
    while (this.#plans.length < MOST_PLANS) {
      const candidate = this.solver.next();
      if (!candidate) return;
      if (this.#trials === MOST_TRIALS || Date.now() > this.#ends) {
        this.#isOver = true;
        return;
      }
      this.#trials += 1;
      await this.#try(candidate, tryChange);
    }
  }

  async #try({ sourceUid, elements }: Candidate, tryChange: TryChange): Promise<void> {
    const { tenantId, access, deps } = this;
    const removals = elements.map(({ removal }) => removal);
    const [edits, before] = [editsOf(removals), documentsBefore(removals)];
    try {
      const { found, verdict } = await tryChange<PairWays>({
        ...{ edits, sourceUid, withGuardrails: false, signal: access.signal },
        look: (tx) => deps.graph.waysOfAccess(tx, tenantId, access, before),
        isWanted: ({ hasAccess }) => !hasAccess,
      });
      // The same ways again would be chosen again.
      if (!verdict) {
        if (!this.solver.add(found.ways)) this.solver.refuse(elements);
        return;
      }
      if (verdict.gained > 0) this.#gaining += 1;
      else this.#plans.push({ elements, verdict });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CHANGE_REFUSED') throw error;
      this.#refusal = error.message;
    }
    this.solver.refuse(elements);
  }

  answer(): Omit<BreakAnswer, 'identity' | 'resource'> {
    const fewest = this.solver.fewest();
    const isComplete = !this.#isOver && this.solver.isExact;
    return {
      ways: this.solver.size,
      fewest: fewest ?? 0,
      plans: this.#plans.toSorted(inOrder).map(toPlan),
      kept: this.solver.known(this.access.keep).map(toElement),
      is_complete: isComplete,
      notes: this.#notes(fewest, isComplete),
    };
  }

  /** Says what the answer does not cover, and why there is no plan. */
  #notes(fewest: number | null, isComplete: boolean): string[] {
    const plans = this.#plans.length;
    const kept = this.access.keep.length > 0 ? ' with what has to stay' : '';
    const several = this.solver.overall();
    const sources = new Set(several.map(({ sourceUid }) => sourceUid)).size;
    return [
      ...(fewest === null ? [`A part of this access comes from things that CAM cannot try to change yet${kept}, so no plan ends all of it.`] : []),
      ...(plans === 0 && sources > 1
        ? [
            `Only changes in ${sources} accounts together end this access: ${several.map(({ action }) => action).join('; ')}. CAM can try one account at a time.`,
          ]
        : []),
      ...(this.#gaining > 0
        ? [`${this.#gaining === 1 ? 'A choice was' : `${this.#gaining} choices were`} left out, because somebody would gain access by it.`]
        : []),
      ...(this.#refusal !== null && plans === 0 ? [`A change could not be tried. ${this.#refusal}`] : []),
      ...(isComplete ? [] : [`The search ended after ${this.#trials} tried changes, so a better plan may exist.`]),
    ];
  }
}

function inOrder(a: Tried, b: Tried): number {
  const keys = ({ elements, verdict: { broken, unknown, lost } }: Tried): number[] => [broken, unknown, elements.length, lost];
  const [one, other] = [keys(a), keys(b)];
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

function toPlan({ elements, verdict }: Tried): BreakPlan {
  return { elements: elements.map(toElement), edits: editsOf(elements.map(({ removal }) => removal)), verdict };
}

function toElement({ id, kind, name, action, uri, reach }: CutElement): BreakElement {
  return { id, kind, name, action, uri, reach };
}

function endOf({ uri, name, type }: { uri: string; name: string; type: string }): BreakAnswer['identity'] {
  return { uri, name, type };
}
