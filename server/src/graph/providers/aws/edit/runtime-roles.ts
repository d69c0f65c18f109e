import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsInventory } from '../read/inventory';
import type { AwsAuthorizationDetails, AwsBundle, AwsRole } from '../read/shapes';
import { changeEntries } from './edited-list';

const PROFILE = /^arn:[^:]+:iam::\d{12}:instance-profile(\/(?:[^/]+\/)*)([^/]+)$/;

/** Sets the role that a function, or the instances of an instance profile, act with. */
export function setRuntimeRole(bundle: AwsBundle, { resource, role }: { resource: string; role: string | null }): AwsBundle {
  const { authorization, inventory } = bundle;
  if (!PROFILE.test(resource)) return { ...bundle, inventory: roleOfFunction(inventory, resource, role) };
  if (!authorization) throw new EditFailure('The bundle contains no IAM export. Take a new snapshot of the account and try again.');
  return { ...bundle, authorization: roleOfProfile(authorization, resource, role) };
}

function roleOfFunction(inventory: AwsInventory, arn: string, role: string | null): AwsInventory {
  if (!inventory.of('lambda/list-functions').some(({ fields }) => fields.FunctionArn === arn))
    throw new EditFailure('The account has no function and no instance profile with this ARN. Copy the ARN from the page of the function.');
  if (role === null) throw new EditFailure('A function always has a role. Name one.');
  return changeEntries(inventory, 'lambda/list-functions', (entry) =>
    entry.fields.FunctionArn === arn ? { ...entry, fields: { ...entry.fields, Role: role } } : entry,
  );
}

/** An instance profile has at most one role. @see AWS IAM User Guide, "Use instance profiles" */
function roleOfProfile(iam: AwsAuthorizationDetails, arn: string, role: string | null): AwsAuthorizationDetails {
  if (role !== null && !iam.RoleDetailList.some(({ Arn: own }) => own === role))
    throw new EditFailure('The account has no role with this ARN. Copy the ARN from the page of the role.');
  const [, Path = '/', InstanceProfileName = ''] = PROFILE.exec(arn) ?? [];
  const known = iam.RoleDetailList.flatMap(({ InstanceProfileList }) => InstanceProfileList ?? []).find(({ Arn: own }) => own === arn);
  const change = (one: AwsRole): AwsRole => {
    const others = (one.InstanceProfileList ?? []).filter(({ Arn: own }) => own !== arn);
    if (one.Arn === role) return { ...one, InstanceProfileList: [...others, known ?? { InstanceProfileName, Arn: arn, Path }] };
    return others.length === (one.InstanceProfileList ?? []).length ? one : { ...one, InstanceProfileList: others };
  };
  return { ...iam, RoleDetailList: iam.RoleDetailList.map(change) };
}
