import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { forEachOf } from '../../platform/async/limiter';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { isOneOf } from '../../platform/db/is-one-of';
import type { FindingToScore, ManyFindings, ScoredFinding, ScoredFrom } from '../../graph';
import { isAbout } from './is-about';
import { OPEN } from './store';

/** Scores findings on the current graph, in their order. */
type ScoreFindings = (tx: Tx, tenantId: string, findings: readonly FindingToScore[]) => Promise<ScoredFinding[]>;

export interface FindingScores {
  scoreFindings: ScoreFindings;
  /** Returns what scores all findings of a tenant in parts. Those of a profile should be in one part. */
  manyFindings(): ManyFindings;
  /** Returns the current snapshot of the graph, and the one that was scored last; 0 for none. */
  snapshots(tx: Tx, tenantId: string): Promise<{ current: number; scored: number }>;
  /** Returns the state from which the scores of findings follow. */
  scoredFrom(tx: Tx, tenantId: string): Promise<ScoredFrom>;
  /** Returns the URIs of the entities whose findings may have other scores than in a former state; null: all. */
  changedSince(tx: Tx, tenantId: string, span: { before: ScoredFrom; now: ScoredFrom }): Promise<ReadonlySet<string> | null>;
}

const JOB = 'alerts.risks';

/** Alerts that one transaction scores, and such transactions at a time. */
const BATCH = 2000;
const AT_ONCE = 2;

/** Written risks after which the table of alerts is cleaned up at once. */
const MANY = 5000;

/**
 * Keeps the risk of open and dismissed alerts. It runs after each scoring of the graph, because the risk of a finding follows from those scores. Alerts whose subject and
 * resources have their scores and access of the last run keep their risk.
 */
export class AlertRisks {
  /** The state of the last complete run in this process, by tenant. */
  readonly #last = new Map<string, ScoredFrom>();

  constructor(
    private readonly ctx: Context,
    private readonly scores: FindingScores,
    /** Called when new risks are stored. */
    private readonly scored: (tenantId: string) => Promise<void>,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#score(tenantId, signal));
  }

  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'risks' });
  }

  /** Queues the risks of a tenant with alerts that have none, or an outdated one although the graph is scored. */
  async resume(tenantId: string): Promise<void> {
    const missing = await this.ctx.db.tenant(tenantId, async (tx) => {
      const { scored } = await this.scores.snapshots(tx, tenantId);
      return tx
        .selectFrom('alert')
        .select('alert_id')
        .where('tenant_id', '=', tenantId)
        .where('status', 'in', OPEN)
        .where((eb) => eb.or([eb('risk', 'is', null), eb('risk_awaits', '<=', scored)]))
        .limit(1)
        .execute();
    });
    if (missing.length > 0) await this.queue(tenantId);
  }

  async #score(tenantId: string, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    // Alerts that are raised meanwhile get their risk then.
    const many = this.scores.manyFindings();
    const before = this.#last.get(tenantId);
    const { now, ids } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const state = await this.scores.scoredFrom(tx, tenantId);
      const changed = before ? await this.scores.changedSince(tx, tenantId, { before, now: state }) : null;
      return { now: state, ids: await readIds(tx, tenantId, many, changed) };
    });
    // While the database works on one batch, this process works on the other.
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, batch) => ids.slice(batch * BATCH, (batch + 1) * BATCH));
    let written = 0;
    const score = async (part: readonly string[]): Promise<void> => {
      signal.throwIfAborted();
      written += await this.ctx.db.tenant(tenantId, (tx) =>
        scoreAlerts(tx, tenantId, part, { scoreFindings: many.score, snapshots: (...of) => this.scores.snapshots(...of) }),
      );
    };
    await forEachOf(batches, AT_ONCE, score);
    this.#last.set(tenantId, now);
    this.ctx.log.info({ tenantId, scored: ids.length, ms: Math.round(performance.now() - started) }, 'alerts scored');
    await this.scored(tenantId);
    if (written > MANY) await this.#cleanUp();
  }

  /** Removes the rows that were replaced. Until then, counts of alerts by risk look at each alert, although their index has all they need. */
  async #cleanUp(): Promise<void> {
    // It cannot run in a transaction.
    await this.ctx.db.executeSql('vacuum alert').catch((err: unknown) => this.ctx.log.warn({ err }, 'the table of alerts could not be cleaned up'));
  }
}

