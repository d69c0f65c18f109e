import type { Tx } from '../../../platform/db/database';
import { findEntities, type StoredEntity } from '../read-holders';
import type { EngineAction } from './engine-actions';
import { BOUNDARIES, GoogleParts } from './google-parts';
import { GoogleViews } from './google-views';
import { groupIds, requireOneDirectory } from './memberships';
import type { ProofDraft } from './proof-draft';
import type { Prover, TargetProver } from './prover';
import { notExpressible, tooLarge } from './refusals';
import type { Target } from './request';
import type { CoveredFacts } from './covered-facts';
import type { SourceTrees } from './source-trees';

/** The most identities that one may act as, and the most service accounts of a tenant, in one file. */
const MOST = { members: 100, accounts: 2000 };
const ACCOUNTS = 'serviceAccount:';
/** The steps of paths that give credentials of a service account. */
const STEPS: readonly string[] = ['may get access tokens for', 'may create keys for', 'may sign tokens as', 'may sign as'];
const WITH_ADDRESS = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'];

/** Proves access to resources of Google Cloud. */
export class GoogleProver implements Prover, TargetProver {
  readonly paths = 'getting credentials of service accounts';
  readonly becoming = [
    'iam.serviceAccountKeys.create',
    'iam.serviceAccounts.getAccessToken',
    'iam.serviceAccounts.signBlob',
    'iam.serviceAccounts.signJwt',
  ];
  readonly #views = new GoogleViews();
  readonly #parts: GoogleParts;

  constructor(
    private readonly tx: Tx,
    private readonly trees: SourceTrees,
  ) {
    this.#parts = new GoogleParts(tx, trees);
  }

  isStep(relation: string, { type, cloudType }: StoredEntity): boolean {
    return STEPS.includes(relation) && type === 'SERVICE_ACCOUNT' && cloudType === 'GCP';
  }

  /** Reads the facts of each source about all entities together. */
  async prepare(entities: readonly StoredEntity[]): Promise<void> {
    for (const sourceUid of new Set(entities.filter(({ cloudType }) => cloudType === 'GCP').map((entity) => entity.sourceUid)))
      if (this.trees.covers(sourceUid)) await this.#parts.about(sourceUid, entities);
  }

  factsOf(from: StoredEntity, on: StoredEntity): Promise<CoveredFacts> {
    return this.#parts.about(on.sourceUid, [from, on]);
  }

  /** @throws 422 if proofs cannot be about the identity */
  async require(identity: StoredEntity): Promise<void> {
    const { attributes, cloudType, name, nativeId, sourceUid, type } = identity;
    if (cloudType === 'AWS' || !WITH_ADDRESS.includes(type) || typeof attributes.email !== 'string')
      throw notExpressible(
        `${name} is neither a user nor a service account with an address. Choose such an identity, such as a member of the group.`,
      );
    if (sourceUid === '') throw notExpressible(`no source lists ${name}, so its groups are not known. Import the directory of your organization.`);
    await requireOneDirectory(this.tx, this.trees, identity, await this.trees.about(sourceUid, [nativeId]));
  }

  async targets(resource: StoredEntity, covered: CoveredFacts): Promise<Target[]> {
    return this.#views.targets(covered, resource);
  }

