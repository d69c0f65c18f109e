import { Invalid, type Json, NotCheckable, type Proof, replay } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { notFound } from '../../../platform/http/errors';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { findEntities, type StoredEntity } from '../read-holders';
import { refuseUnknownDay } from '../../store/known-day';
import { readPathsTo } from '../../store/read-paths';
import { snapshotAt } from '../../store/validity';
import { AccountViews } from './account-view';
import { AwsProver } from './aws-prover';
import { AzureProver } from './azure-prover';
import { DirectoryProver, isDirectory } from './directory-prover';
import { GoogleProver } from './google-prover';
import type { TargetProver } from './prover';
import { proveAccess, type PairToProve } from './prove-access';
import { proveNoAccess } from './prove-no-access';
import { proveNoGoogleAccess } from './prove-no-google-access';
import { proveNoSoleAccess } from './prove-no-sole-access';
import { notExpressible } from './refusals';
import { awsTargets, targetsOf, unknownAction, type ProofRequest, type Target } from './request';
import { SourceTrees, type ReadTrees } from './source-trees';

/** The engine and the checker disagree. Nobody but the operator can do something about it. */
export class ProofFailed extends Error {
  /** @param details the finding of the checker, for the log */
  constructor(readonly details: { place: string; message: string; found?: unknown; wanted?: unknown }) {
    super(`The checker refuses the proof at ${details.place}: ${details.message}`);
  }
}

/** Keys of conditions about which the date of a request decides. */
const ON_DATES = /aws:CurrentTime|aws:EpochTime|aws:TokenIssueTime|request\.time/i;

/** The snapshot whose facts prove claims. */
export interface ProofMoment {
  /** Null: now. */
  snapshotId: number | null;
  /** ISO 8601: claims are about requests from about this time on. */
  madeAt: string;
  /** The snapshot is that of a former day. */
  isPast: boolean;
}

/** Returns the present moment. */
const present = (): ProofMoment => ({ snapshotId: null, madeAt: new Date().toISOString(), isPast: false });

/**
 * Returns the end of a day (YYYY-MM-DD, UTC), or the present on that of today.
 * @throws 422 for a day of which nothing is known
 */
export async function momentOfDay(tx: Tx, tenantId: string, day: string): Promise<ProofMoment> {
  await refuseUnknownDay(tx, tenantId, day);
  const now = new Date().toISOString();
  if (day === now.slice(0, 10)) return present();
  return { snapshotId: await snapshotAt(tx, tenantId, day), madeAt: `${day}T23:59:59.999Z`, isPast: true };
}

/** Makes proofs of what the graph says at one snapshot, in one transaction. They share what they read. */
export class ProofMaker {
  #aws: Promise<AwsProver> | undefined;
  readonly #google: GoogleProver;
  readonly #azure: AzureProver;
  readonly #directory: DirectoryProver;

  private constructor(
    private readonly tx: Tx,
    private readonly catalogue: Catalogue,
    private readonly trees: SourceTrees,
    private readonly moment: ProofMoment,
  ) {
    this.#google = new GoogleProver(tx, trees);
    this.#azure = new AzureProver(tx, trees);
    this.#directory = new DirectoryProver(tx, trees);
  }

  /** @param known keeps the sources that are read, for other transactions that read the same snapshot */
  static async open(tx: Tx, catalogue: Catalogue, tenantId: string, moment = present(), known?: ReadTrees): Promise<ProofMaker> {
    const { snapshotId, isPast } = moment;
    return new ProofMaker(tx, catalogue, await SourceTrees.open(tx, { tenantId, snapshotId }, { known, isPast }), moment);
  }

  /**
   * Makes a proof, and replays it.
   * @throws 404 when the graph lacks the identity or the resource
   * @throws 422 CLAIM_FALSE, PROOF_NOT_EXPRESSIBLE, PROOF_TOO_LARGE or UNKNOWN_ACTION
   * @throws 409 MANIFEST_MISSING
   * @throws ProofFailed if the proof does not hold
   */
  async make(request: ProofRequest): Promise<Proof> {
    const { tx, trees } = this;
    const { moment } = trees;
    const { madeAt, isPast } = this.moment;
    const found = await findEntities(tx, moment, [request.identityUri, request.resourceUri]);
    const identity = found.find(({ uri, isIdentity }) => uri === request.identityUri && isIdentity);
    const resource = found.find(({ uri, isResource }) => uri === request.resourceUri && isResource);
    if (!identity || !resource)
      throw notFound(
        isPast
          ? 'The graph did not have this identity or resource on that day.'
          : 'The graph no longer has this identity or resource. Run the search again.',
      );
    const routes = await readPathsTo(tx, moment, identity, resource.classId);
    const pair = { tx, moment, trees, identity, resource, routes, madeAt };
    let proof: Proof | undefined;
    try {
      proof = await this.#prove(pair, request);
      replay(proof as unknown as Json);
      return proof;
    } catch (error) {
      // The engine decides conditions on dates for requests of today.
      if (error instanceof Invalid && isPast && (!proof || Object.values(proof.documents).some((text) => ON_DATES.test(text))))
        throw notExpressible('a policy has a condition on dates, which may have been decided differently on that day.');
      if (error instanceof NotCheckable) throw notExpressible(error.message);
      if (error instanceof Invalid) throw new ProofFailed({ place: error.place, message: error.message, found: error.found, wanted: error.wanted });
      throw error;
    }
  }

