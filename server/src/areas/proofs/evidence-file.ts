import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import {
  ATTACHED,
  cell,
  cellsOf,
  EVIDENCE_FILES,
  EVIDENCE_FORMAT,
  type EnvelopeSignature,
  type EvidenceFile,
  type IndexLine,
  type Json,
  type Proof,
  reasonsOf,
  writeEnvelope,
  writeEvidenceManifest,
  writeIndex,
} from '@cam/checker';
import type { ProofKey } from '@cam/contracts/server';
import { ProofFailed, type GraphService, type ProofMoment, type ReadTrees, type SourceTree } from '../../graph';
import type { Context } from '../../platform/context';
import { ZipStream } from '../../platform/files/xlsx/zip-stream';
import { ApiError, unprocessable } from '../../platform/http/errors';
import { evidenceReadme, type EvidenceSubject } from './evidence-readme';
import { refusedByChecker } from './refused-by-checker';

/** A row that is to be proved. */
export interface EvidenceClaim {
  kind: 'reaches' | 'not-reaches';
  identity: { name: string; uri: string };
  resource: { name: string; uri: string };
  /** The row of the list that the claim is from, such as its kinds of access. */
  row: string;
  /** Why the claim has no proof, where that is known before. */
  refused?: string;
  /** Null: every action. */
  actions: readonly string[] | null;
  moment: ProofMoment;
}

/** The content of an evidence file. */
export interface Evidence extends EvidenceSubject {
  claims: readonly EvidenceClaim[];
  /** Texts of further files by name. */
  attached?: Readonly<Record<string, string>>;
}

export interface EvidenceSigner {
  sign(bytes: Uint8Array): EnvelopeSignature;
  keys: readonly ProofKey[];
}

export interface EvidenceDependencies {
  ctx: Pick<Context, 'db' | 'log'>;
  graph: Pick<GraphService, 'proofMaker'>;
  signer: EvidenceSigner;
}

/** Proofs of one transaction: the embedded database serves nobody else meanwhile, and they are in memory. */
const BATCH = { claims: 20, bytes: 4 * 1024 * 1024 };
/** Sources that stay in memory from one transaction to the next. */
const MOST_SOURCES = 16;
/** Bytes of all proofs together. */
const MOST_BYTES = 1024 * 1024 * 1024;

interface Outcome {
  claim: EvidenceClaim;
  proof: Proof | null;
  /** Why there is no proof. */
  reason: string;
}

/**
 * Makes a zip with a proof for each claim that has one, and holds only a few of them in memory.
 * @throws 422 EVIDENCE_TOO_LARGE
 */
export async function* evidenceFile(
  deps: EvidenceDependencies,
  tenantId: string,
  { claims, attached = {}, ...subject }: Evidence,
): AsyncGenerator<Buffer> {
  const { signer } = deps;
  const held: Buffer[] = [];
  const zip = new ZipStream(async (bytes) => void held.push(bytes));
  const files: EvidenceFile[] = [];
  let bytes = 0;
  const add = async (name: string, text: string): Promise<Buffer[]> => {
    files.push({ name, sha256: createHash('sha256').update(text).digest('hex') });
    bytes += text.length;
    await zip.add(name, [text]);
    return held.splice(0);
  };
  const madeAt = new Date().toISOString();
  const lines: IndexLine[] = [];
  for await (const { claim, proof, reason } of outcomesOf(deps, tenantId, claims)) {
    const name = proof ? `proofs/${String(lines.length + 1).padStart(4, '0')}.json` : '';
    if (proof) yield* await add(name, writeEnvelope(proof as unknown as Json, signer.sign));
    if (bytes > MOST_BYTES)
      throw unprocessable('EVIDENCE_TOO_LARGE', 'The proofs of these rows have more than 1 GB. Ask for fewer identities or resources at a time.');
    lines.push(lineOf(claim, proof, name, reason));
  }
  const counts = { rows: lines.length, proved: lines.filter(({ proof }) => proof !== '').length };
  for (const [name, text] of Object.entries(attached)) yield* await add(`${ATTACHED}${name}`, text);
  yield* await add(EVIDENCE_FILES.index, writeIndex(lines));
  yield* await add(EVIDENCE_FILES.keys, `${JSON.stringify({ keys: signer.keys }, null, 2)}\n`);
  yield* await add(EVIDENCE_FILES.readme, evidenceReadme(subject, { ...counts, unproved: reasonsOf(lines) }, madeAt));
  const manifest = { format: EVIDENCE_FORMAT, made_at: madeAt, subject: subject.subject, meaning: subject.meaning, ...counts, files } as const;
  await zip.add(EVIDENCE_FILES.manifest, [writeEvidenceManifest({ ...manifest, files: [...files] }, signer.sign)]);
  await zip.end();
  yield* held;
}

function lineOf({ kind, identity, resource, row, moment }: EvidenceClaim, proof: Proof | null, name: string, reason: string): IndexLine {
  return {
    identity: cell(identity.name),
    identity_uri: cell(identity.uri),
    resource: cell(resource.name),
    resource_uri: cell(resource.uri),
    claim: kind,
    as_of: moment.madeAt,
    row,
    actions: '',
    conditional_actions: '',
    ...(proof ? cellsOf(proof) : {}),
    proof: name,
    reason: cell(reason),
  };
}

async function* outcomesOf(deps: EvidenceDependencies, tenantId: string, claims: readonly EvidenceClaim[]): AsyncGenerator<Outcome> {
  let known = new Map<string, SourceTree>();
  let done = 0;
  let moment = claims[0]?.moment;
  while (done < claims.length) {
    const next = claims.slice(done, done + BATCH.claims);
    if (next[0]?.moment !== moment || known.size > MOST_SOURCES) known = new Map();
    moment = next[0]?.moment;
    const alike = next.slice(0, endOf(next));
    const outcomes = await batchOf(deps, tenantId, alike, known);
    done += outcomes.length;
    yield* outcomes;
  }
}

/** Returns the number of claims at the beginning that are about the same moment. */
function endOf(claims: readonly EvidenceClaim[]): number {
  const other = claims.findIndex(({ moment }) => moment !== claims[0]?.moment);
  return other < 0 ? claims.length : other;
}

/** Proves claims in one transaction, until they are large. @returns at least one outcome */
function batchOf(
  { ctx: { db, log }, graph }: EvidenceDependencies,
  tenantId: string,
  claims: readonly EvidenceClaim[],
  known: ReadTrees,
): Promise<Outcome[]> {
  return db.tenant(tenantId, async (tx) => {
    const maker = await graph.proofMaker(tx, tenantId, claims[0]?.moment, known);
    const outcomes: Outcome[] = [];
    let bytes = 0;
    for (const claim of claims) {
      const { kind, actions, identity, resource } = claim;
      const request = { kind, actions, identityUri: identity.uri, resourceUri: resource.uri };
      try {
        if (claim.refused !== undefined) throw unprocessable('NOT_PROVED', claim.refused);
        const proof = await maker.make(request);
        bytes += JSON.stringify(proof).length;
        outcomes.push({ claim, proof, reason: '' });
      } catch (error) {
        const refusal = error instanceof ProofFailed ? refusedByChecker(log, tenantId, request, error) : error;
        if (!(refusal instanceof ApiError)) throw error;
        outcomes.push({ claim, proof: null, reason: refusal.userMessage });
      }
      if (bytes > BATCH.bytes) break;
      await pause();
    }
    return outcomes;
  });
}