/**
 * Computes and stores the risk of these alerts. Runs whenever alerts are raised, their resources change, or the graph is scored anew. A snapshot raises
 * alerts before its entities are scored: such an alert has a preliminary risk until then.
 * @returns the number of alerts with another risk than before
 */
export async function scoreAlerts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  scores: Pick<FindingScores, 'scoreFindings' | 'snapshots'>,
): Promise<number> {
  if (ids.length === 0) return 0;
  const alerts = await readAlerts(tx, tenantId, ids);
  const found = await scores.scoreFindings(
    tx,
    tenantId,
    alerts.map(({ severity, subject_uri: subjectUri, objects }) => ({ severity, subjectUri, objectUris: objects ?? [] })),
  );
  const { current, scored } = await scores.snapshots(tx, tenantId);
  const changed = alerts.flatMap(({ alert_id: id, risk, risk_factors: known, risk_awaits: awaited }, index) => {
    const { score, factors } = found[index] as ScoredFinding;
    const needed = risk === null ? current : Number(awaited ?? 0);
    const awaits = needed > scored ? needed : null;
    const isSame = risk === score && (awaited === null) === (awaits === null) && isDeepStrictEqual(known, factors);
    return isSame ? [] : [{ id, score, factors, awaits }];
  });
  if (changed.length > 0)
    await sql`
      update alert a set risk = c.score, risk_factors = c.factors, risk_awaits = c.awaits
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) c(id text, score smallint, factors jsonb, awaits bigint)
      where a.tenant_id = ${tenantId} and a.alert_id = c.id`.execute(tx);
  return changed.length;
}

/** Returns alerts as they are scored, with their resources as one value, since most rows would be those. */
function readAlerts(tx: Tx, tenantId: string, ids: readonly string[]) {
  return tx
    .selectFrom('alert as a')
    .select(['a.alert_id', 'a.severity', 'a.subject_uri', 'a.risk', 'a.risk_factors', 'a.risk_awaits'])
    .select(
      sql<string[] | null>`(
        select json_agg(o.object_uri order by o.object_uri) from alert_object o where o.tenant_id = a.tenant_id and o.alert_id = a.alert_id)`.as(
        'objects',
      ),
    )
    .where('a.tenant_id', '=', tenantId)
    .where(isOneOf('a.alert_id', ids))
    .orderBy('a.subject_uri')
    .orderBy('a.alert_id')
    .execute();
}

/**
 * Returns the alerts to score. Those whose subjects have the same access follow each other.
 * @param changed the URIs of the entities whose alerts may have another risk; null: all. Alerts without a risk, or with a preliminary one, are always scored.
 */
async function readIds(
  tx: Tx,
  tenantId: string,
  { profilesOf }: Pick<ManyFindings, 'profilesOf'>,
  changed: ReadonlySet<string> | null,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('alert')
    .select(['alert_id', 'subject_uri'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', [...OPEN, 'ALERT_STATUS_IGNORE'])
    .$if(changed !== null, (query) => query.where(sql<boolean>`(risk is null or risk_awaits is not null or ${isAbout(tenantId, changed ?? [])})`))
    .orderBy('subject_uri')
    .orderBy('alert_id')
    .execute();
  const profiles = await profilesOf(
    tx,
    tenantId,
    rows.map(({ subject_uri: uri }) => uri),
  );
  const together = groupBy(rows, ({ subject_uri: uri }) => profiles.get(uri) ?? '');
  return [...together.values()].flatMap((all) => all.map(({ alert_id: id }) => id));
}
