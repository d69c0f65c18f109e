import { createHash } from 'node:crypto';
import type {
  Account,
  AccountStatus,
  CloudType,
  Phase,
  RunTrigger,
  SnapshotSchedule,
  SourceMessage,
  SourceOnboarding,
  SourceProgress,
} from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database';
import { shownMessages, shownStatus } from './differing-facts';
import type { DifferingFacts, PulledParts } from './tables';

export interface StoredSource {
  uid: string;
  cloud_type: string;
  account_id: string;
  account_name: string;
  status: AccountStatus;
  status_reason: string;
  phase: Phase;
  progress: number;
  messages: SourceMessage[];
  bundle: string | null;
  bundle_taken_at: Date | string | null;
  import_id: string | null;
  last_snapshot_at: Date | string | null;
  connection_uid: string | null;
  pull_id: string | null;
  pull_began_at: Date | string | null;
  pulled: PulledParts | null;
  next_pull_at: Date | string | null;
  run_trigger: RunTrigger | null;
  run_began_at: Date | string | null;
  schedule: SnapshotSchedule | null;
  facts_checked_at: Date | string | null;
  differing_facts: DifferingFacts | null;
  is_leaving: boolean;
}

/** Returns the uid of a source, which is the same in every import of the account. */
export function uidOf(tenantId: string, cloudType: string, accountId: string): string {
  return createHash('sha256').update([tenantId, cloudType, accountId].join('\0')).digest('hex').slice(0, 32);
}

export async function listSources(tx: Tx, tenantId: string): Promise<StoredSource[]> {
  const query = tx.selectFrom('source').selectAll().where('tenant_id', '=', tenantId).where('is_leaving', '=', false);
  return (await query.orderBy('account_name').orderBy('uid').execute()) as StoredSource[];
}

/** The columns that an account needs. */
const ACCOUNT_COLUMNS = [
  'uid',
  'account_id',
  'account_name',
  'connection_uid',
  'cloud_type',
  'status',
  'status_reason',
  'last_snapshot_at',
  'next_pull_at',
  'differing_facts',
] as const satisfies readonly (keyof StoredSource)[];

type AccountRow = Pick<StoredSource, (typeof ACCOUNT_COLUMNS)[number]>;

/**
 * Returns the sources as accounts, without accounts whose first import failed. Reads only the needed columns, because nearly every response
 * contains the accounts.
 */
export async function listAccounts(tx: Tx, tenantId: string, cloudType?: string): Promise<Account[]> {
  const all = tx.selectFrom('source').select(ACCOUNT_COLUMNS).where('tenant_id', '=', tenantId).where('is_leaving', '=', false);
  let query = all.where(({ not }) => not(neverImported()));
  if (cloudType) query = query.where('cloud_type', '=', cloudType);
  return ((await query.orderBy('account_name').orderBy('uid').execute()) as AccountRow[]).map(toAccount);
}

/** How the last run of a source went, for those who wait for its snapshot. */
export interface RunState {
  uid: string;
  accountId: string;
  name: string;
  isRunning: boolean;
  /** Null: none began yet. */
  beganAt: Date | null;
  /** Why the run failed, as the source shows it; empty if it did not fail. */
  failure: string;
  snapshotAt: Date | null;
  /** Null: none is planned. */
  nextPullAt: Date | null;
}

const RUN_COLUMNS = [
  'uid',
  'account_id',
  'account_name',
  'phase',
  'progress',
  'run_began_at',
  'status_reason',
  'last_snapshot_at',
  'next_pull_at',
] as const satisfies readonly (keyof StoredSource)[];

/** Returns how the last run of each source went. */
export async function listRunStates(tx: Tx, tenantId: string): Promise<RunState[]> {
  const query = tx.selectFrom('source').select(RUN_COLUMNS).where('tenant_id', '=', tenantId).where('is_leaving', '=', false);
  const rows = (await query.orderBy('account_name').orderBy('uid').execute()) as Pick<StoredSource, (typeof RUN_COLUMNS)[number]>[];
  const time = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));
  return rows.map((row) => ({
    ...{ uid: row.uid, accountId: row.account_id, name: row.account_name },
    ...{ isRunning: row.progress < 100, beganAt: time(row.run_began_at) },
    failure: row.phase.endsWith('_FAILED') ? row.status_reason : '',
    ...{ snapshotAt: time(row.last_snapshot_at), nextPullAt: time(row.next_pull_at) },
  }));
}

/** Selects accounts whose first import failed. They keep only the messages of that import, for the dialog or command that started it. */
function neverImported() {
  return sql<boolean>`(bundle is null and connection_uid is null and last_snapshot_at is null)`;
}

