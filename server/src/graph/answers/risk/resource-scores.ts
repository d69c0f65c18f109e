import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { holdsNow, type InventoryScope } from '../counts/parts';
import { MOST_CHANGES } from '../../store/changed-between';
import type { Tier } from '../../store/risk-rows';
import { ACTS } from './read-graph';
import type { GraphToScore, ResourceScore, ScoredGraph } from './score-graph';

const TIERS: readonly Tier[] = [0, 1, 2, 3];
const LAST_TIER: Tier = 3;

/** Begins the digests of scores of classes. Earlier releases made digests of each resource. */
const OF_CLASS = 'class ';

/** Columns that a score repeats from its entity, and the tier. The digest covers the rest. */
const PLAIN = ['uri', 'name', 'type', 'account_id', 'tier'] as const;

interface DistinctScore {
  score: ResourceScore;
  digest: string;
}

/** One of several parts of the resources, which are about equally large. */
export interface Part {
  /** From 0 on. */
  number: number;
  of: number;
}

const ALL: Part = { number: 0, of: 1 };

/** The number of resources with one score before and one now. Null: they had none. */
export interface ScoreChange {
  before: number | null;
  after: number;
  n: number;
}

/**
 * The scores of all resources. Those of a class and tier have one score, and most classes share theirs with many others, so the database finds and writes the
 * resources whose stored score differs, and an organization's hundred thousands of equal ones are never read.
 */
