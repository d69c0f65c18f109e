import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database';
import { unprocessable } from '../../../platform/http/errors';
import type { ChangedKinds } from '../../store/read-changed-kinds';
import { readFolders } from '../../store/read-folders';
import type { TierDefinition, TierRuleKind } from '../../store/risk-rows';
import { BUILT_IN_PREFIX, BUILT_IN_RULES } from './built-in';

/** The query language, as tier rules call it. */
export interface TierQueries {
  subjects(tenantId: string, input: string, accountId: string | null): Promise<{ uri: string }[]>;
  validate(input: string): void;
  readsJudgements(input: string): boolean;
  /** Returns false only if the result is certain to be unchanged by these kinds of changes. */
  mayResultChange(input: string, changes: ChangedKinds): boolean;
  /** Returns a fingerprint of what queries read beside the graph. */
  readBesideGraph(tx: Tx, tenantId: string): Promise<string>;
}

interface Selection {
  rule_id?: string;
  kind: TierRuleKind;
  definition: TierDefinition;
}

/**
 * Checks that a rule selects something by its kind.
 * @throws ApiError 422 when a field is missing, or the query is invalid or reads tiers, labels or scores
 */
export function checkSelection({ kind, definition }: Selection, queries: TierQueries): void {
  const { query = '', key = '', place = '', uris = [] } = definition;
  if (kind === 'QUERY') {
    if (query.trim() === '') throw unprocessable('QUERY_MISSING', 'Enter the query that selects the entities of the rule.');
    queries.validate(query);
    if (queries.readsJudgements(query))
      throw unprocessable('QUERY_READS_TIERS', 'The query of a tier rule cannot use tier, label or risk, because the rule decides on them.');
  }
  if (kind === 'TAG' && key.trim() === '') throw unprocessable('TAG_MISSING', 'Enter the key of the tag.');
  if (kind === 'PLACE' && place.trim() === '') throw unprocessable('PLACE_MISSING', 'Enter the id of an account, subscription, project or folder.');
  if (kind === 'HAND' && uris.length === 0) throw unprocessable('URIS_MISSING', 'Enter the URI of at least one entity.');
}

/** Returns the query of a rule; empty when the language cannot express its selection. */
export function queryOf({ rule_id: id = '', kind, definition }: Selection): string {
  if (kind === 'BUILT_IN') return BUILT_IN_RULES.find((rule) => id === BUILT_IN_PREFIX + rule.id)?.query ?? '';
  return kind === 'QUERY' ? (definition.query ?? '') : '';
}

/** Returns the URIs of the entities that a rule selects now. Entities named by hand count even while no source lists them. */
export async function selectEntities(db: Db, queries: TierQueries, tenantId: string, rule: Selection): Promise<Set<string>> {
  const { kind, definition } = rule;
  if (kind === 'HAND') return new Set(definition.uris ?? []);
  const query = queryOf(rule);
  if (query !== '') return new Set((await queries.subjects(tenantId, query, null)).map(({ uri }) => uri));
  if (kind === 'TAG') {
    const tag = `tag.${definition.key ?? ''}`;
    const where = sql<boolean>`lower(e.attributes ->> ${tag}) = lower(${definition.value ?? ''})`;
    return db.tenant(tenantId, (tx) => urisWhere(tx, tenantId, where));
  }
  if (kind === 'PLACE') return db.tenant(tenantId, async (tx) => urisWhere(tx, tenantId, await isWithin(tx, tenantId, definition.place ?? '')));
  return new Set();
}

async function urisWhere(tx: Tx, tenantId: string, where: RawBuilder<boolean>): Promise<Set<string>> {
  const { rows } = await sql<{ uri: string }>`
    select distinct e.uri from graph_entity e where e.tenant_id = ${tenantId} and e.valid_to is null and ${where}`.execute(tx);
  return new Set(rows.map(({ uri }) => uri));
}

/** Returns whether an entity belongs to an account, or to an account below a folder. */
async function isWithin(tx: Tx, tenantId: string, place: string): Promise<RawBuilder<boolean>> {
  const sources = await tx.selectFrom('graph_source').select('source_uid').where('tenant_id', '=', tenantId).execute();
  const folders = await readFolders(
    tx,
    tenantId,
    sources.map(({ source_uid: uid }) => uid),
  );
  const below = new Set([place]);
  // A set visits members that are added during the visit.
  for (const id of below) for (const folder of folders) if (folder.parent === id) below.add(folder.id);
  const accounts = new Set([place, ...folders.filter(({ id }) => below.has(id)).flatMap((folder) => folder.accounts)]);
  return sql<boolean>`e.account_id in (${sql.join([...accounts])})`;
}
