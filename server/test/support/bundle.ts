import JSZip from 'jszip';
import type { AccessRow, Account, CloudType, SourceProgress } from '@cam/contracts';
import { api, type ApiResult } from './client';
import { ACCOUNT } from './aws-account';
import { PATIENT, until } from './until';

/** Returns a zip of these files: text stays as it is, everything else is written as JSON. */
export async function zipOf(files: Record<string, unknown>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) {
    zip.file(name, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

export interface SendOptions {
  cloud?: CloudType;
  account?: string;
  name?: string;
  file?: string;
  /** The time of the export, ISO 8601 in UTC. */
  taken_at?: string;
  /** The address of another server than the suite's. */
  base?: string;
}

/** Uploads a bundle: a zip, or one JSON file. */
export function send(
  token: string,
  content: Uint8Array | string | object,
  { cloud = 'AWS', account = ACCOUNT, base, ...query }: SendOptions = {},
): Promise<ApiResult<{ account: Account; job_id: string }>> {
  const isZip = content instanceof Uint8Array;
  const body = isZip || typeof content === 'string' ? content : JSON.stringify(content);
  return api(
    'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}',
    { path: { cloud_type: cloud, account_id: account }, query, raw: { content: body, type: isZip ? 'application/zip' : 'application/json' } },
    token,
    base,
  );
}

/** Waits until the import of a source has ended or failed. `seen` collects each progress on the way. */
export async function ended(token: string, uid: string, base?: string): Promise<SourceProgress & { seen: number[] }> {
  const seen: number[] = [];
  return until(
    `the import of ${uid} has ended`,
    async () => {
      const { body } = await api('GET /v1/calendar/progress', {}, token, base);
      const source = body.sources.find((candidate) => candidate.uid === uid);
      if (!source) throw new Error(`source ${uid} is gone`);
      seen.push(source.progress);
      return source.progress === 100 ? { ...source, seen } : null;
    },
    PATIENT,
  );
}

/** Imports an account and waits for the end. */
export async function importAccount(token: string, content: Uint8Array | string | object, options?: SendOptions) {
  const sent = await send(token, content, options);
  if (sent.status !== 202) throw new Error(`not accepted: ${sent.status} ${sent.error.user_message}`);
  return ended(token, sent.body.account.uid, options?.base);
}

/** Returns every row of a query's answer. */
export async function rowsOf(token: string, input: string, base?: string) {
  const body = { input, session_props: { batch_size: 1000 } };
  const answer = await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, base);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.error.user_message}`);
  return answer.body.result_table;
}

/** Returns the letters of a row, followed by the conditional ones where there are any: "RW-/-W-". */
export function lettersOf({
  actions_str: actions,
  conditional_actions_str: conditional,
}: Pick<AccessRow, 'actions_str' | 'conditional_actions_str'>): string {
  return /[RWA]/.test(conditional) ? `${actions}/${conditional}` : actions;
}
