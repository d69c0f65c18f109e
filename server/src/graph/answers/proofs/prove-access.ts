import type { Proof } from '@cam/checker';
import type { Tx } from '../../../platform/db/database';
import { isGroupType } from '../../engine/model';
import { findEntities, type StoredEntity } from '../read-holders';
import type { StoredPath } from '../../store/read-paths';
import type { Moment } from '../../store/validity';
import type { EngineAction } from './engine-actions';
import { ProofDraft } from './proof-draft';
import type { Prover } from './prover';
import { claimFalse, notExpressible } from './refusals';
import type { Target } from './request';
import type { SourceTrees } from './source-trees';

/** A pair whose access is to be proved. */
export interface PairToProve<P extends Prover = Prover> {
  tx: Tx;
  /** The snapshot whose facts prove the claim. */
  moment: Moment;
  trees: SourceTrees;
  prover: P;
  identity: StoredEntity;
  resource: StoredEntity;
  /** The paths of the identity that end in access to the resource, the shortest first. */
  routes: readonly StoredPath[];
  madeAt: string;
}

/** The identity itself, then the identities that it acts as, one after the other. */
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
  // The graph has no path of identities that reach something only as everybody does.
  const chains = routes.length > 0 ? await chainsOf(pair) : await pair.prover.chainsFrom(identity);
  if (routes.length > 0 && chains.length === 0) throw notExpressible(`every access path has a step other than ${pair.prover.paths}.`);
  await pair.prover.prepare([resource, ...new Set(chains.flat())]);
  const best = new Map<string, ChosenAction>();
  for (const chain of chains) {
    for (const found of await actionsOf(pair, chain)) {
      const known = best.get(found.action);
      if (!known || (known.value === 'conditional' && found.value === 'always')) best.set(found.action, { ...found, chain });
    }
  }
  if (routes.length === 0 && best.size === 0)
    throw claimFalse(`${identity.name} has no access to ${resource.name}. Ask for a proof of the kind "not-reaches".`);
  const wanted = asked && new Set(asked.map(({ action }) => action));
  const missing = [...(wanted ?? [])].filter((action) => !best.has(action));
  if (missing.length > 0) throw claimFalse(`${identity.name} may not take ${missing.join(', ')} on ${resource.name} by ${pair.prover.paths}.`);
  return draftOf(
    pair,
    [...best.values()].filter(({ action }) => !wanted || wanted.has(action)).sort((a, b) => (a.action < b.action ? -1 : 1)),
  );
}

/** Returns the paths that consist of steps that the format has rules for. */
async function chainsOf({ tx, moment, identity, routes, prover }: PairToProve): Promise<Chain[]> {
  const uris = [...new Set(routes.flatMap(({ hops }) => hops.map(({ uri }) => uri)))];
  const known = new Map((await findEntities(tx, moment, uris)).map((entity) => [entity.uri, entity]));
  return routes.flatMap(({ hops }) => {
    const roles = hops.filter(({ type }) => !isGroupType(type));
    const entities = roles.flatMap(({ uri, relation }) => {
      const entity = known.get(uri);
      return entity && prover.isStep(relation, entity) ? [entity] : [];
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
    const assume = await becoming(pair, from, role);
    if (!assume) return [];
    isConditional ||= assume.value === 'conditional';
  }
  const end = chain.at(-1) as StoredEntity;
  const found = await pair.prover.actions(end, pair.resource);
  return isConditional ? found.map((one) => ({ ...one, value: 'conditional' as const })) : found;
}

/** Returns the action by which an identity acts as another one; an unconditional one, if there is one. */
async function becoming({ prover }: PairToProve, from: StoredEntity, to: StoredEntity): Promise<EngineAction | undefined> {
  const found = (await prover.actions(from, to)).filter(({ action }) => prover.becoming.includes(action));
  return found.find(({ value }) => value === 'always') ?? found[0];
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
      const from = chain[index] as StoredEntity;
      const { action = '' } = (await becoming(pair, from, role)) ?? {};
      const decided = await pair.prover.decidesStep(draft, from, role, { on: role.nativeId, actions: [action] });
      const step = draft.step('becomes', [decided]);
      if (!becomes.includes(step)) becomes.push(step);
    }
    const actions = alike.map(({ action }) => action);
    decides.push(await pair.prover.decidesStep(draft, chain.at(-1) as StoredEntity, resource, { on, actions }));
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
