import { Invalid, type Json, NotCheckable, type Proof, replay } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { notFound } from '../../../platform/http/errors';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { findEntities, type StoredEntity } from '../read-holders';
import { readAccess, readPaths } from '../../store/read-paths';
import { AccountViews } from './account-view';
import { AwsProver } from './aws-prover';
import { AzureProver } from './azure-prover';
import { GoogleProver } from './google-prover';
import { proveAccess, type PairToProve } from './prove-access';
import { proveNoAccess } from './prove-no-access';
import { proveNoAzureAccess } from './prove-no-azure-access';
import { proveNoGoogleAccess } from './prove-no-google-access';
import { notExpressible } from './refusals';
import { awsTargets, targetsOf, type ProofRequest } from './request';
import { SourceTrees } from './source-trees';

/** The engine and the checker disagree. Nobody but the operator can do something about it. */
export class ProofFailed extends Error {
  /** @param details the finding of the checker, for the log */
  constructor(readonly details: { place: string; message: string; found?: unknown; wanted?: unknown }) {
    super(`The checker refuses the proof at ${details.place}: ${details.message}`);
  }
}

/** Makes proofs of what the graph says now. */
export class ProofMaker {
  constructor(private readonly catalogue: Catalogue) {}

  /**
   * Makes a proof, and replays it. Runs inside the caller's transaction.
   * @throws 404 when the graph lacks the identity or the resource
   * @throws 422 CLAIM_FALSE, PROOF_NOT_EXPRESSIBLE, PROOF_TOO_LARGE or UNKNOWN_ACTION
   * @throws 409 MANIFEST_MISSING
   * @throws ProofFailed if the proof does not hold
   */
  async make(tx: Tx, tenantId: string, request: ProofRequest): Promise<Proof> {
    const moment = { tenantId, snapshotId: null };
    const found = await findEntities(tx, moment, [request.identityUri, request.resourceUri]);
    const identity = found.find(({ uri, isIdentity }) => uri === request.identityUri && isIdentity);
    const resource = found.find(({ uri, isResource }) => uri === request.resourceUri && isResource);
    if (!identity || !resource) throw notFound('The graph no longer has this identity or resource. Run the search again.');
    const trees = await SourceTrees.open(tx, tenantId);
    const paths = await readPaths(tx, moment, identity);
    const access = await readAccess(
      tx,
      moment,
      paths.map(({ pclassId }) => pclassId),
      resource.classId,
    );
    const reaching = new Set(access.map(({ pclassId }) => pclassId));
    const routes = paths.filter(({ pclassId }) => reaching.has(pclassId));
    const pair = { tx, tenantId, trees, identity, resource, routes, madeAt: new Date().toISOString() };
    try {
      const proof = await this.#prove(pair, request);
      replay(proof as unknown as Json);
      return proof;
    } catch (error) {
      if (error instanceof NotCheckable) throw notExpressible(error.message);
      if (error instanceof Invalid) throw new ProofFailed({ place: error.place, message: error.message, found: error.found, wanted: error.wanted });
      throw error;
    }
  }

  #prove(pair: Omit<PairToProve, 'prover'>, request: ProofRequest): Promise<Proof> {
    if (pair.resource.cloudType === 'GCP') return this.#google(pair, request);
    return pair.resource.cloudType === 'AZURE' ? this.#azure(pair, request) : this.#aws(pair, request);
  }

  async #azure(pair: Omit<PairToProve, 'prover'>, { kind, actions }: ProofRequest): Promise<Proof> {
    const { tx, tenantId, trees, identity, resource } = pair;
    const prover = new AzureProver(tx, tenantId, trees);
    await prover.require(identity, resource);
    const targets = targetsOf(await prover.targets(resource), resource, actions);
    return kind === 'reaches' ? proveAccess({ ...pair, prover }, actions && targets) : proveNoAzureAccess({ ...pair, prover }, targets);
  }

  async #aws(pair: Omit<PairToProve, 'prover'>, { kind, actions }: ProofRequest): Promise<Proof> {
    const { tx, tenantId, trees, identity, resource } = pair;
    refuseOthers(identity, resource);
    const targets = targetsOf(awsTargets(this.catalogue, resource), resource, actions);
    const prover = new AwsProver(this.catalogue, trees, await AccountViews.open(tx, tenantId, trees));
    const proof = kind === 'reaches' ? await proveAccess({ ...pair, prover }, actions && targets) : await proveNoAccess({ ...pair, prover }, targets);
    const tree = await trees.of(resource.sourceUid);
    const limitsEndpoints = tree.facts.policies.some((policy) => policy.kind === 'vpc_endpoint');
    if (limitsEndpoints && Object.values(proof.documents).some((text) => /aws:sourcevpc/i.test(text)))
      throw notExpressible('a policy names VPC endpoints, and their own policies decide as well.');
    return proof;
  }

  async #google(pair: Omit<PairToProve, 'prover'>, { kind, actions }: ProofRequest): Promise<Proof> {
    const { tx, tenantId, trees, identity, resource } = pair;
    const prover = new GoogleProver(tx, tenantId, trees);
    await prover.require(identity);
    const targets = targetsOf(await prover.targets(resource), resource, actions);
    return kind === 'reaches' ? proveAccess({ ...pair, prover }, actions && targets) : proveNoGoogleAccess({ ...pair, prover }, targets);
  }
}

function refuseOthers(identity: StoredEntity, resource: StoredEntity): void {
  const other = [resource, identity].find(({ cloudType }) => cloudType !== 'AWS');
  if (other)
    throw notExpressible(
      `${other.name} is of ${other.cloudType}. The format has rules for resources of AWS, reached by identities of AWS, of Azure and of Google Cloud.`,
    );
  if (identity.type !== 'USER' && identity.type !== 'ROLE')
    throw notExpressible(`${identity.name} is neither a user nor a role. Choose a user or a role, such as a member of the group.`);
  if (resource.type === 'ACCOUNT_DATA' || !resource.nativeId.startsWith('arn:'))
    throw notExpressible(`${resource.name} is an account or has no ARN. Actions on an account as a whole have no rule.`);
}