/** Time for which the messages of a failed first import stay readable. */
const FAILURE_KEPT = 3_600_000;

/** Deletes accounts whose first import failed a while ago. Whoever started it has read its messages. */
export async function deleteNeverImported(tx: Tx, tenantId: string): Promise<void> {
  const before = new Date(Date.now() - FAILURE_KEPT);
  await tx.deleteFrom('source').where('tenant_id', '=', tenantId).where(neverImported()).where('run_began_at', '<', before).execute();
}

/** Returns the sources that are being deleted. */
export async function listLeaving(tx: Tx, tenantId: string): Promise<StoredSource[]> {
  const query = tx.selectFrom('source').selectAll().where('tenant_id', '=', tenantId).where('is_leaving', '=', true);
  return (await query.orderBy('uid').execute()) as StoredSource[];
}

/** Marks sources as being deleted: removes them from every list and ends their runs. */
export async function markLeaving(tx: Tx, tenantId: string, uids: readonly string[]): Promise<void> {
  const ended = { pull_id: null, import_id: null, next_pull_at: null, phase: 'PHASE_DONE' as const, progress: 100 };
  await tx
    .updateTable('source')
    .set({ is_leaving: true, ...ended })
    .where('tenant_id', '=', tenantId)
    .where('uid', 'in', [...uids])
    .execute();
}

/** Returns the connected sources. */
export async function listConnected(tx: Tx, tenantId: string): Promise<StoredSource[]> {
  const all = tx.selectFrom('source').selectAll().where('tenant_id', '=', tenantId).where('is_leaving', '=', false);
  const query = all.where('connection_uid', 'is not', null);
  return (await query.orderBy('account_name').orderBy('uid').execute()) as StoredSource[];
}

/** Returns the account ids of an organization's connection. The connection of a single account has none. */
export async function accountsConnectedBy(tx: Tx, tenantId: string, connectionUid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('source')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('connection_uid', '=', connectionUid)
    .where('uid', '<>', connectionUid)
    .where('is_leaving', '=', false)
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id: id }) => id);
}

export async function findSource(tx: Tx, tenantId: string, uid: string): Promise<StoredSource | undefined> {
  return (await tx.selectFrom('source').selectAll().where('tenant_id', '=', tenantId).where('uid', '=', uid).executeTakeFirst()) as
    | StoredSource
    | undefined;
}

/** Creates a source, or gives a known one its new bundle and name. The last good snapshot stays. */
export async function queueSource(
  tx: Tx,
  tenantId: string,
  source: { uid: string; cloudType: string; accountId: string; name: string | undefined; bundle: string; takenAt: Date | null },
): Promise<void> {
  const queued = {
    bundle: source.bundle,
    bundle_taken_at: source.takenAt,
    import_id: null,
    // An upload replaces a running pull.
    pull_id: null,
    // An import revives a source that is being deleted.
    is_leaving: false,
    phase: 'PHASE_QUEUED' as const,
    progress: 0,
    messages: '[]',
    ...runStarted('IMPORT'),
  };
  await tx
    .insertInto('source')
    .values({
      tenant_id: tenantId,
      uid: source.uid,
      cloud_type: source.cloudType,
      account_id: source.accountId,
      account_name: source.name ?? source.accountId,
      status: 'ACCOUNT_STATUS_UNKNOWN',
      status_reason: '',
      last_snapshot_at: null,
      connection_uid: null,
      pull_began_at: null,
      pulled: null,
      next_pull_at: null,
      schedule: null,
      ...queued,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'uid']).doUpdateSet({ ...queued, ...(source.name ? { account_name: source.name } : {}) }),
    )
    .execute();
}

/** Returns the columns of a run that starts now. */
export function runStarted(trigger: RunTrigger): { run_trigger: RunTrigger; run_began_at: Date } {
  return { run_trigger: trigger, run_began_at: new Date() };
}

/** Identifies the current import of a source, so that a replaced import changes nothing. */
export interface ImportKey {
  uid: string;
  bundle: string;
  importId: string;
}

/**
 * Claims a source for an import. A further attempt of the same job continues from its progress. Returns undefined if the source is gone, has a
 * newer bundle, or if this import had already finished.
 */
export async function claimSource(tx: Tx, tenantId: string, { uid, bundle, importId }: ImportKey): Promise<StoredSource | undefined> {
  const before = await findSource(tx, tenantId, uid);
  if (before?.import_id === importId && before.phase === 'PHASE_DONE') return undefined;
  await tx
    .updateTable('source')
    .set({ import_id: importId, progress: sql<number>`case when import_id is null or import_id = ${importId} then progress else 0 end` })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('bundle', '=', bundle)
    .execute();
  const source = await findSource(tx, tenantId, uid);
  return source?.bundle === bundle ? source : undefined;
}

