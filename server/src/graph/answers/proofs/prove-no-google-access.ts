import type { Proof } from '@cam/checker';
import type { StoredEntity } from '../read-holders';
import type { GoogleProver } from './google-prover';
import type { PairToProve } from './prove-access';
import { ProofDraft } from './proof-draft';
import { claimFalse } from './refusals';
import type { Target } from './request';
import type { SourceTree } from './covered-facts';
import { toProofSource } from './source-trees';

const ACCOUNTS = 'serviceAccount:';

/**
 * Proves that an identity cannot take actions on a resource of Google Cloud: neither itself nor any service account whose credentials it may get has one of
 * the permissions, and it may get no others.
 * @throws 422 if the graph contradicts the claim, or the proof would be too large
 */
export async function proveNoGoogleAccess(pair: PairToProve<GoogleProver>, targets: readonly Target[]): Promise<Proof> {
  const { trees, prover, identity, resource, madeAt } = pair;
  const manifests = trees.whole();
  const accounts = await prover.accounts();
  const members = (await prover.chainsFrom(identity)).map((chain) => chain.at(-1) as StoredEntity);
  const wanted = new Set(targets.map(({ action }) => action));
  for (const member of members) {
    const allowed = (await prover.actions(member, resource)).filter(({ action }) => wanted.has(action)).map(({ action }) => action);
    if (allowed.length === 0) continue;
    const as = member === identity ? '' : `, as ${member.name},`;
    throw claimFalse(`${identity.name}${as} may take ${allowed.slice(0, 5).join(', ')} on ${resource.name}. Ask for a proof of the kind "reaches".`);
  }
  const draft = new ProofDraft();
  for (const manifest of manifests) draft.addSource(toProofSource(manifest));
  const from: string[] = [];
  for (const member of members) from.push(await prover.principalStep(draft, member));
  for (const account of accounts) from.push(await prover.resourceStep(draft, account));
  const facts = new Set<string>();
  for (const account of accounts) for (const fact of await prover.policyFacts(draft, members, account)) facts.add(fact);
  for (const { source } of manifests.filter(({ cloud }) => cloud === 'GCP'))
    for (const fact of accountFacts(draft, await trees.of(source))) facts.add(fact);
  const closes = draft.step('gcp-closes', [...from, ...facts]);
  const actions = targets.map(({ action, on }) => ({ action, on }));
  const policies = await prover.policyFacts(draft, members, resource);
  draft.step('gcp-out-of-reach', [closes, await prover.resourceStep(draft, resource), ...policies], { actions });
  return draft.proof({
    kind: 'not-reaches',
    identity: { uri: identity.uri, id: identity.nativeId, source: identity.sourceUid },
    resource: { uri: resource.uri, id: resource.nativeId, source: resource.sourceUid },
    actions: actions.map((one) => ({ ...one, value: 'never' as const })),
    made_at: madeAt,
  });
}

/** Adds the facts of all service accounts of a source, with the facts beside them, which show that there are no others, and its boundaries. */
function accountFacts(draft: ProofDraft, tree: SourceTree): string[] {
  const { leaves } = tree;
  const found = leaves.findIndex(({ key }) => key >= ACCOUNTS);
  const begin = found < 0 ? leaves.length : found;
  let end = begin;
  while (leaves[end]?.key.startsWith(ACCOUNTS)) end += 1;
  const keys = leaves.slice(Math.max(begin - 1, 0), end + 1).map(({ key }) => key);
  return [...keys, 'principal-access-boundaries'].map((nativeId) => draft.fact({ tree, nativeId }, ['gcp_boundary', 'gcp_role']));
}
