import type { Proof } from '@cam/checker';
import type { PairToProve } from './prove-access';
import { ProofDraft } from './proof-draft';
import type { SoleProver } from './prover';
import { claimFalse } from './refusals';
import type { Target } from './request';

/**
 * Proves that an identity cannot take actions on a resource by itself.
 * @throws 422 if the engine contradicts the claim
 */
export async function proveNoSoleAccess(pair: PairToProve<SoleProver>, targets: readonly Target[]): Promise<Proof> {
  const { prover, identity, resource, madeAt } = pair;
  const wanted = new Set(targets.map(({ action, on }) => `${action} ${on}`));
  const allowed = (await prover.actions(identity, resource)).filter(({ action, on }) => wanted.has(`${action} ${on}`)).map(({ action }) => action);
  if (allowed.length > 0)
    throw claimFalse(`${identity.name} may take ${allowed.slice(0, 5).join(', ')} on ${resource.name}. Ask for a proof of the kind "reaches".`);
  const draft = new ProofDraft();
  const actions = targets.map(({ action, on }) => ({ action, on }));
  draft.step(prover.outOfReach, await prover.sides(draft, identity, resource), { actions });
  return draft.proof({
    kind: 'not-reaches',
    identity: { uri: identity.uri, id: identity.nativeId, source: identity.sourceUid },
    resource: { uri: resource.uri, id: resource.nativeId, source: resource.sourceUid },
    actions: actions.map((one) => ({ ...one, value: 'never' as const })),
    made_at: madeAt,
  });
}
