import type { AppAssignment } from '../../../../engine/app-assignment';
import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { Origin } from '../../read/common-shapes';
import type { AwsExternalId, AwsIdentityStoreGroup, AwsIdentityStoreUser } from '../../read/identity-center-shapes';
import type { AwsCall, AwsCallShapes, AwsEntryOf, AwsInventory } from '../../read/inventory';
import { definedFields } from './add-resource';

const CENTER = 'IAM Identity Center';

/**
 * Adds users and groups of IAM Identity Center, its permission sets, and their assignments to accounts. The effect of an assignment is decided in its
 * account: IAM Identity Center creates a role there with the policies of the permission set.
 * @see IAM Identity Center User Guide, "Manage AWS accounts with permission sets"
 * @see Service Authorization Reference, "AWS IAM Identity Center directory"
 */
export function addIdentityCenter(draft: AccountDraft, inventory: AwsInventory): void {
  for (const { fields, origin } of inventory.of('identitystore/list-users')) addUser(draft, fields, origin);
  for (const { fields, origin } of inventory.of('identitystore/list-groups')) addGroup(draft, fields, origin);
  for (const { fields } of inventory.of('identitystore/list-group-memberships')) {
    const [user, group] = [draft.find(arnOf('USER', fields.MemberId?.UserId)), draft.find(arnOf('GROUP', fields.GroupId))];
    // A user or group that was deleted after the export appears in neither list.
    if (user && group) draft.relate(user, group, 'member_of');
  }
  addAssignments(draft, inventory, addPermissionSets(draft, inventory));
}

function addUser(draft: AccountDraft, user: AwsIdentityStoreUser, origin: Origin): void {
  const { UserId: id, UserName: name = id, Emails: emails = [], UserStatus: state, DisplayName: displayname, Title: jobtitle } = user;
  if (!id) return draft.warn(origin, '/UserId', `A user of ${CENTER} without UserId was left out.`);
  const address = emails.find(({ Primary: isFirst }) => isFirst)?.Value ?? emails[0]?.Value ?? name ?? '';
  const email = address.includes('@') ? { email: address, domain: address.slice(address.lastIndexOf('@') + 1).toLowerCase() } : {};
  const entity = draft.add({
    type: 'FEDERATED_USER',
    id,
    nativeId: arnOf('USER', id),
    name: name ?? id,
    isIdentity: true,
    isResource: false,
    attributes: {
      usersource: 'AWS',
      ...email,
      ...(state === undefined ? {} : { status: state === 'ENABLED' ? 'active' : state.toLowerCase() }),
      ...definedFields({ displayname, jobtitle }),
      ...isoDate('created', user.CreatedAt),
    },
  });
  if (entity) linkExternal(draft, entity, user.ExternalIds);
}

function addGroup(draft: AccountDraft, group: AwsIdentityStoreGroup, origin: Origin): void {
  const { GroupId: id, DisplayName: name = id, Description: description } = group;
  if (!id) return draft.warn(origin, '/GroupId', `A group of ${CENTER} without GroupId was left out.`);
  draft.add({
    type: 'FEDERATED_GROUP',
    id,
    nativeId: arnOf('GROUP', id),
    name: name ?? id,
    isIdentity: true,
    isResource: false,
    attributes: { usersource: 'AWS', ...definedFields({ description }), ...isoDate('created', group.CreatedAt) },
  });
}

/** Relates a synchronized user to the directory's user by external id. The ids match those of the connected directory. */
function linkExternal(draft: AccountDraft, user: Entity, ids: readonly AwsExternalId[] = []): void {
  for (const { Id: nativeId } of ids) if (nativeId) draft.relate({ nativeId }, user, 'can_become', { relation: `signs in to ${CENTER} as` });
}

