import type { Proof } from '@cam/checker';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { findEntities, type StoredEntity } from '../read-holders';
import { readPaths } from '../../store/read-paths';
import { holdsAt, type Moment } from '../../store/validity';
import type { AwsProver } from './aws-prover';
import { ProofDraft } from './proof-draft';
import type { PairToProve } from './prove-access';
import { claimFalse, tooLarge } from './refusals';
import type { Target } from './request';
import type { SourceTree } from './covered-facts';
import { toProofSource } from './source-trees';

/** The most identities that one may act as, and the most roles of a tenant, in one file. */
const MOST = { members: 500, roles: 5000 };

/**
 * Proves that an identity cannot take actions on a resource: neither itself nor any role that it can assume may take one of them, and it can assume no others.
 * @throws 422 if the graph contradicts the claim, or the proof would be too large
 */
export async function proveNoAccess(pair: PairToProve<AwsProver>, targets: readonly Target[]): Promise<Proof> {
  const { tx, moment, trees, identity, resource, routes, madeAt } = pair;
  const { views } = pair.prover;
  const allowed = await allowedActions(
    tx,
    moment,
    routes.map(({ pclassId }) => pclassId),
    resource,
  );
  const contradicting = targets.filter(({ action }) => allowed.has(action)).map(({ action }) => action);
  if (contradicting.length > 0)
    throw claimFalse(`${identity.name} may take ${contradicting.slice(0, 5).join(', ')} on ${resource.name}. Ask for a proof of the kind "reaches".`);
  const manifests = trees.whole();
  const accounts = manifests.filter(({ cloud }) => cloud === 'AWS');
  await refuseTooMany(tx, moment);
  const members = await membersOf(pair);
  const draft = new ProofDraft();
  for (const manifest of manifests) draft.addSource(toProofSource(manifest));
  const principals: string[] = [];
  for (const { sourceUid, nativeId } of members) principals.push(views.principalStep(draft, { tree: await trees.of(sourceUid), nativeId }));
  const facts: string[] = [];
  const owners = new Set(members.map(({ accountId }) => accountId));
  for (const { source } of accounts) {
    const tree = await trees.of(source);
    facts.push(...roleFacts(draft, tree, identity.nativeId.split(':')[1] ?? 'aws'));
    owners.add(tree.source.accountId);
  }
  const organizations: string[] = [];
  for (const accountId of [...owners].sort()) organizations.push(await views.organizationStep(draft, accountId));
  const closes = draft.step('closes', [...principals, ...organizations, ...facts]);
  const resourceStep = views.resourceStep(draft, { tree: await trees.of(resource.sourceUid), nativeId: resource.nativeId });
  const actions = targets.map(({ action, on }) => ({ action, on }));
  draft.step('out-of-reach', [closes, resourceStep, await views.organizationStep(draft, resource.accountId)], { actions });
  return draft.proof({
    kind: 'not-reaches',
    identity: { uri: identity.uri, id: identity.nativeId, source: identity.sourceUid },
    resource: { uri: resource.uri, id: resource.nativeId, source: resource.sourceUid },
    actions: actions.map((one) => ({ ...one, value: 'never' as const })),
    made_at: madeAt,
  });
}

/** Returns the actions that the graph has for the ends of paths on a resource. */
async function allowedActions(
  tx: Tx,
  { tenantId, snapshotId }: Moment,
  pclassIds: readonly string[],
  { classId }: StoredEntity,
): Promise<Set<string>> {
  if (classId === null || pclassIds.length === 0) return new Set();
  const { rows } = await sql<{ actions: Record<string, string> }>`
    select g.actions from graph_access a join graph_action_set g on g.tenant_id = a.tenant_id and g.set_id = a.action_set
    where ${holdsAt('a', tenantId, snapshotId)} and a.class_id = ${classId} and a.pclass_id in (${sql.join([...pclassIds])})`.execute(tx);
  return new Set(rows.flatMap(({ actions }) => Object.keys(actions)));
}

async function refuseTooMany(tx: Tx, { tenantId, snapshotId }: Moment): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from graph_entity e where ${holdsAt('e', tenantId, snapshotId)} and e.type = 'ROLE' and e.cloud_type = 'AWS'`.execute(tx);
  const count = rows[0]?.n ?? 0;
  if (count > MOST.roles)
    throw tooLarge(
      `The tenant has ${count.toLocaleString('en')} roles, and a file can consider ${MOST.roles.toLocaleString('en')}. A proof that something is out of reach needs all of them.`,
    );
}

/** Returns the identity and every role at the end of one of its paths, the identity first. */
async function membersOf({ tx, moment, identity }: PairToProve<AwsProver>): Promise<StoredEntity[]> {
  const paths = await readPaths(tx, moment, identity);
  const uris = [...new Set(paths.map(({ holderUri }) => holderUri))].filter((uri) => uri !== identity.uri);
  const roles = (await findEntities(tx, moment, uris)).filter(({ type, cloudType }) => type === 'ROLE' && cloudType === 'AWS');
  if (roles.length + 1 > MOST.members)
    throw tooLarge(`${identity.name} can act as ${roles.length.toLocaleString('en')} roles, and a file can consider ${MOST.members}.`);
  return [identity, ...roles];
}

/** Adds all roles of a source to a draft, with the facts beside them, which show that there are no others. */
function roleFacts(draft: ProofDraft, tree: SourceTree, partition: string): string[] {
  const prefix = `arn:${partition}:iam::${tree.source.accountId}:role/`;
  const { leaves } = tree;
  const found = leaves.findIndex(({ key }) => key >= prefix);
  const begin = found < 0 ? leaves.length : found;
  let end = begin;
  while (leaves[end]?.key.startsWith(prefix)) end += 1;
  return leaves.slice(Math.max(begin - 1, 0), end + 1).map(({ key }, index) => {
    const isRole = Math.max(begin - 1, 0) + index >= begin && key.startsWith(prefix);
    return draft.fact({ tree, nativeId: key }, isRole ? ['trust', 'resource'] : []);
  });
}
