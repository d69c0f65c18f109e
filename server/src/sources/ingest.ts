import type { Phase, SourceMessage } from '@cam/contracts/server';
import type { Context } from '../context';
import type { Catalogue } from '../graph/catalogue/catalogue';
import { buildGraph } from '../graph/evaluate/build-graph';
import type { Warning } from '../graph/model';
import type { GraphService } from '../graph/service';
import { ApiError } from '../http/errors';
import { ImportFailure } from './import-failure';
import { readAwsAccount } from './read-account';
import { changeSource, findSource, type SourceChange, type StoredSource } from './store';

/** Most warnings that are kept of one import. */
const MOST_MESSAGES = 200;

/**
 * Takes the bundle of a source through reading, normalising, evaluating and storing. Running it again does the same again, so a job
 * that was cut off starts over; what is stored changes in one transaction at the end.
 */
export async function ingest(
  ctx: Context,
  graph: GraphService,
  catalogue: Catalogue,
  tenantId: string,
  uid: string,
  bundleFile: string,
): Promise<void> {
  const save = (change: SourceChange): Promise<boolean> => ctx.db.tenant(tenantId, (tx) => changeSource(tx, tenantId, uid, change));
  const source = await ctx.db.tenant(tenantId, (tx) => findSource(tx, tenantId, uid));
  if (!source || source.bundle === null || !bundleFile.endsWith(source.bundle)) return;
  let phase: Phase = 'PHASE_PULL_IDENTITIES';
  const enter = async (next: Phase, progress: number): Promise<void> => {
    phase = next;
    await save({ phase: next, progress });
  };
  const warnings: Warning[] = [];
  try {
    await enter('PHASE_PULL_IDENTITIES', 10);
    const account = await readAwsAccount(tenantId, source.account_id, bundleFile, source.bundle, warnings, async () => undefined);
    await enter('PHASE_PULL_RESOURCES', 30);
    await enter('PHASE_BUILD_GRAPH', 50);
    const rows = buildGraph(tenantId, account, catalogue);
    await enter('PHASE_EVALUATE', 80);
    const result = await graph.replaceSource(tenantId, uid, rows, {
      takenAt: new Date(),
      progress: async (done) => void (await save({ progress: 80 + 19 * done })),
      publish: async () => true,
    });
    ctx.log.info({ tenantId, source: uid, ...result, entities: rows.entities.length, access: rows.access.length }, 'snapshot stored');
    await save({
      phase: 'PHASE_DONE',
      progress: 100,
      status: warnings.length > 0 ? 'ACCOUNT_STATUS_WARNING' : 'ACCOUNT_STATUS_SUCCESS',
      status_reason: warnings.length > 0 ? `${warnings.length} warning${warnings.length === 1 ? '' : 's'}` : '',
      messages: messagesOf(source, warnings, null),
      last_snapshot_at: new Date(),
    });
    ctx.events.publish({ tenantId, kind: 'snapshot' });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) ctx.log.error({ err: error, tenantId, source: uid }, 'import failed');
    await save({
      phase: `${phase}_FAILED` as Phase,
      progress: 100,
      status: 'ACCOUNT_STATUS_ERROR',
      status_reason: reason ?? 'The import failed on our side.',
      messages: messagesOf(source, warnings, reason ?? 'The import failed on our side. Import it again; the log of the server says why.'),
    });
    ctx.events.publish({ tenantId, kind: 'snapshot' });
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof ImportFailure) return error.message;
  return error instanceof ApiError ? error.userMessage : null;
}

function messagesOf(source: StoredSource, warnings: readonly Warning[], failure: string | null): SourceMessage[] {
  const where = { account_id: source.account_id, account_name: source.account_name };
  const kept = warnings.slice(0, MOST_MESSAGES).map((warning): SourceMessage => ({ type: 'WARNING', ...where, ...warning }));
  const left = warnings.length - kept.length;
  return [
    ...(failure ? [{ type: 'ERROR' as const, ...where, file: null, place: null, message: failure }] : []),
    ...kept,
    ...(left > 0 ? [{ type: 'WARNING' as const, ...where, file: null, place: null, message: `${left} more warnings are not listed.` }] : []),
  ];
}
