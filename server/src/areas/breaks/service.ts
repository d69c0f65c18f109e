import { MOST_CUT_ROWS, type BreakAnswer, type QueryBreakAnswer, type WhatIfVerdict } from '@cam/contracts/server';
import { documentsBefore, editsOf, type DocumentsBefore, type GraphService, type PairWays, type QueryService } from '../../graph';
import type { Tx } from '../../platform/db/database';
import type { Context } from '../../platform/context';
import { ApiError, notFound, unprocessable } from '../../platform/http/errors';
import { CallLimits } from '../../platform/security/call-limits';
import type { TryChange, WhatIfService } from '../what-if';
import { answerOf } from './answer';
import { CutSearch, type Outcome } from './search';
import { CutSolver, type Candidate } from './solver';

/** Searches that a tenant may start in a minute. */
const PER_MINUTE = 10;

/** The most changes that a search tries, and the most plans that it offers. */
const MOST_TRIALS = 12;
const MOST_PLANS = 3;

/** The most other accounts that a change of a plan may concern. To evaluate an account takes seconds, so a search could not try anything else. */
const MOST_ACCOUNTS = 8;

/** Time after which a search tries nothing more, ms. */
const PATIENCE = 45_000;

export interface BreakDependencies {
  graph: Pick<GraphService, 'waysOfAccess' | 'waysOfPairs' | 'entity' | 'newestSnapshot'>;
  queries: Pick<QueryService, 'accessRows' | 'meaning'>;
  whatIf: Pick<WhatIfService, 'inTurn'>;
}

interface Conditions {
  /** Ids of elements that must stay. */
  keep: readonly string[];
  signal: AbortSignal;
}

export type AccessToEnd = Conditions & { identityUri: string; resourceUri: string };

export type QueryToEnd = Conditions & { query: string };

/** The access that a search ends. */
interface Wanted extends Conditions {
  identities: ReadonlySet<string>;
  /** Returns the ways that there are, now or in a trial. @param before the documents that the trial changed */
  ways: (tx: Tx, before?: DocumentsBefore) => Promise<PairWays>;
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
    const { graph } = this.deps;
    const ways: Wanted['ways'] = (tx, before) => graph.waysOfAccess(tx, tenantId, access, before);
    const now = await this.ctx.db.tenant(tenantId, async (tx) => ({
      identity: await graph.entity(tx, tenantId, access.identityUri),
      resource: await graph.entity(tx, tenantId, access.resourceUri),
      ways: await ways(tx),
    }));
    const { identity, resource } = now;
    if (!identity || !resource) throw notFound('The graph no longer has this identity or resource. Run the search again.');
    if (!now.ways.hasAccess) throw unprocessable('NO_ACCESS', `${identity.name} has no access to ${resource.name}, so there is nothing to end.`);
    const search = await this.#search(tenantId, { ...access, identities: new Set([access.identityUri]), ways }, now.ways);
    return { identity: endOf(identity), resource: endOf(resource), ...answerOf(search, access.keep) };
  }

  /**
   * Returns plans that end all access between the identities and resources that a query finds, in the order of `find`.
   * @throws ApiError 409 while the graph is being changed; 422 for a query without access now, or with too many rows; 429 for too many searches
   */
  async findForQuery(tenantId: string, { query, ...conditions }: QueryToEnd): Promise<QueryBreakAnswer> {
    const { graph, queries } = this.deps;
    const found = await this.ctx.db.tenant(tenantId, async (tx) => {
      const snapshotId = await graph.newestSnapshot(tx, tenantId);
      return queries.accessRows(tx, tenantId, query, { accountId: null, snapshotId, most: MOST_CUT_ROWS + 1 });
    });
    if (found.asOf !== null) throw unprocessable('QUERY_OF_THE_PAST', 'Only access that exists now can be ended. Leave "as-of" out of the query.');
    const pairs = found.rows.map(({ identity_uri: identityUri, resource_uri: resourceUri }) => ({ identityUri, resourceUri }));
    if (pairs.length === 0) throw unprocessable('NO_ACCESS', 'The query finds no access, so there is nothing to end.');
    if (pairs.some(({ identityUri, resourceUri }) => identityUri === '' || resourceUri === ''))
      throw unprocessable(
        'QUERY_WITHOUT_ACCESS',
        'The rows of this query are no access of an identity to a resource. Search for access, such as "user with-access object_store".',
      );
    if (pairs.length > MOST_CUT_ROWS)
      throw unprocessable(
        'TOO_MANY_ROWS',
        `The query finds more than ${MOST_CUT_ROWS} accesses, the most that one search can end. Name an identity or a resource in the query, or a narrower type.`,
      );
    const ways: Wanted['ways'] = (tx, before) => graph.waysOfPairs(tx, tenantId, pairs, before);
    const identities = new Set(pairs.map(({ identityUri }) => identityUri));
    const search = await this.#search(tenantId, { ...conditions, identities, ways }, await this.ctx.db.tenant(tenantId, (tx) => ways(tx)));
    return { meaning: queries.meaning(query), accesses: pairs.length, ...answerOf(search, conditions.keep) };
  }

  /** Tries choices in the tenant's turn. @param now the ways that there are */
  async #search(tenantId: string, wanted: Wanted, now: PairWays): Promise<CutSearch<WhatIfVerdict>> {
    if (this.#limits.admit(tenantId) !== null)
      throw new ApiError(429, 'TOO_MANY_CALLS', `A tenant can search ${PER_MINUTE} cuts in a minute. Please wait a moment.`);
    const ends = Date.now() + PATIENCE;
    const limits = { trials: MOST_TRIALS, plans: MOST_PLANS, isLate: () => Date.now() > ends };
    const search = new CutSearch<WhatIfVerdict>(new CutSolver(new Set(wanted.keep)), limits);
    search.solver.add(now.ways);
    await this.deps.whatIf.inTurn(tenantId, (tryChange) => search.run((choice) => this.#try(wanted, choice, tryChange)));
    return search;
  }

  async #try({ identities, ways, signal }: Wanted, { sourceUid, elements }: Candidate, tryChange: TryChange): Promise<Outcome<WhatIfVerdict>> {
    const removals = elements.map(({ removal }) => removal);
    const [edits, before] = [editsOf(removals), documentsBefore(removals)];
    try {
      const { found, verdict } = await tryChange<PairWays>({
        ...{ parts: [{ edits, sourceUid }], withGuardrails: false, signal, mostAccounts: MOST_ACCOUNTS },
        look: (tx) => ways(tx, before),
        isWanted: ({ hasAccess }) => !hasAccess,
      });
      if (!verdict) return { kind: 'LEAVES', ways: found };
      return gainsOf(verdict, identities) > 0 ? { kind: 'GAINS' } : { kind: 'ENDS', effect: verdict };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGE_TOO_LARGE') return { kind: 'TOO_LARGE' };
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
function gainsOf({ cloud_type: cloud, gained, rows }: WhatIfVerdict, identities: ReadonlySet<string>): number {
  if (!cloud.startsWith('IDP_')) return gained;
  const onItself = rows.filter((row) => row.gained.total > 0 && identities.has(row.resource.uri) && row.identity.uri !== row.resource.uri);
  return gained - onItself.length;
}

function endOf({ uri, name, type }: { uri: string; name: string; type: string }): BreakAnswer['identity'] {
  return { uri, name, type };
}
