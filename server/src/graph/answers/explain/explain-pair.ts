import type { PathHop } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { organizationOf } from '../../engine/organization';
import { organizationLimits } from '../../providers/aws/evaluate/organization-limits';
import { readOrganizations } from '../../store/read-facts';
import { findEntities, readHeldPolicies, readHolders, type Holders, type StoredEntity, type StoredPolicy } from '../read-holders';
import { readPolicyFacts } from '../../store/read-policy-facts';
import { readAccess, readPaths, type StoredAccess, type StoredPath } from '../../store/read-paths';
import type { Moment } from '../../store/validity';
import { AccessExplainer, type ExplainedPath, type ResourceSurroundings } from './explain-access';
import { explainStored } from './explain-stored';
import type { Explanation } from './explanation';
import { actionsOf } from './granted';
import { hopTo } from './path-hops';
import { unknownEnds } from './within-accounts';

/**
 * Explains the access of an identity to a resource, from any source. When the policy holder is in the resource's own AWS account, the
 * evaluator runs again per policy, so that denied access is explained too. All other access is explained by the stored deciding statements.
 */
export class PairExplainer {
  readonly #explainer: AccessExplainer;

  constructor(catalogue: Catalogue) {
    this.#explainer = new AccessExplainer(catalogue);
  }

  /** @throws 404 when the graph lacks the identity or the resource */
  async explain(tx: Tx, moment: Moment, identityUri: string, resourceUri: string): Promise<Explanation> {
    const found = await findEntities(tx, moment, [identityUri, resourceUri]);
    const resource = found.find(({ uri, isResource }) => uri === resourceUri && isResource);
    const identity = found.find(({ uri, isIdentity }) => uri === identityUri && isIdentity);
    if (!identity || !resource) throw unknownEnds();
    const routes = await readPaths(tx, moment, identity);
    const local = await localHolders(tx, moment, resource, routes);
    const stored = await readStored(tx, moment, resource, routes);
    const from = hopTo(identity, '');
    const explained = routes.flatMap((route) => {
      const principal = local.principals.get(route.holderUri);
      if (principal)
        return this.#explainer.explain(from, resource, { hops: route.hops, principal, groups: local.principals }, local.around, local.policies);
      return this.#stored(from, resource, route, stored);
    });
    return {
      identity: from,
      resource: hopTo(resource, 'reaches'),
      ...actionsOf(explained.map(({ granted }) => granted)),
      paths: explained.map(({ path }) => path),
    };
  }

  #stored(from: PathHop, resource: StoredEntity, route: StoredPath, { access, policies }: Stored): ExplainedPath[] {
    return access.filter(({ pclassId }) => pclassId === route.pclassId).flatMap((row) => explainStored(from, resource, route, row, policies));
  }
}

interface Local extends Holders {
  around: ResourceSurroundings;
}

const NOTHING: ResourceSurroundings = { resourcePolicies: [], trusts: [], organization: organizationLimits(null, '') };

/** Returns the policy holders at the ends of paths that are in the resource's own AWS account, with everything else that decides there. */
async function localHolders(tx: Tx, moment: Moment, resource: StoredEntity, routes: readonly StoredPath[]): Promise<Local> {
  const { accountId, sourceUid, nativeId } = resource;
  const ofAccount = routes.filter(({ holderUri }) => holderUri.split(':')[2] === accountId);
  if (resource.cloudType !== 'AWS' || ofAccount.length === 0) return { principals: new Map(), policies: new Map(), around: NOTHING };
  const place = { ...moment, sourceUid };
  const { principals, policies } = await readHolders(tx, place, [...new Set(ofAccount.map(({ holderUri }) => holderUri))]);
  const own = (await readHeldPolicies(tx, place, [nativeId])).filter(({ kind }) => kind === 'resource' || kind === 'trust');
  const { contains, policies: control } = await readOrganizations(tx, moment, []);
  const organization = organizationLimits(organizationOf(accountId, contains, control), accountId);
  const limiting = [...organization.scps, ...organization.rcps]
    .flat()
    .map((policy): StoredPolicy => ({ ...policy, accountId: managementOf(policy) }));
  return {
    principals,
    policies: new Map([...policies, ...[...own, ...limiting].map((policy) => [policy.policyId, policy] as const)]),
    around: {
      resourcePolicies: own.filter(({ kind }) => kind === 'resource').map((policy) => ({ nativeId, policy })),
      trusts: own.filter(({ kind }) => kind === 'trust').map(({ document }) => ({ role: resource, document })),
      organization,
    },
  };
}

/** The third part of a policy URI is its account. */
function managementOf({ policyUri }: Pick<StoredPolicy, 'policyUri'>): string {
  return policyUri.split(':')[2] ?? '';
}

interface Stored {
  access: StoredAccess[];
  policies: Awaited<ReturnType<typeof readPolicyFacts>>;
}

async function readStored(tx: Tx, moment: Moment, resource: StoredEntity, routes: readonly StoredPath[]): Promise<Stored> {
  const pclassIds = routes.map(({ pclassId }) => pclassId);
  const access = await readAccess(tx, moment, pclassIds, resource.classId);
  const ids = access.flatMap(({ via }) => via.map(({ policy_id: id }) => id));
  return { access, policies: await readPolicyFacts(tx, moment, ids) };
}
