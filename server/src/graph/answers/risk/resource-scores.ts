import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { holdsNow, type InventoryScope } from '../counts/parts';
import type { Tier } from '../../store/risk-rows';
import { ACTS } from './read-graph';
import type { GraphToScore, ResourceScore, ScoredGraph } from './score-graph';
import type { ChangedScore } from './write-scores';

const TIERS: readonly Tier[] = [0, 1, 2, 3];
const LAST_TIER: Tier = 3;

/** Begins the digests of scores of classes. Earlier releases made digests of each resource. */
const OF_CLASS = 'class ';

/** Stands for resources of no class, and of classes that nobody can access. */
const NO_CLASS = '';

interface ClassScore {
  classId: string;
  score: ResourceScore;
  digest: string;
}

/** The number of resources with one score before and one now. Null: they had none. */
export interface ScoreChange {
  before: number | null;
  after: number;
  n: number;
}

/** A resource whose stored score is not the current one. */
export interface ChangedResource extends ChangedScore {
  /** The digest of the stored score; null: an earlier release wrote it. */
  stored: string | null;
}

/** The same as the database returns it. */
interface ChangedRow {
  entity_id: string;
  uri: string;
  name: string;
  type: string;
  account_id: string;
  place: number;
  before: string | null;
  stored: string | null;
}

/**
 * The scores of all resources. Those of a class and tier have one score, so the database finds the resources whose stored score differs, and an organization's
 * hundred thousands of equal ones are never read.
 */
export class ResourceScores {
  private constructor(
    private readonly scores: readonly ClassScore[],
    private readonly tiers: ReadonlyMap<string, Tier>,
  ) {}

  /**
   * Computes the scores of classes. The generator yields the share of the work that is done.
   * @param classIds classes that somebody can access
   * @param graph the tiers of entities, by URI, and the resources of other tiers than the last one
   */
  static *of(
    classIds: readonly string[],
    { tiers, tiered }: Pick<GraphToScore, 'tiers' | 'tiered'>,
    scored: Pick<ScoredGraph, 'scoreResources'>,
  ): Generator<number, ResourceScores> {
    const scores: ClassScore[] = [];
    const add = (classId: string, tier: Tier): void => {
      const score = scored.scoreResources(classId === NO_CLASS ? null : classId, tier);
      scores.push({ classId, score, digest: `${OF_CLASS}${hash('sha256', JSON.stringify([score.score, score.factors]), 'base64url')}` });
    };
    for (const tier of TIERS) add(NO_CLASS, tier);
    for (const key of new Set(tiered.map(({ class_id: id, tier }) => `${tier} ${id}`))) add(key.slice(2), Number(key[0]) as Tier);
    for (const [index, classId] of classIds.entries()) {
      add(classId, LAST_TIER);
      yield index / classIds.length;
    }
    return new ResourceScores(scores, tiers);
  }

  /** Counts all resources by their stored and their current score. */
  async countChanges(tx: Tx, scope: InventoryScope): Promise<ScoreChange[]> {
    const { rows } = await sql<ScoreChange>`
      with ${this.#parts(scope)}
      select k.score::int before, s.score after, count(*)::int n from scored s
        left join risk_score k on k.tenant_id = ${scope.tenantId} and k.entity_id = s.entity_id and k.to_day is null
      group by 1, 2`.execute(tx);
    return rows;
  }

  /**
   * Returns the next resources whose stored score is not the current one, in the order of their ids.
   * @param after the id of the last one before
   */
  async changed(tx: Tx, scope: InventoryScope, after: string, limit: number): Promise<ChangedResource[]> {
    const compared = (of: 'k' | 's'): RawBuilder<unknown> =>
      sql.join(['digest', 'uri', 'name', 'type', 'account_id', 'tier'].map((name) => sql.ref(`${of}.${name}`)));
    const { rows } = await sql<ChangedRow>`
      with ${this.#parts(scope)}
      select s.entity_id, s.uri, s.name, s.type, s.account_id, s.place, k.from_day before, k.digest stored from scored s
        left join risk_score k on k.tenant_id = ${scope.tenantId} and k.entity_id = s.entity_id and k.to_day is null
      where s.entity_id > ${after} and (k.kind is distinct from 'RESOURCE' or (${compared('k')}) is distinct from (${compared('s')}))
      order by s.entity_id limit ${limit}`.execute(tx);
    return rows.map(({ place, stored, ...row }) => {
      const { score, digest } = this.scores[place] as ClassScore;
      return { ...row, ...score, kind: 'RESOURCE', control: null, digest, stored: stored?.startsWith(OF_CLASS) ? stored : null };
    });
  }

  /** Returns the common table expression `scored`: each resource with its tier, score and digest, and the place of these in the list. */
  #parts(scope: InventoryScope): RawBuilder<unknown> {
    const list = <T>(of: (one: ClassScore) => T): T[] => this.scores.map(of);
    return sql`
      given as materialized (
        select g.*, (g.number - 1)::int place from unnest(${list(({ classId }) => classId)}::text[], ${list(({ score: { tier } }) => tier)}::int[],
          ${list(({ score: { score } }) => score)}::int[], ${list(({ digest }) => digest)}::text[]) with ordinality g(class_id, tier, score, digest, number)
      ),
      tiered as materialized (
        select * from unnest(${[...this.tiers.keys()]}::text[], ${[...this.tiers.values()]}::int[]) t(uri, tier)
      ),
      scored as (
        select e.entity_id, e.uri, e.name, e.type, e.account_id, coalesce(t.tier, ${LAST_TIER}) tier, coalesce(g.score, n.score) score,
          coalesce(g.digest, n.digest) digest, coalesce(g.place, n.place) place
        from graph_entity e left join tiered t on t.uri = e.uri
          left join given g on g.class_id = e.class_id and g.tier = coalesce(t.tier, ${LAST_TIER})
          join given n on n.class_id = ${NO_CLASS} and n.tier = coalesce(t.tier, ${LAST_TIER})
        where ${holdsNow('e', scope)} and e.is_resource and not ${ACTS}
      )`;
  }
}
