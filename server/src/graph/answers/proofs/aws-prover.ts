import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { StoredEntity } from '../read-holders';
import type { AccountViews } from './account-view';
import { engineActions, type EngineAction } from './engine-actions';
import type { ProofDraft } from './proof-draft';
import type { Prover } from './prover';
import type { SourceTrees } from './source-trees';

/** Proves access to resources of AWS. */
export class AwsProver implements Prover {
  readonly paths = 'assuming roles of AWS';
  readonly becoming = ['sts:AssumeRole'];
  readonly #known = new Map<string, Promise<EngineAction[]>>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly trees: SourceTrees,
    readonly views: AccountViews,
  ) {}

  isStep(relation: string, { type, cloudType }: StoredEntity): boolean {
    return relation === 'may assume' && type === 'ROLE' && cloudType === 'AWS';
  }

  /** The graph has all paths: nobody reaches a role as everybody does. */
  chainsFrom(): Promise<StoredEntity[][]> {
    return Promise.resolve([]);
  }

  /** Reads the facts about entities of one source together. Those of a source without a manifest are refused if the engine comes to them. */
  async prepare(entities: readonly StoredEntity[]): Promise<void> {
    const ids = new Map<string, string[]>();
    for (const { sourceUid, nativeId } of entities) if (this.trees.covers(sourceUid)) ids.set(sourceUid, [...(ids.get(sourceUid) ?? []), nativeId]);
    for (const [sourceUid, nativeIds] of ids) await this.trees.about(sourceUid, nativeIds);
  }

  actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    const key = `${from.uri} ${on.uri}`;
    const known = this.#known.get(key) ?? this.#evaluate(from, on);
    this.#known.set(key, known);
    return known;
  }

  async #evaluate(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    const { trees, views } = this;
    const tree = await trees.about(from.sourceUid, [from.nativeId]);
    const target = await trees.about(on.sourceUid, [on.nativeId]);
    const [principalAccount, resourceAccount] = [views.account(tree), views.account(target)];
    const principal = principalAccount.principals.find(({ entity }) => entity.uri === from.uri);
    const resource = resourceAccount.entities.find(({ uri }) => uri === on.uri);
    if (!principal || !resource) return [];
    return engineActions(this.catalogue, {
      principal,
      principalAccount,
      principalLimits: views.limits(principalAccount.accountId),
      resource,
      resourceAccount,
      resourceLimits: views.limits(resource.accountId),
      policies: target.facts.policies,
    });
  }

  async decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string> {
    const { trees, views } = this;
    const tree = await trees.about(by.sourceUid, [by.nativeId]);
    const target = await trees.about(on.sourceUid, [on.nativeId]);
    return draft.step(
      'decides',
      [
        views.principalStep(draft, { tree, nativeId: by.nativeId }),
        await views.organizationStep(draft, by.accountId),
        views.resourceStep(draft, { tree: target, nativeId: on.nativeId }),
        await views.organizationStep(draft, on.accountId),
      ],
      parameters,
    );
  }
}
