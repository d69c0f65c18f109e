import { awsFailure, awsReply, type AwsRequest } from './aws-protocols';
import type { Seed } from './seed';
import type { StandInReply } from './stand-in';

interface Instance {
  InstanceArn: string;
  IdentityStoreId: string;
}

/**
 * Returns the response of IAM Identity Center in its home region. Files about one subject have its name.
 * @param listed returns a page of a list
 */
export function identityCenterReply(request: AwsRequest, seed: Seed, listed: (field: string, all: readonly unknown[]) => StandInReply): StandInReply {
  const { service, operation, region, input } = request;
  const { Instances: instances = [] } = (seed.file(`sso-admin/list-instances/${region}.json`) ?? {}) as { Instances?: Instance[] };
  if (operation === 'ListInstances') return listed('Instances', instances);
  const none = awsFailure(request, 400, 'ResourceNotFoundException', 'There is no such resource here.');
  if (!instances.some(({ InstanceArn: arn, IdentityStoreId: store }) => input.InstanceArn === arn || input.IdentityStoreId === store)) return none;
  const set = String(input.PermissionSetArn ?? '').slice(-19);
  const assigned = `sso-admin/list-account-assignments/${set}-`;
  if (operation === 'ListAccountsForProvisionedPermissionSet') {
    const files = seed.paths.filter((path) => path.startsWith(assigned));
    return listed(
      'AccountIds',
      files.map((path) => path.slice(assigned.length, assigned.length + 12)),
    );
  }
  const about = operation === 'ListAccountAssignments' ? `${set}-${String(input.AccountId)}` : set || String(input.GroupId ?? '');
  const file = seed.file(`${service}/${commandOf(operation)}${about && `/${about}`}.json`) as Record<string, unknown> | undefined;
  if (!file) return none;
  const [field = ''] = Object.keys(file);
  return Array.isArray(file[field]) ? listed(field, file[field] as unknown[]) : awsReply(request, file);
}

/** Returns the command of an operation: `ListRoots` becomes list-roots. */
export function commandOf(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter, at) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);
}
