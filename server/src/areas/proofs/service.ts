import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Envelope, type Json, writeEnvelope } from '@cam/checker';
import type { FactsManifest, ProofEnvelope, ProofKey } from '@cam/contracts/server';
import type { GraphService, ProofRequest, QueryService } from '../../graph';
import type { Context } from '../../platform/context';
import type { SecretBox } from '../../platform/security/secret-box';
import { changeInstallationSecret, installationSecret } from '../identity-platform';
import type { FileReply } from '../../platform/http/file-reply';
import { evidenceFile, type Evidence, type EvidenceSigner } from './evidence-file';
import { queryEvidence } from './query-evidence';
import { refusedByChecker } from './refused-by-checker';
import { errorWithin, proofWithin, refuseOutside } from './within-accounts';
import { newKey, published, rotated, signWith, type StoredKey } from './signing-keys';

/** Name of the stored keys. */
const SECRET = 'proof-keys';

/** Makes and signs proofs. */
export class ProofsService {
  /** @param checker the file that replays proofs */
  constructor(
    private readonly ctx: Pick<Context, 'db' | 'log'>,
    private readonly deps: { graph: GraphService; queries: QueryService; secrets: SecretBox; checker: URL },
  ) {}

  /**
   * Makes a proof that the checker accepts.
   * @param asOf day (YYYY-MM-DD, UTC) at whose end the graph is read; null: now
   * @param within the only accounts that the caller may read; undefined: all
   * @throws ApiError 403 if the proof has facts of other accounts; 500 PROOF_FAILED if engine and checker disagree
   */
  async make(tenantId: string, request: ProofRequest, asOf: string | null, within?: readonly string[]): Promise<ProofEnvelope> {
    try {
      if (within) refuseOutside(request, within);
      const whole = await this.deps.graph.proof(tenantId, request, { asOf });
      const proof = within ? proofWithin(whole, within) : whole;
      const keys = await this.#keys();
      return JSON.parse(writeEnvelope(proof as unknown as Json, (bytes) => signWith(keys, bytes))) as Envelope;
    } catch (error) {
      const refused = refusedByChecker(this.ctx.log, tenantId, request, error);
      throw within ? errorWithin(refused) : refused;
    }
  }

  /** Returns evidence for every row of a query, as `queryEvidence` does. */
  async evidence(tenantId: string, query: string, accountId: string | null): Promise<FileReply> {
    return queryEvidence({ ctx: this.ctx, ...this.deps, signer: await this.#signer() }, tenantId, { query, accountId });
  }

  /** Returns a zip with a proof for each claim that has one, as `evidenceFile` makes it. */
  async *proofsOf(tenantId: string, evidence: Evidence): AsyncGenerator<Buffer> {
    yield* evidenceFile({ ctx: this.ctx, graph: this.deps.graph, signer: await this.#signer() }, tenantId, evidence);
  }

  /** Returns all public keys, the oldest first. */
  async publicKeys(): Promise<ProofKey[]> {
    return (await this.#keys()).map(published);
  }

  /** Ends the key that signs and makes a new one. Proofs of the former keys stay valid. */
  async rotateKey(): Promise<void> {
    await this.#keys();
    const change = (stored: string): string => JSON.stringify(rotated(JSON.parse(stored) as StoredKey[], new Date().toISOString()));
    await changeInstallationSecret(this.ctx.db, this.deps.secrets, SECRET, change);
  }

  /** Returns the file of the checker. */
  checkerFile(): Promise<Buffer> {
    return readFile(this.deps.checker);
  }

  /** Returns the SHA-384 of the checker in hexadecimal digits. */
  async checkerDigest(): Promise<string> {
    return createHash('sha384')
      .update(await this.checkerFile())
      .digest('hex');
  }

  /** @param snapshot null: the newest manifest of each source */
  manifests(tenantId: string, snapshot: number | null): Promise<FactsManifest[]> {
    return this.deps.graph.manifests(tenantId, snapshot);
  }

  async #signer(): Promise<EvidenceSigner> {
    const keys = await this.#keys();
    return { sign: (bytes) => signWith(keys, bytes), keys: keys.map(published) };
  }

  async #keys(): Promise<StoredKey[]> {
    const make = async (): Promise<string> => JSON.stringify([newKey(new Date().toISOString())]);
    return JSON.parse(await installationSecret(this.ctx.db, this.deps.secrets, SECRET, make)) as StoredKey[];
  }
}