export class ResourceScores {
  private constructor(
    /** Without classes whose resources have the same score as those that nobody can access. */
    private readonly classes: readonly { id: string; tier: Tier; place: number }[],
    /** Begins with those of resources that nobody can access, by tier. */
    private readonly scores: readonly DistinctScore[],
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
    const scores: DistinctScore[] = [];
    const places = new Map<string | ResourceScore, number>();
    const placeOf = (score: ResourceScore): number => {
      const same = places.get(score);
      if (same !== undefined) return same;
      const digest = `${OF_CLASS}${hash('sha256', JSON.stringify([score.score, score.factors]), 'base64url')}`;
      const key = `${score.tier} ${digest}`;
      const place = places.get(key) ?? scores.push({ score, digest }) - 1;
      places.set(key, place).set(score, place);
      return place;
    };
    for (const tier of TIERS) placeOf(scored.scoreResources(null, tier));
    const classes: { id: string; tier: Tier; place: number }[] = [];
    const add = (id: string, tier: Tier): void => {
      const place = placeOf(scored.scoreResources(id, tier));
      if (place >= TIERS.length) classes.push({ id, tier, place });
    };
    for (const key of new Set(tiered.map(({ class_id: id, tier }) => `${tier} ${id}`))) add(key.slice(2), Number(key[0]) as Tier);
    for (const [index, classId] of classIds.entries()) {
      add(classId, LAST_TIER);
      yield index / classIds.length;
    }
    return new ResourceScores(classes, scores, tiers);
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

  /** Counts the resources whose stored score is not the current one. */
  async countChanged(tx: Tx, scope: InventoryScope): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with ${this.#parts(scope)}
      select count(*)::int n from scored s
        left join risk_score k on k.tenant_id = ${scope.tenantId} and k.entity_id = s.entity_id and k.to_day is null
      where ${differs()}`.execute(tx);
    return rows[0]?.n ?? 0;
  }

  /** Stores the factors of all scores. They come before the scores that refer to them. */
  async writeFactors(tx: Tx, tenantId: string): Promise<void> {
    const factors = new Map(this.scores.map(({ digest, score }) => [digest, score.factors]));
    const { rows } = await sql<{ digest: string }>`
      select g.digest from unnest(${[...factors.keys()]}::text[]) g(digest)
      where not exists (select 1 from risk_factors f where f.tenant_id = ${tenantId} and f.digest = g.digest)`.execute(tx);
    if (rows.length === 0) return;
    const added = JSON.stringify(rows.map(({ digest }) => ({ digest, factors: factors.get(digest) })));
    await sql`
      insert into risk_factors (tenant_id, digest, factors)
      select ${tenantId}, n.digest, n.factors from json_populate_recordset(null::risk_factors, ${added}::json) n
      on conflict do nothing`.execute(tx);
  }

  /**
   * Writes the changed scores of a part of the resources. Like `writeScores`, it ends the row of an earlier day. Rows of an earlier release that are still true get a digest
   * only, so that their history stays whole.
   * @param day YYYY-MM-DD, UTC
   * @returns the URIs of the resources with another score; null: too many to tell what they concern
   */
  async write(tx: Tx, scope: InventoryScope, { day, part }: { day: string; part: Part }): Promise<string[] | null> {
    const { tenantId } = scope;
    const columns = sql.join(['entity_id', ...PLAIN, 'score', 'digest'].map((name) => sql.ref(name)));
    const replaced = [...PLAIN, 'score', 'digest', 'kind', 'factors', 'control'].map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
    const { rows } = await sql<{ uris: string[] | null }>`
      with ${this.#parts(scope, part)},
      changed as materialized (
        select s.*, k.from_day before, ${isFormer()} is_former from scored s
          left join risk_score k on k.tenant_id = ${tenantId} and k.entity_id = s.entity_id and k.to_day is null and ${isOfPart(part, 'k')}
          left join risk_factors f on f.tenant_id = ${tenantId} and f.digest = s.digest
        where ${differs()}
      ),
      kept as (
        update risk_score k set digest = c.digest from changed c
        where c.is_former and k.tenant_id = ${tenantId} and k.entity_id = c.entity_id and k.from_day = c.before
      ),
      ended as (
        update risk_score k set to_day = ${day} from changed c
        where not c.is_former and c.before < ${day} and k.tenant_id = ${tenantId} and k.entity_id = c.entity_id and k.from_day = c.before
      ),
      written as (
        insert into risk_score (tenant_id, from_day, kind, ${columns})
        select ${tenantId}, ${day}, 'RESOURCE', ${columns} from changed where not is_former
        on conflict (tenant_id, entity_id, from_day) do update set ${sql.join(replaced)}, to_day = null
        returning uri
      )
      select case when count(*) <= ${MOST_CHANGES.entities} then coalesce(json_agg(uri), '[]') end uris from written`.execute(tx);
    return rows[0]?.uris ?? null;
  }

  /** Returns the common table expression `scored`: each resource, of a part or of all, with its tier, score and digest. */
  #parts(scope: InventoryScope, part: Part = ALL): RawBuilder<unknown> {
    const ofClasses = <T>(of: (one: ResourceScores['classes'][number]) => T): T[] => this.classes.map(of);
    const ofScores = <T>(of: (one: DistinctScore) => T): T[] => this.scores.map(of);
    return sql`
      given as materialized (
        select * from unnest(${ofClasses(({ id }) => id)}::text[], ${ofClasses(({ tier }) => tier)}::int[], ${ofClasses(({ place }) => place)}::int[])
          g(class_id, tier, place)
      ),
      scores as materialized (
        select (s.number - 1)::int place, s.tier, s.score, s.digest
        from unnest(${ofScores(({ score }) => score.tier)}::int[], ${ofScores(({ score }) => score.score)}::int[], ${ofScores(({ digest }) => digest)}::text[])
          with ordinality s(tier, score, digest, number)
      ),
      tiered as materialized (
        select * from unnest(${[...this.tiers.keys()]}::text[], ${[...this.tiers.values()]}::int[]) t(uri, tier)
      ),
      scored as (
        select e.source_uid, e.entity_id, e.uri, e.name, e.type, e.account_id, s.tier, s.score, s.digest
        from graph_entity e left join tiered t on t.uri = e.uri
          left join given g on g.class_id = e.class_id and g.tier = coalesce(t.tier, ${LAST_TIER})
          join scores s on s.place = coalesce(g.place, t.tier, ${LAST_TIER})
        where ${isScored(scope)} and ${isOfPart(part, 'e')}
      )`;
  }
}

/** Counts the resources that are scored as such. */
export async function countResources(tx: Tx, scope: InventoryScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int n from graph_entity e where ${isScored(scope)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

function isScored(scope: InventoryScope): RawBuilder<boolean> {
  return sql<boolean>`${holdsNow('e', scope)} and e.is_resource and not ${ACTS}`;
}

/** Returns the condition that an entity is of a part. A hash divides the entities of a few large sources as evenly as those of many small ones. */
function isOfPart({ number, of }: Part, alias: string): RawBuilder<boolean> {
  return of === 1 ? sql`true` : sql`abs(hashtext(${sql.ref(`${alias}.entity_id`)})::bigint) % ${of} = ${number}`;
}

/** Returns the condition that the score `s` of a resource is not the stored one, `k`. */
function differs(): RawBuilder<boolean> {
  const compared = (of: 'k' | 's') => sql.join(['digest', ...PLAIN].map((name) => sql.ref(`${of}.${name}`)));
  return sql<boolean>`(k.kind is distinct from 'RESOURCE' or (${compared('k')}) is distinct from (${compared('s')}))`;
}

/** Returns whether the stored score `k`, which an earlier release wrote, says the same as `s` with the factors of `f`. */
function isFormer(): RawBuilder<boolean> {
  const compared = (of: 'k' | 's') => sql.join(PLAIN.map((name) => sql.ref(`${of}.${name}`)));
  return sql<boolean>`coalesce(
    k.kind = 'RESOURCE' and starts_with(k.digest, ${OF_CLASS}) is not true and k.score = s.score and k.factors = f.factors and (${compared('k')}) = (${compared('s')}), false)`;
}
