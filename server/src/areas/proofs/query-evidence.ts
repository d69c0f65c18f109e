import { Readable } from 'node:stream';
import { accessLetters, MOST_EVIDENCE_ROWS, PARTIAL_RESULTS_MESSAGES, type AccessRow } from '@cam/contracts/server';
import type { GraphService, ProofMoment, QueryService } from '../../graph';
import type { Tx } from '../../platform/db/database';
import type { FileReply } from '../../platform/http/file-reply';
import { unprocessable } from '../../platform/http/errors';
import { evidenceFile, type EvidenceClaim, type EvidenceDependencies } from './evidence-file';

export interface QueryEvidenceDependencies extends EvidenceDependencies {
  graph: Pick<GraphService, 'proofMaker' | 'newestSnapshot' | 'proofMomentOf'>;
  queries: Pick<QueryService, 'accessRows' | 'meaning' | 'partial'>;
}

/**
 * Returns evidence for every row of a query. All proofs are about the snapshot that the rows were read from.
 * @throws 422 when the query is incomplete, is not about access, or has no row or too many
 */
export async function queryEvidence(
  deps: QueryEvidenceDependencies,
  tenantId: string,
  { query, accountId }: { query: string; accountId: string | null },
): Promise<FileReply> {
  const { ctx, queries } = deps;
  const { rows, moment } = await ctx.db.tenant(tenantId, (tx) => rowsOf(deps, tx, tenantId, { query, accountId }));
  if (rows.length === 0)
    throw unprocessable(
      'NOTHING_TO_PROVE',
      'The query has no rows, so there is nothing to prove. Prove that something is out of reach with POST /v1/proofs.',
    );
  if (!rows.some(isAccess))
    throw unprocessable(
      'QUERY_WITHOUT_ACCESS',
      'The rows of this query are no access of an identity to a resource. Search for access, such as "user with-access object_store".',
    );
  if (rows.length > MOST_EVIDENCE_ROWS)
    throw unprocessable(
      'TOO_MANY_ROWS',
      `The query has more than ${MOST_EVIDENCE_ROWS.toLocaleString('en')} rows, the most that one evidence file has. Name an identity or a resource in the query, or a narrower type, to ask for fewer.`,
    );
  const partial = await queries.partial(tenantId, [query], accountId);
  const subject = {
    title: 'Evidence of access',
    subject: query,
    meaning: queries.meaning(query),
    notes: [
      ...(accountId === null ? [] : [`Only rows of the account ${accountId}.`]),
      ...partial.map((reason) => `May be incomplete: ${PARTIAL_RESULTS_MESSAGES[reason]}.`),
    ],
  };
  const claims = rows.map((row) => claimOf(row, moment));
  return {
    fileName: `evidence___${moment.madeAt.slice(0, 10)}.zip`,
    contentType: 'application/zip',
    stream: Readable.from(evidenceFile(deps, tenantId, { ...subject, claims }), { objectMode: false }),
    partial,
  };
}

async function rowsOf(
  { graph, queries }: QueryEvidenceDependencies,
  tx: Tx,
  tenantId: string,
  { query, accountId }: { query: string; accountId: string | null },
): Promise<{ rows: AccessRow[]; moment: ProofMoment }> {
  const snapshotId = await graph.newestSnapshot(tx, tenantId);
  const { rows, asOf } = await queries.accessRows(tx, tenantId, query, { accountId, snapshotId, most: MOST_EVIDENCE_ROWS + 1 });
  const moment = asOf === null ? null : await graph.proofMomentOf(tx, tenantId, asOf);
  // The graph may change before the last row is proved, so all are of this snapshot.
  return { rows, moment: moment?.isPast ? moment : { snapshotId, madeAt: new Date().toISOString(), isPast: false } };
}

function isAccess({ identity_uri: identity, resource_uri: resource }: AccessRow): boolean {
  return identity !== '' && resource !== '';
}

function claimOf(row: AccessRow, moment: ProofMoment): EvidenceClaim {
  return {
    kind: 'reaches',
    identity: { name: row.identity, uri: row.identity_uri },
    resource: { name: row.resource, uri: row.resource_uri },
    row: accessLetters(row.actions_str, row.conditional_actions_str),
    actions: null,
    moment,
    ...(isAccess(row) ? {} : { refused: 'The row has no identity or no resource, so there is nothing to prove.' }),
  };
}