/** Returns whether sources of the tenant besides these wait for their imports, or are being imported. */
export async function importsWait(tx: Tx, tenantId: string, uids: readonly string[]): Promise<boolean> {
  const waiting = await tx
    .selectFrom('source')
    .select('uid')
    .where('tenant_id', '=', tenantId)
    .where('uid', 'not in', [...uids])
    .where('bundle', 'is not', null)
    .where('progress', '<', 100)
    .where((are) =>
      are.or([
        are('import_id', 'is not', null),
        are.and([are('phase', '=', 'PHASE_QUEUED'), are('pull_id', 'is', null)]),
        // A complete pull.
        are('phase', '=', 'PHASE_BUILD_GRAPH'),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

export interface ImportStep {
  phase: Phase;
  progress: number;
  status?: AccountStatus;
  status_reason?: string;
  messages?: SourceMessage[];
  /** Null discards the bundle, which ends the import. */
  bundle?: null;
}

/** Stores the progress of an import, which never decreases. Returns false if the import was replaced; nothing changes then. */
export async function changeSource(tx: Tx, tenantId: string, key: ImportKey, { messages, progress, ...rest }: ImportStep): Promise<boolean> {
  const result = await ofImport(tx, tenantId, key)
    .set({ ...rest, progress: sql<number>`greatest(progress, ${progress}::real)`, ...(messages ? { messages: JSON.stringify(messages) } : {}) })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a successful import. Returns false if it was replaced or its source deleted. */
export async function finishSource(
  tx: Tx,
  tenantId: string,
  key: ImportKey,
  end: { status: AccountStatus; reason: string; messages: SourceMessage[]; takenAt: Date },
): Promise<boolean> {
  const result = await ofImport(tx, tenantId, key)
    .set({
      phase: 'PHASE_DONE',
      progress: 100,
      status: end.status,
      status_reason: end.reason,
      messages: JSON.stringify(end.messages),
      last_snapshot_at: end.takenAt,
      // The import stored the facts anew.
      differing_facts: null,
    })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function ofImport(tx: Tx, tenantId: string, { uid, bundle, importId }: ImportKey) {
  return tx
    .updateTable('source')
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('bundle', '=', bundle)
    .where('import_id', '=', importId);
}

/** Queues the last bundle again. Its content counts as current. */
export async function requeueSource(tx: Tx, tenantId: string, uid: string): Promise<void> {
  await tx
    .updateTable('source')
    .set({ phase: 'PHASE_QUEUED', progress: 0, import_id: null, bundle_taken_at: null, ...runStarted('ON_DEMAND') })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .execute();
}

/** Returns false if the source does not exist. */
export async function renameSource(tx: Tx, tenantId: string, uid: string, name: string): Promise<boolean> {
  const result = await tx
    .updateTable('source')
    .set({ account_name: name })
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteSource(tx: Tx, tenantId: string, uid: string): Promise<boolean> {
  const result = await tx.deleteFrom('source').where('tenant_id', '=', tenantId).where('uid', '=', uid).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns a time in ISO 8601. */
export function timeOf(at: Date | string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function toAccount(source: AccountRow): Account {
  return {
    uid: source.uid,
    account_id: source.account_id,
    account_name: source.account_name,
    root_uid: source.connection_uid ?? source.uid,
    cloud_type: source.cloud_type as CloudType,
    is_organization_account: source.connection_uid !== null && source.connection_uid !== source.uid,
    ...shownStatus(source),
    not_configurable: false,
    last_snapshot_time: timeOf(source.last_snapshot_at),
    is_connected: source.connection_uid !== null,
    next_snapshot_time: timeOf(source.next_pull_at),
  };
}

export function toProgress(source: StoredSource): SourceProgress {
  return {
    uid: source.uid,
    account_id: source.account_id,
    current_phase_enum: source.phase,
    progress: source.progress,
    messages: shownMessages(source),
    snapshot_time: timeOf(source.last_snapshot_at),
  };
}

/** @param logSince first day that the source's log covers; null if no log was read yet */
export function toOnboarding(source: StoredSource, logSince: string | null): SourceOnboarding {
  const { uid, account_id, phase, progress, connection_uid: connection } = source;
  return {
    uid,
    account_id,
    cloud_type: source.cloud_type as CloudType,
    change: source.last_snapshot_at === null ? 'ADDED' : 'NONE',
    current_phase_enum: phase,
    progress,
    in_progress: progress < 100 && !phase.endsWith('_FAILED'),
    usage: logSince === null ? 'INIT' : connection === null ? 'PULL_DONE' : 'DAILY_UPDATE',
    usage_since: logSince,
  };
}