  #prove(pair: Omit<PairToProve, 'prover'>, request: ProofRequest): Promise<Proof> {
    const { cloudType } = pair.resource;
    if (cloudType === 'GCP') return this.#proveGoogle(pair, request);
    if (cloudType === 'AZURE') return this.#proveSole(pair, this.#azure, request);
    return isDirectory(cloudType) ? this.#proveSole(pair, this.#directory, request) : this.#proveAws(pair, request);
  }

  async #proveSole(pair: Omit<PairToProve, 'prover'>, prover: AzureProver | DirectoryProver, { kind, actions }: ProofRequest): Promise<Proof> {
    const { identity, resource } = pair;
    await prover.require(identity, resource);
    if (kind === 'reaches') return proveAccess({ ...pair, prover }, actions && (await this.#asked(pair, prover, actions)));
    return proveNoSoleAccess({ ...pair, prover }, await this.#targets(resource, prover, actions));
  }

  /** Returns the asked actions with what each is about. Only all facts of the source tell that an action applies to no resource. */
  async #asked({ identity, resource }: Omit<PairToProve, 'prover'>, prover: TargetProver, actions: readonly string[]): Promise<Target[]> {
    const some = await prover.targets(resource, await prover.factsOf(identity, resource));
    return unknownAction(some, actions) === null ? targetsOf(some, resource, actions) : this.#targets(resource, prover, actions);
  }

  /** Returns the asked actions, or all that apply to a resource, of those that all facts of its source name. */
  async #targets(resource: StoredEntity, prover: TargetProver, actions: readonly string[] | null): Promise<Target[]> {
    return targetsOf(await prover.targets(resource, await this.trees.of(resource.sourceUid)), resource, actions);
  }

  async #proveAws(pair: Omit<PairToProve, 'prover'>, { kind, actions }: ProofRequest): Promise<Proof> {
    const { tx, trees, identity, resource } = pair;
    refuseOthers(identity, resource);
    const targets = targetsOf(awsTargets(this.catalogue, resource), resource, actions);
    this.#aws ??= AccountViews.open(tx, trees).then((views) => new AwsProver(this.catalogue, trees, views));
    const prover = await this.#aws;
    const proof = kind === 'reaches' ? await proveAccess({ ...pair, prover }, actions && targets) : await proveNoAccess({ ...pair, prover }, targets);
    const tree = await trees.about(resource.sourceUid, [resource.nativeId]);
    const limitsEndpoints = tree.facts.policies.some((policy) => policy.kind === 'vpc_endpoint');
    if (limitsEndpoints && Object.values(proof.documents).some((text) => /aws:sourcevpc/i.test(text)))
      throw notExpressible('a policy names VPC endpoints, and their own policies decide as well.');
    return proof;
  }

  async #proveGoogle(pair: Omit<PairToProve, 'prover'>, { kind, actions }: ProofRequest): Promise<Proof> {
    const { identity, resource } = pair;
    const prover = this.#google;
    await prover.require(identity);
    if (kind === 'reaches') return proveAccess({ ...pair, prover }, actions && (await this.#asked(pair, prover, actions)));
    return proveNoGoogleAccess({ ...pair, prover }, await this.#targets(resource, prover, actions));
  }
}

function refuseOthers(identity: StoredEntity, resource: StoredEntity): void {
  const other = [resource, identity].find(({ cloudType }) => cloudType !== 'AWS');
  if (other) throw notExpressible(`${other.name} is of ${other.cloudType}. The format has rules for resources of AWS that identities of AWS reach.`);
  if (identity.type !== 'USER' && identity.type !== 'ROLE')
    throw notExpressible(`${identity.name} is neither a user nor a role. Choose a user or a role, such as a member of the group.`);
  if (resource.type === 'ACCOUNT_DATA' || !resource.nativeId.startsWith('arn:'))
    throw notExpressible(`${resource.name} is an account or has no ARN. Actions on an account as a whole have no rule.`);
}
