import { setTimeout as delay } from 'node:timers/promises';
import type { Account, CloudType, SourceMessage, SourceProgress } from '@cam/contracts';
import { ApiRefusal, type ApiClient } from './api-client';
import type { Output } from './output';

/** The source of a bundle, and the time of its export. */
export interface Target {
  cloud: CloudType;
  account: string;
  name?: string;
  /** ISO 8601 in UTC. Absent means now. */
  takenAt?: string;
}

/** A zip file, or one JSON file with its name. */
export interface BundleContent {
  content: Uint8Array;
  type: 'application/zip' | 'application/json';
  file?: string;
}

/** Time between two requests for the progress, ms. */
const POLL = 500;

/** The result of an import. */
export interface Imported {
  failed: boolean;
  result: { account: Account; progress: SourceProgress } | { target: Target; refused: string };
  summary: string;
}

/** Sends a bundle and waits for the end of its import. */
export async function importBundle(client: ApiClient, output: Output, bundle: BundleContent, target: Target): Promise<Imported> {
  return followed(client, output, target, await send(client, bundle, target));
}

/** One of several bundles. */
export interface Import {
  target: Target;
  /** Title in the progress output. */
  title: string;
  content: () => Promise<BundleContent>;
}

/** Bundles that are sent before the first of them is imported. The server builds the graph of those that wait together. */
const AHEAD = 20;

/**
 * Imports several bundles in order. Some are sent ahead, so that the server knows that more follow, and defers the work after a snapshot to the last one. The
 * bundles of a day are imported before those of the next, because history only grows forwards. If the server refuses one, the others continue.
 */
export async function importSeveral(client: ApiClient, output: Output, imports: Iterable<Import>): Promise<Imported[]> {
  const all: Imported[] = [];
  const sent: { source: string; day: string; ending: () => Promise<Imported> }[] = [];
  const awaitOldest = async (): Promise<void> => {
    const oldest = sent.shift();
    if (oldest) all.push(await oldest.ending());
  };
  for (const { target, title, content } of imports) {
    const source = `${target.cloud} ${target.account}`;
    const day = target.takenAt?.slice(0, 10) ?? '';
    while (sent.some((other) => other.source === source || other.day !== day) || sent.length >= AHEAD) await awaitOldest();
    const account = await accepted(send(client, await content(), target));
    const ending = async (): Promise<Imported> => {
      output.progress(title);
      return account instanceof ApiRefusal ? refused(target, account) : followed(client, output, target, account);
    };
    sent.push({ source, day, ending });
  }
  while (sent.length > 0) await awaitOldest();
  return all;
}

async function send(client: ApiClient, bundle: BundleContent, target: Target): Promise<Account> {
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
  return { failed: true, result: { target, refused: message }, summary: `The server refused ${target.cloud} account ${target.account}: ${message}` };
}

/** Prints each phase until the import succeeds or fails. */
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
  const verdict = failed ? `The import of ${cloud} account ${account} failed in ${phase}.` : `Imported ${cloud} account ${account}.`;
  return [...messages.map(messageLine), verdict].join('\n');
}

function messageLine({ type, file, place, message }: SourceMessage): string {
  const where = [file, place].filter(Boolean).join(' ');
  return `${type}${where ? ` ${where}` : ''}: ${message}`;
}

/** Prints the results of several imports. The command fails if one of them did. */
export function reportImports(output: Output, all: readonly Imported[]): void {
  const failed = all.filter((imported) => imported.failed).length;
  const verdict = `Imported ${all.length - failed} of ${all.length} bundles.`;
  output.result({ imported: all.map(({ result }) => result) }, [...all.map(({ summary }) => summary), verdict].join('\n'));
  if (failed > 0) process.exitCode = 1;
}