/** Returns permission set names by ARN. */
function addPermissionSets(draft: AccountDraft, inventory: AwsInventory): Map<string, string> {
  const names = new Map<string, string>();
  const bySet = <Call extends AwsCall>(call: Call) => groupedBySet(inventory, call);
  const inline = bySet('sso-admin/get-inline-policy-for-permission-set');
  const managed = bySet('sso-admin/list-managed-policies-in-permission-set');
  const customer = bySet('sso-admin/list-customer-managed-policy-references-in-permission-set');
  const boundaries = bySet('sso-admin/get-permissions-boundary-for-permission-set');
  for (const { fields, origin } of inventory.of('sso-admin/describe-permission-set')) {
    const { PermissionSetArn: arn, Name: name, Description: description, SessionDuration: sessionduration } = fields;
    if (!arn || !name) {
      draft.warn(origin, '', 'A permission set without PermissionSetArn or Name was left out.');
      continue;
    }
    if (names.has(arn)) continue;
    names.set(arn, name);
    const id = shortId(arn);
    const [boundary] = boundaries.get(id) ?? [];
    const policies = [...(managed.get(id) ?? []), ...(customer.get(id) ?? [])].flatMap(({ fields: { Name: policy } }) => policy ?? []);
    const entity = draft.add({
      type: 'POLICY',
      id: `permission-set/${name}`,
      nativeId: arn,
      name,
      isIdentity: false,
      isResource: false,
      attributes: {
        policytype: 'permission-set',
        ...(policies.length > 0 ? { policies: policies.sort() } : {}),
        ...definedFields({ description, sessionduration, boundary: boundary && boundaryName(boundary.fields) }),
        ...isoDate('created', fields.CreatedDate),
      },
    });
    const [own] = inline.get(id) ?? [];
    if (!entity || !own?.fields.InlinePolicy) continue;
    const document = draft.document(own.fields.InlinePolicy, own.origin, '/InlinePolicy');
    if (document) draft.addPolicy({ policyId: arn, policyName: name, policyUri: entity.uri, document });
  }
  return names;
}

function addAssignments(draft: AccountDraft, inventory: AwsInventory, names: ReadonlyMap<string, string>): void {
  const lost: { origin: Origin; who: string }[] = [];
  for (const { fields, origin } of inventory.of('sso-admin/list-account-assignments')) {
    const { AccountId: accountId, PermissionSetArn: arn = '', PrincipalId: id, PrincipalType: type = '' } = fields;
    const name = names.get(arn);
    const holder = draft.find(arnOf(type, id));
    if (!accountId || name === undefined || !holder) {
      lost.push({ origin, who: `${id ?? 'no principal'} as ${name ?? shortId(arn)} in ${accountId ?? 'no account'}` });
      continue;
    }
    const document: AppAssignment = {
      application: { id: CENTER, name: CENTER },
      by: null,
      roles: [name],
      signIns: [{ protocol: 'permission-set', accountId, permissionSet: name }],
    };
    const assignment = { policyId: `${arn}/${accountId}`, name: `${name} in ${accountId}`, document: JSON.stringify(document) };
    draft.attachText({ ...assignment, kind: 'federated_assignment' }, holder);
  }
  const [first] = lost;
  if (!first) return;
  const others = lost.length > 1 ? `, and ${lost.length - 1} others` : '';
  draft.warn(first.origin, '', `An assignment was left out, because ${CENTER} does not list its principal or permission set: ${first.who}${others}.`);
}

/** Returns the entries of a call about one permission set, by the short id in the file name: `ps-0123456789abcdef`. */
function groupedBySet<Call extends AwsCall>(inventory: AwsInventory, call: Call): Map<string, AwsEntryOf<AwsCallShapes[Call]>[]> {
  const found = new Map<string, AwsEntryOf<AwsCallShapes[Call]>[]>();
  for (const entry of inventory.of(call)) {
    const id = /ps-[0-9a-f]+/.exec(entry.subject)?.[0] ?? '';
    found.set(id, [...(found.get(id) ?? []), entry]);
  }
  return found;
}

function boundaryName({
  ManagedPolicyArn: arn,
  CustomerManagedPolicyReference: own,
}: {
  ManagedPolicyArn?: string;
  CustomerManagedPolicyReference?: { Name?: string };
}): string | undefined {
  // prettier-ignore
  return own?.Name ?? arn?.split('/').at(-1);
}

function shortId(arn: string): string {
  return arn.split('/').at(-1) ?? arn;
}

/** @param type USER or GROUP, as assignments write it */
function arnOf(type: string, id = ''): string {
  return `arn:aws:identitystore:::${type.toLowerCase()}/${id}`;
}
