import { setTimeout as delay } from 'node:timers/promises';
import type { Account, CloudType, SourceMessage, SourceProgress } from '@cam/contracts';
import { ApiRefusal, type ApiClient } from './api-client';
import type { Output } from './output';

/** Which source a bundle is of, and when the provider was asked for it. */
export interface Target {
  cloud: CloudType;
  account: string;
  name?: string;
  /** ISO 8601 in UTC; without it: now. */
  takenAt?: string;
}

/** A zip, or one JSON file with its name. */
export interface BundleContent {
  content: Uint8Array;
  type: 'application/zip' | 'application/json';
  file?: string;
}

/** How often the progress is asked for (ms). */
const POLL = 500;

/** How an import ended. */
export interface Imported {
  failed: boolean;
  result: { account: Account; progress: SourceProgress } | { target: Target; refused: string };
  summary: string;
}

/** Sends a bundle and follows its import to the end. */
export async function importBundle(client: ApiClient, output: Output, bundle: BundleContent, target: Target): Promise<Imported> {
  return followed(client, output, target, await sent(client, bundle, target));
}

/** One of several bundles. */
export interface Import {
  target: Target;
  /** What people call it while it is imported. */
  title: string;
  content: () => Promise<BundleContent>;
}

/**
 * The same for several, in their order. Each is sent while the one before it is imported, unless both are of one source: so the server knows that more
 * comes, and leaves what follows from a snapshot to the end of the last. Where the server refuses one, the others go on.
 */
export async function importSeveral(client: ApiClient, output: Output, imports: Iterable<Import>): Promise<Imported[]> {
  const all: Imported[] = [];
  let before = null as { source: string; ending: () => Promise<Imported> } | null;
  for (const { target, title, content } of imports) {
    const source = `${target.cloud} ${target.account}`;
    if (before?.source === source) {
      all.push(await before.ending());
      before = null;
    }
    const account = await accepted(sent(client, await content(), target));
    if (before) all.push(await before.ending());
    const ending = async (): Promise<Imported> => {
      output.progress(title);
      return account instanceof ApiRefusal ? refused(target, account) : followed(client, output, target, account);
    };
    before = { source, ending };
  }
  return before ? [...all, await before.ending()] : all;
}

async function sent(client: ApiClient, bundle: BundleContent, target: Target): Promise<Account> {
  const { account } = await client.call('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', {
    path: { cloud_type: target.cloud, account_id: target.account },
    query: { name: target.name, file: bundle.file, taken_at: target.takenAt },
    raw: bundle,
  });
  return account;
}

async function accepted(sending: Promise<Account>): Promise<Account | ApiRefusal> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof ApiRefusal) return error;
    throw error;
  }
}

async function followed(client: ApiClient, output: Output, target: Target, account: Account): Promise<Imported> {
  const progress = await follow(client, account.uid, output);
  const failed = progress.current_phase_enum.endsWith('_FAILED');
  return { failed, result: { account, progress }, summary: summary(target, progress, failed) };
}

function refused(target: Target, { message }: ApiRefusal): Imported {
  return { failed: true, result: { target, refused: message }, summary: `${target.cloud} account ${target.account} was refused: ${message}` };
}

/** Prints each phase as it begins, until the import is done or has failed. */
async function follow(client: ApiClient, uid: string, output: Output): Promise<SourceProgress> {
  let shown = '';
  for (;;) {
    const { sources } = await client.call('GET /v1/calendar/progress');
    const source = sources.find((candidate) => candidate.uid === uid);
    if (source) {
      const line = `${String(Math.round(source.progress)).padStart(3)} %  ${source.current_phase_enum}`;
      if (line !== shown) output.progress(line);
      shown = line;
      if (source.current_phase_enum === 'PHASE_DONE' || source.current_phase_enum.endsWith('_FAILED')) return source;
    }
    await delay(POLL);
  }
}

function summary({ cloud, account }: Target, { messages, current_phase_enum: phase }: SourceProgress, failed: boolean): string {
  const verdict = failed ? `The import of ${cloud} account ${account} failed in ${phase}.` : `${cloud} account ${account} is imported.`;
  return [...messages.map(messageLine), verdict].join('\n');
}

function messageLine({ type, file, place, message }: SourceMessage): string {
  const where = [file, place].filter(Boolean).join(' ');
  return `${type}${where ? ` ${where}` : ''}: ${message}`;
}

/** Prints how several imports ended; the command fails where one of them did. */
export function reportImports(output: Output, all: readonly Imported[]): void {
  const failed = all.filter((imported) => imported.failed).length;
  const verdict = `${all.length - failed} of ${all.length} bundles are imported.`;
  output.result({ imported: all.map(({ result }) => result) }, [...all.map(({ summary }) => summary), verdict].join('\n'));
  if (failed > 0) process.exitCode = 1;
}
