import { estateDigest, type ProofSource } from '@cam/checker';
import { currentAccountLimit } from '../../../platform/db/account-limit';
import type { Tx } from '../../../platform/db/database';
import { conflict } from '../../../platform/http/errors';
import { readManifestsAt, readNewestManifests, type StoredManifest } from '../../store/manifests';
import { readSources, readSourcesAt, type GraphSource } from '../../store/read-sources';
import type { Moment } from '../../store/validity';
import type { CoveredFacts, CoveredSource, SourceTree } from './covered-facts';
import { PartReader } from './part-reader';
import { readWhole } from './read-whole';

/** Sources that were read, by a text that names the tenant and the manifest. */
export interface ReadTrees {
  get(key: string): SourceTree | undefined;
  set(key: string, tree: SourceTree): unknown;
}

/** The sources of a tenant at a snapshot, each read when it is needed. */
export class SourceTrees {
  readonly #parts = new Map<string, PartReader | null>();

  private constructor(
    private readonly tx: Tx,
    readonly moment: Moment,
    readonly sources: readonly GraphSource[],
    private readonly manifests: ReadonlyMap<string, StoredManifest>,
    private readonly known: ReadTrees,
    private readonly isPast: boolean,
  ) {}

  /**
   * @param options.known keeps what is read, for other transactions: the digest of a manifest names the facts, whatever other sources changed
   * @param options.isPast the snapshot is that of a former day, and refusals say so
   */
  static async open(
    tx: Tx,
    moment: Moment,
    { known = new Map(), isPast = false }: { known?: ReadTrees; isPast?: boolean } = {},
  ): Promise<SourceTrees> {
    const { tenantId, snapshotId } = moment;
    const manifests = snapshotId === null ? await readNewestManifests(tx, tenantId) : await readManifestsAt(tx, tenantId, snapshotId);
    const sources = snapshotId === null ? await readSources(tx, tenantId) : await readSourcesAt(tx, tenantId, snapshotId);
    return new SourceTrees(tx, moment, sources, new Map(manifests.map((manifest) => [manifest.source, manifest])), known, isPast);
  }

  /**
   * Reads all facts of a source.
   * @throws 409 MANIFEST_MISSING if the facts of the source are not those of a manifest
   */
  async of(sourceUid: string): Promise<SourceTree> {
    const covered = this.#covered(sourceUid);
    const key = this.#keyOf(covered.manifest);
    const known = this.known.get(key);
    if (known) return known;
    const made = await readWhole(this.tx, this.moment, covered);
    this.known.set(key, made);
    return made;
  }

  /**
   * Reads what a source says about native ids and about everything that these lie in, together with the facts that decide wherever they lie. Reads all
   * facts of former days, and where the digests of the others are not kept.
   * @throws 409 MANIFEST_MISSING if the source has no manifest
   */
  async about(sourceUid: string, nativeIds: readonly string[]): Promise<CoveredFacts> {
    const covered = this.#covered(sourceUid);
    const known = this.known.get(this.#keyOf(covered.manifest));
    if (known) return known;
    const found = this.#parts.get(sourceUid);
    const reader = found === undefined ? await this.#readerOf(covered) : found;
    this.#parts.set(sourceUid, reader);
    return reader ? reader.about(nativeIds) : this.of(sourceUid);
  }

  /** Returns a reader of parts; null: the whole source has to be read. */
  async #readerOf(covered: CoveredSource): Promise<PartReader | null> {
    // Indexes find the rows of now. A limited caller does not see the digests.
    if (this.moment.snapshotId !== null || currentAccountLimit()) return null;
    return PartReader.open(this.tx, this.moment, covered);
  }

  /** Returns whether a source has a manifest. */
  covers(sourceUid: string): boolean {
    return this.#sourceOf(sourceUid) !== undefined && this.manifests.has(sourceUid);
  }

  #sourceOf(sourceUid: string): GraphSource | undefined {
    return this.sources.find((one) => one.sourceUid === sourceUid);
  }

  #covered(sourceUid: string): CoveredSource {
    const source = this.#sourceOf(sourceUid);
    const manifest = this.manifests.get(sourceUid);
    if (!source || !manifest) throw this.#missing(source?.accountId ?? sourceUid);
    return { source, manifest, differing: () => this.#differing(source.accountId) };
  }

  #keyOf({ digest }: StoredManifest): string {
    return `${this.moment.tenantId} ${digest}`;
  }

  /**
   * Returns the manifests of all sources.
   * @throws 409 MANIFEST_MISSING if a source has none, or the newest one does not cover exactly these sources
   */
  whole(): StoredManifest[] {
    const all = this.sources.map(({ sourceUid, accountId }) => this.manifests.get(sourceUid) ?? fail(this.#missing(accountId)));
    const [newest] = [...all].sort((a, b) => b.position - a.position);
    if (newest && newest.estate !== estateDigest(all))
      throw conflict(
        'MANIFEST_MISSING',
        this.isPast
          ? 'A source of that day was removed since then, or before the next import. Ask about another day.'
          : 'A source was removed since the last import. Import any source again, so that a manifest covers the sources of today.',
      );
    return all;
  }

  #differing(accountId: string): Error {
    if (this.isPast) return this.#missing(accountId);
    return conflict(
      'MANIFEST_MISSING',
      `What CAM keeps about the account ${accountId} is not what the manifest of its last import says. Import it again, then ask for the proof again.`,
    );
  }

  #missing(accountId: string): Error {
    return conflict(
      'MANIFEST_MISSING',
      this.isPast
        ? `There is no manifest for what is kept about the account ${accountId} on that day. Ask about a later day, or about now.`
        : `The account ${accountId} was last imported by a release that recorded no manifest. Import it again, then ask for the proof again.`,
    );
  }
}

/** Returns a manifest in the form of a proof. */
export function toProofSource({ digest, ...manifest }: StoredManifest): ProofSource {
  return { ...manifest, manifest: digest };
}

function fail(error: Error): never {
  throw error;
}