  async actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    return this.#views.actions(from, await this.trees.about(from.sourceUid, [from.nativeId]), on, await this.factsOf(from, on));
  }

  async decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string> {
    return draft.step(
      'gcp-decides',
      [await this.principalStep(draft, by), await this.resourceStep(draft, on), ...(await this.policyFacts(draft, [by], on))],
      parameters,
    );
  }

  /** Returns all service accounts of the tenant. @throws 422 if they are too many for a file */
  async accounts(): Promise<StoredEntity[]> {
    const found: StoredEntity[] = [];
    for (const { sourceUid } of this.trees.sources.filter(({ cloudType }) => cloudType === 'GCP')) {
      const { facts } = await this.trees.of(sourceUid);
      const uris = facts.entities.filter(({ type, nativeId }) => type === 'SERVICE_ACCOUNT' && nativeId.startsWith(ACCOUNTS)).map(({ uri }) => uri);
      found.push(...(await findEntities(this.tx, this.trees.moment, uris, sourceUid)));
    }
    if (found.length > MOST.accounts)
      throw tooLarge(
        `The tenant has ${found.length.toLocaleString('en')} service accounts, and a file can consider ${MOST.accounts.toLocaleString('en')}. A proof that something is out of reach needs all of them.`,
      );
    return found;
  }

  /**
   * Returns the shortest way to each identity that one can act as by getting credentials, itself first.
   * @throws 422 if they are too many for a file
   */
  async chainsFrom(identity: StoredEntity): Promise<StoredEntity[][]> {
    const accounts = await this.accounts();
    const keyOf = ({ sourceUid, uri }: StoredEntity): string => `${sourceUid} ${uri}`;
    const known = new Set([keyOf(identity)]);
    const chains = [[identity]];
    for (const chain of chains) {
      const member = chain.at(-1) as StoredEntity;
      for (const account of accounts) {
        if (known.has(keyOf(account)) || !(await this.actions(member, account)).some(({ action }) => this.becoming.includes(action))) continue;
        known.add(keyOf(account));
        await this.require(account);
        chains.push([...chain, account]);
      }
      if (chains.length > MOST.members)
        throw tooLarge(`${identity.name} can act as more than ${MOST.members} service accounts, and a file can consider no more.`);
    }
    return chains;
  }

  /** Adds the step for an identity. @returns its id */
  async principalStep(draft: ProofDraft, { nativeId, sourceUid, cloudType, type }: StoredEntity): Promise<string> {
    const tree = await this.trees.about(sourceUid, [nativeId]);
    const ids = groupIds(nativeId, tree.facts);
    const nodes = type === 'SERVICE_ACCOUNT' && cloudType === 'GCP' ? nodesAbove(nativeId, tree) : [];
    const isWhole = nodes.every((id) => tree.has(id));
    return draft.step(
      'gcp-principal',
      [...ids, ...(isWhole ? nodes : [])].map((id) => draft.fact({ tree, nativeId: id }, [])),
    );
  }

  /** Adds the step for a resource. @returns its id */
  async resourceStep(draft: ProofDraft, { nativeId, sourceUid, name }: StoredEntity): Promise<string> {
    const tree = await this.trees.about(sourceUid, [nativeId]);
    const ids = [nativeId, ...nodesAbove(nativeId, tree)];
    const missing = ids.find((id) => !tree.has(id));
    if (missing !== undefined) throw notExpressible(`${name} lies in ${missing}, about which its source says nothing else.`);
    return draft.step(
      'gcp-resource',
      ids.map((id) => draft.fact({ tree, nativeId: id }, ['gcp_binding', 'gcp_deny_policy'])),
    );
  }

  /** Adds the facts of the boundaries of the source of a resource, and of all roles that are bound to the identities there. */
  async policyFacts(draft: ProofDraft, identities: readonly StoredEntity[], resource: StoredEntity): Promise<string[]> {
    const tree = await this.#parts.about(resource.sourceUid, [...identities, resource]);
    const ids = new Set([BOUNDARIES]);
    for (const identity of identities)
      for (const id of this.#views.roleIds(identity, await this.trees.about(identity.sourceUid, [identity.nativeId]), resource, tree)) ids.add(id);
    return [...ids].map((nativeId) => draft.fact({ tree, nativeId }, ['gcp_boundary', 'gcp_role']));
  }
}

/** The nodes that everything lies in, by source. */
const PARENTS = new WeakMap<CoveredFacts, ReadonlyMap<string, string>>();

/** Returns the nodes above an entity, the nearest first. */
function nodesAbove(nativeId: string, tree: CoveredFacts): string[] {
  const parents = PARENTS.get(tree) ?? parentsIn(tree);
  PARENTS.set(tree, parents);
  const above = new Set<string>();
  for (let at = parents.get(nativeId); at !== undefined && !above.has(at); at = parents.get(at)) above.add(at);
  return [...above];
}

function parentsIn({ facts }: CoveredFacts): ReadonlyMap<string, string> {
  return new Map(facts.relations.filter(({ kind }) => kind === 'contains').map(({ child, parent }) => [child.nativeId, parent.nativeId]));
}
