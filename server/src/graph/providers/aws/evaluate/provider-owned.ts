import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/**
 * Resources that belong to AWS or that only an AWS service may change: managed policies, roles of IAM Identity Center, service-linked roles, and
 * aliases of keys that AWS manages.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html#aws-managed-policies
 * @see https://docs.aws.amazon.com/singlesignon/latest/userguide/referencingpermissionsets.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create-service-linked-role.html
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/alias-about.html
 */
const OWNED = /^arn:[^:]+:(?:iam::aws:policy\/|iam::\d{12}:role\/(?:aws-reserved|aws-service-role)\/|kms:[^:]*:\d{12}:alias\/aws\/)/;

/** Actions that customers may take on service-linked roles. */
const ON_SERVICE_LINKED_ROLES: ReadonlySet<string> = new Set(['iam:deleteservicelinkedrole', 'iam:updateroledescription']);

/** Reports whether a resource belongs to the provider, so that customers cannot change it. */
export function isProviderOwned(arn: string): boolean {
  return OWNED.test(arn);
}

/**
 * Reports whether a customer may take an action on a resource of the provider at all. Trust policies decide who assumes its roles.
 * @param action in lower case
 */
export function mayTake(action: string, kind: AccessKind, arn: string): boolean {
  if (kind === 'READ' || action.startsWith('sts:')) return true;
  return arn.includes(':role/aws-service-role/') && ON_SERVICE_LINKED_ROLES.has(action);
}

/** Actions that need no permission. No policy denies them, and everybody may take them. */
const WITHOUT_PERMISSION: Readonly<Record<string, readonly string[]>> = {
  'sts:getcalleridentity': ['user', 'role', 'session', 'federated-user', 'root'],
  'sts:getsessiontoken': ['user', 'root'],
};

/**
 * Reports whether an action needs no permission for some principals.
 * @param action in lower case
 * @param kind kind of the requester; absent: of any
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_GetSessionToken.html
 */
export function needsNoPermission(action: string, kind?: string): boolean {
  const kinds = WITHOUT_PERMISSION[action];
  return kinds !== undefined && (kind === undefined || kinds.includes(kind));
}
