import type { Proof } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { isGroupType } from '../../engine/model';
import { findEntities, type StoredEntity } from '../read-holders';
import type { StoredPath } from '../../store/read-paths';
import type { AccountViews } from './account-view';
import { engineActions, type EngineAction } from './engine-actions';
import { ProofDraft } from './proof-draft';
import { claimFalse, notExpressible } from './refusals';
import type { Target } from './request';
import type { SourceTrees } from './source-trees';

/** A pair whose access is to be proved. */
export interface PairToProve {
  tx: Tx;
  tenantId: string;
  catalogue: Catalogue;
  trees: SourceTrees;
  views: AccountViews;
  identity: StoredEntity;
  resource: StoredEntity;
  /** The paths of the identity that end in access to the resource, the shortest first. */
  routes: readonly StoredPath[];
  madeAt: string;
}

/** The identity itself, or the roles that it assumes one after the other. */
type Chain = StoredEntity[];

interface ChosenAction extends EngineAction {
  chain: Chain;
}

/**
 * Proves that an identity has access. The claim is the word of the engine, action by action; each of them has to follow from the facts.
 * @throws 422 if the graph contradicts the claim, or the format has no rule for it
 */
export async function proveAccess(pair: PairToProve, asked: readonly Target[] | null): Promise<Proof> {
  const { identity, resource, routes } = pair;
  if (routes.length === 0) throw claimFalse(`${identity.name} has no access to ${resource.name}. Ask for a proof of the kind "not-reaches".`);
  const chains = await chainsOf(pair);
  if (chains.length === 0) throw notExpressible('every access path has a step other than assuming a role of AWS.');
  const best = new Map<string, ChosenAction>();
  for (const chain of chains) {
    for (const found of await actionsOf(pair, chain)) {
      const known = best.get(found.action);
      if (!known || (known.value === 'conditional' && found.value === 'always')) best.set(found.action, { ...found, chain });
    }
  }
  const wanted = asked && new Set(asked.map(({ action }) => action));
  const missing = [...(wanted ?? [])].filter((action) => !best.has(action));
  if (missing.length > 0) throw claimFalse(`${identity.name} may not take ${missing.join(', ')} on ${resource.name} by assuming roles of AWS.`);
  return draftOf(
    pair,
    [...best.values()].filter(({ action }) => !wanted || wanted.has(action)).sort((a, b) => (a.action < b.action ? -1 : 1)),
  );
}

/** Returns the paths that consist of roles that are assumed. */
async function chainsOf({ tx, tenantId, identity, routes }: PairToProve): Promise<Chain[]> {
  const moment = { tenantId, snapshotId: null };
  const uris = [...new Set(routes.flatMap(({ hops }) => hops.map(({ uri }) => uri)))];
  const known = new Map((await findEntities(tx, moment, uris)).map((entity) => [entity.uri, entity]));
  return routes.flatMap(({ hops }) => {
    const roles = hops.filter(({ type }) => !isGroupType(type));
    const entities = roles.flatMap(({ uri, relation }) => {
      const entity = known.get(uri);
      return entity && relation === 'may assume' && entity.type === 'ROLE' && entity.cloudType === 'AWS' ? [entity] : [];
    });
    const endsInGroup = hops.length > 0 && isGroupType(hops.at(-1)?.type ?? '');
    return entities.length === roles.length && !endsInGroup ? [[identity, ...entities]] : [];
  });
}

/** Returns what the engine allows at the end of a chain. A condition of any step makes it conditional. */
async function actionsOf(pair: PairToProve, chain: Chain): Promise<EngineAction[]> {
  const links = chain.slice(1).map((role, index) => [chain[index] as StoredEntity, role] as const);
  let isConditional = false;
  for (const [from, role] of links) {
    const assume = (await engineOn(pair, from, role)).find(({ action }) => action === 'sts:AssumeRole');
    if (!assume) return [];
    isConditional ||= assume.value === 'conditional';
  }
  const end = chain.at(-1) as StoredEntity;
  const found = await engineOn(pair, end, pair.resource);
  return isConditional ? found.map((one) => ({ ...one, value: 'conditional' as const })) : found;
}

async function engineOn({ catalogue, trees, views }: PairToProve, from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
  const [tree, target] = [await trees.of(from.sourceUid), await trees.of(on.sourceUid)];
  const [principalAccount, resourceAccount] = [views.account(tree), views.account(target)];
  const principal = principalAccount.principals.find(({ entity }) => entity.uri === from.uri);
  const resource = resourceAccount.entities.find(({ uri }) => uri === on.uri);
  if (!principal || !resource) return [];
  return engineActions(catalogue, {
    principal,
    principalAccount,
    principalLimits: views.limits(principalAccount.accountId),
    resource,
    resourceAccount,
    resourceLimits: views.limits(resource.accountId),
    policies: target.facts.policies,
  });
}

async function draftOf(pair: PairToProve, chosen: readonly ChosenAction[]): Promise<Proof> {
  const { identity, resource, madeAt } = pair;
  const draft = new ProofDraft();
  const becomes: string[] = [];
  const decides: string[] = [];
  const byPlace = new Map<string, ChosenAction[]>();
  for (const one of chosen) {
    const key = `${one.chain.map(({ uri }) => uri).join(' ')} ${one.on}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), one]);
  }
  for (const alike of byPlace.values()) {
    const [{ chain, on }] = alike as [ChosenAction];
    for (const [index, role] of chain.slice(1).entries()) {
      const decided = await decidesStep(pair, draft, chain[index] as StoredEntity, role, { on: role.nativeId, actions: ['sts:AssumeRole'] });
      const step = draft.step('becomes', [decided]);
      if (!becomes.includes(step)) becomes.push(step);
    }
    const actions = alike.map(({ action }) => action);
    decides.push(await decidesStep(pair, draft, chain.at(-1) as StoredEntity, resource, { on, actions }));
  }
  draft.step('reaches', [...becomes, ...decides], { identity: identity.nativeId });
  return draft.proof({
    kind: 'reaches',
    identity: { uri: identity.uri, id: identity.nativeId, source: identity.sourceUid },
    resource: { uri: resource.uri, id: resource.nativeId, source: resource.sourceUid },
    actions: chosen.map(({ action, on, value }) => ({ action, on, value })),
    made_at: madeAt,
  });
}

async function decidesStep(
  { trees, views }: PairToProve,
  draft: ProofDraft,
  by: StoredEntity,
  on: StoredEntity,
  parameters: { on: string; actions: string[] },
): Promise<string> {
  const [tree, target] = [await trees.of(by.sourceUid), await trees.of(on.sourceUid)];
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
