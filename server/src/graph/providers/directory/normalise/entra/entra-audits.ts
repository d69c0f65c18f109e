import { ENTRA_RULES } from '../../compile/entra-rules';
import { objectId } from '../../read/entra-values';
import type { IdpEntry } from '../../read/idp-entry';
import { at, fields, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { UsageCounts } from '../../../../engine/usage-counts';

/**
 * Audit log activities with the role actions that allow them. Other activities count under their own name.
 * @see Microsoft Learn, "Microsoft Entra audit log categories and activities" and "Microsoft Entra built-in roles"
 */
const ACTIVITIES: readonly (readonly [activity: RegExp, action: string])[] = [
  [/^add user$/, 'users/create'],
  [/^invite external user$/, 'users/inviteGuest'],
  [/^(?:hard )?delete user$/, 'users/delete'],
  [/^restore user$/, 'users/restore'],
  [/^(?:reset (?:user )?password(?: \(by admin\))?|set force change user password)$/, 'users/password/update'],
  [/^update stsrefreshtokenvalidfrom timestamp$/, 'users/invalidateAllRefreshTokens'],
  [/^enable account$/, 'users/enable'],
  [/^disable account$/, 'users/disable'],
  [/^(?:set|remove) user manager$/, 'users/manager/update'],
  [/^change user license$/, 'users/assignLicense'],
  [/^admin registered security info$/, 'users/authenticationMethods/create'],
  [/^admin updated security info$/, 'users/authenticationMethods/basic/update'],
  [/^admin deleted security info$/, 'users/authenticationMethods/delete'],
  [/^update user$/, 'users/basic/update'],
  [/^add group$/, 'groups/create'],
  [/^(?:hard )?delete group$/, 'groups/delete'],
  [/^restore group$/, 'groups/restore'],
  [/^(?:add member to|remove member from) group$/, 'groups/members/update'],
  [/^(?:add owner to|remove owner from) group$/, 'groups/owners/update'],
  [/^set group license$/, 'groups/assignLicense'],
  [/^update group$/, 'groups/basic/update'],
  [/^add application$/, 'applications/create'],
  [/^(?:hard )?delete application$/, 'applications/delete'],
  [/^(?:add owner to|remove owner from) application$/, 'applications/owners/update'],
  [/^update application\W+certificates and secrets management\s*$/, 'applications/credentials/update'],
  [/^update application$/, 'applications/basic/update'],
  [/^add service principal$/, 'servicePrincipals/create'],
  [/^remove service principal$/, 'servicePrincipals/delete'],
  [/^(?:add|remove) service principal credentials$/, 'servicePrincipals/credentials/update'],
  [/^(?:add owner to|remove owner from) service principal$/, 'servicePrincipals/owners/update'],
  [/^(?:add|remove) app role assignment /, 'servicePrincipals/appRoleAssignedTo/update'],
  [/^update service principal$/, 'servicePrincipals/basic/update'],
  [/^(?:add|remove) (?:eligible |scoped )?member (?:to|from) role\b/, 'roleAssignments/allProperties/update'],
  [/^(?:add|update|delete) role definition$/, 'roleDefinitions/allProperties/update'],
  [/^add conditional access policy$/, 'conditionalAccessPolicies/create'],
  [/^update conditional access policy$/, 'conditionalAccessPolicies/basic/update'],
  [/^delete conditional access policy$/, 'conditionalAccessPolicies/delete'],
  [/^set (?:domain authentication|federation settings on domain)$/, 'domains/federation/update'],
  [/^(?:add unverified|verify|remove (?:un)?verified|update) domain$/, 'domains/allProperties/update'],
];

/**
 * Adds the use of administrator roles in the directory. Changes of a user's own account use no role, and changes by the directory itself have no
 * actor.
 * @param byClientId native ids of applications by client id
 */
export function addAudits(counts: UsageCounts, draft: SourceDraft, audits: readonly IdpEntry[], byClientId: ReadonlyMap<string, string>): void {
  for (const { fields: audit } of audits) {
    const { activityDisplayName, activityDateTime, initiatedBy, targetResources, result, additionalDetails } = audit;
    const identity =
      objectId(at(initiatedBy, 'user', 'id')) ||
      objectId(at(initiatedBy, 'app', 'servicePrincipalId')) ||
      (byClientId.get(text(at(initiatedBy, 'app', 'appId')).toLowerCase()) ?? '');
    if (draft.find(identity)?.isIdentity !== true) continue;
    const activity = text(activityDisplayName);
    // The application's entity is its service principal, which has another id.
    const ofApplication = list(additionalDetails)
      .map(fields)
      .find(({ key }) => text(key) === 'AppId');
    const ids = [
      ...list(targetResources).map((target) => objectId(at(target, 'id'))),
      byClientId.get(text(ofApplication?.value).toLowerCase()) ?? '',
    ];
    const targets = ids.filter((id) => id !== '' && draft.find(id));
    // Unlike a user, an application that changes itself needs a permission for it.
    const isOwn = draft.find(identity)?.type === 'USER' && targets.length > 0 && targets.every((id) => id === identity);
    const action = isOwn ? activity : actionOf(activity);
    // The target of a membership is the group; the target of an assignment is the application.
    const { type } = ENTRA_RULES.actionOf(action);
    counts.add({
      identity,
      action,
      resource: targets.find((id) => draft.find(id)?.type === type) ?? targets[0] ?? null,
      at: text(activityDateTime),
      succeeded: text(result).toLowerCase() === 'success',
      sourceIp: text(at(initiatedBy, 'user', 'ipAddress')),
      record: { id: text(audit.id), name: activity, userAgent: '', raw: audit },
    });
  }
}

function actionOf(activity: string): string {
  const name = activity.toLowerCase();
  const action = ACTIVITIES.find(([known]) => known.test(name))?.[1];
  return action === undefined ? activity : `microsoft.directory/${action}`;
}
