import type { BreakAnswer, BreakElement, BreakPlan, WhatIfVerdict } from '@cam/contracts/server';
import { documentsBefore, editsOf, type CutElement, type GraphService, type PairWays } from '../../graph';
import type { Context } from '../../platform/context';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors';
import { CallLimits } from '../../platform/security/call-limits';
import type { TryChange, WhatIfService } from '../what-if';
import { CutSearch, type Ending, type Outcome } from './search';
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

/** Finds the least changes that end an access. Each plan was tried: the graph after it has no way left, and nobody gains anything. */
export class BreakService {
  readonly #limits = new CallLimits(PER_MINUTE);

  constructor(
    private readonly ctx: Context,
    private readonly deps: BreakDependencies,
  ) {}

  /**
   * Returns the plans that end an access, the best first: those that were compared as a whole, then the least broken use, then the least unknown use, then the fewest changes, then the least lost access.
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
    const ends = Date.now() + PATIENCE;
    const limits = { trials: MOST_TRIALS, plans: MOST_PLANS, isLate: () => Date.now() > ends };
    const search = new CutSearch<WhatIfVerdict>(new CutSolver(new Set(access.keep)), limits);
    search.solver.add(now.ways.ways);
    await whatIf.inTurn(tenantId, (tryChange) => search.run((choice) => this.#try(tenantId, access, choice, tryChange)));
    return { identity: endOf(identity), resource: endOf(resource), ...answerOf(search, access.keep) };
  }

  async #try(tenantId: string, access: AccessToEnd, { sourceUid, elements }: Candidate, tryChange: TryChange): Promise<Outcome<WhatIfVerdict>> {
    const removals = elements.map(({ removal }) => removal);
    const [edits, before] = [editsOf(removals), documentsBefore(removals)];
    try {
      const { found, verdict } = await tryChange<PairWays>({
        ...{ edits, sourceUid, withGuardrails: false, signal: access.signal },
        look: (tx) => this.deps.graph.waysOfAccess(tx, tenantId, access, before),
        isWanted: ({ hasAccess }) => !hasAccess,
      });
      if (!verdict) return { kind: 'LEAVES', ways: found };
      return gainsOf(verdict, access.identityUri) > 0 ? { kind: 'GAINS' } : { kind: 'ENDS', effect: verdict };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGE_REFUSED') return { kind: 'REFUSED', reason: error.message };
      throw error;
    }
  }
}

/**
 * Returns the number of accesses that a plan gives somebody. A directory protects its administrators from those who administer its users. Without a role, the
 * identity is a user like others, so what they may then do to it does not count.
 * @see Microsoft Learn, "Privileged roles and permissions in Microsoft Entra ID", Who can reset passwords
 */
function gainsOf({ cloud_type: cloud, gained, rows }: WhatIfVerdict, identityUri: string): number {
  if (!cloud.startsWith('IDP_')) return gained;
  const onItself = rows.filter((row) => row.gained.total > 0 && row.resource.uri === identityUri && row.identity.uri !== identityUri);
  return gained - onItself.length;
}

function answerOf(search: CutSearch<WhatIfVerdict>, keep: readonly string[]): Omit<BreakAnswer, 'identity' | 'resource'> {
  const { solver, endings, isCutShort } = search;
  const fewest = solver.fewest();
  const isComplete = !isCutShort && solver.isExact;
  return {
    ways: solver.size,
    fewest: fewest ?? 0,
    plans: endings.toSorted(inOrder).map(toPlan),
    kept: solver.known(keep).map(toElement),
    is_complete: isComplete,
    notes: notesOf(search, { hasFewest: fewest !== null, isComplete, isKeeping: keep.length > 0 }),
  };
}

/** Says what the answer does not cover, and why there is no plan. */
function notesOf(
  { solver, endings, gaining, refusal, trials }: CutSearch<WhatIfVerdict>,
  { hasFewest, isComplete, isKeeping }: { hasFewest: boolean; isComplete: boolean; isKeeping: boolean },
): string[] {
  const hasPlan = endings.length > 0;
  const isUnsure = endings.some(({ effect }) => !effect.is_complete);
  const isDemoting = endings.some(({ effect }) => effect.gained > 0);
  const several = solver.overall();
  const sources = new Set(several.map(({ sourceUid }) => sourceUid)).size;
  const actions = several.map(({ action }) => action).join('; ');
  const kept = isKeeping ? ' with what has to stay' : '';
  const choices = gaining === 1 ? 'A choice was' : `${gaining} choices were`;
  return [
    ...(hasFewest ? [] : [`A part of this access comes from things that CAM cannot try to change yet${kept}, so no plan ends all of it.`]),
    ...(hasPlan || sources < 2
      ? []
      : [`Only changes in ${sources} accounts together end this access: ${actions}. CAM can try one account at a time.`]),
    ...(gaining > 0 ? [`${choices} left out, because somebody would gain access by it.`] : []),
    ...(isDemoting ? ['Without the role, the identity is a user like others, so whoever administers users may change it.'] : []),
    ...(isUnsure
      ? [
          'Not all access was compared for plans whose numbers say "at least", so somebody may gain access by one of them. Try its changes one by one.',
        ]
      : []),
    ...(refusal !== null && !hasPlan ? [`A change could not be tried. ${refusal}`] : []),
    ...(isComplete ? [] : [`The search ended after ${trials} tried changes, so a better plan may exist.`]),
  ];
}

function inOrder(a: Ending<WhatIfVerdict>, b: Ending<WhatIfVerdict>): number {
  // Numbers that are lower bounds do not compare with others.
  const keys = ({ elements, effect: { is_complete: isWhole, broken, unknown, lost } }: Ending<WhatIfVerdict>): number[] => [
    ...[isWhole ? 0 : 1, broken, unknown, elements.length, lost],
  ];
  const [one, other] = [keys(a), keys(b)];
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

function toPlan({ elements, effect: verdict }: Ending<WhatIfVerdict>): BreakPlan {
  return { elements: elements.map(toElement), edits: editsOf(elements.map(({ removal }) => removal)), verdict };
}

function toElement({ id, kind, name, action, uri, reach }: CutElement): BreakElement {
  return { id, kind, name, action, uri, reach };
}

function endOf({ uri, name, type }: { uri: string; name: string; type: string }): BreakAnswer['identity'] {
  return { uri, name, type };
}
