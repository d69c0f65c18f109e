import { OKTA_RULES } from '../../compile/okta-rules';
import type { IdpEntry } from '../../read/idp-entry';
import { at, fields, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { UsageFact } from '../../../../engine/source-facts';
import { UsageCounts } from '../../../../engine/usage-counts';

/** Event type prefixes with the permission that they use. Other events count under their own type. */
const PERMISSIONS: readonly (readonly [event: RegExp, permission: string])[] = [
  [
    /^user\.account\.(?:reset_password|update_password|expire_password|unlock_token|unlock)|^user\.mfa\.factor\.(?:reset_all|deactivate)/,
    'okta.users.credentials.manage',
  ],
  [/^(?:user|group)\.(?:account\.)?privilege\.|^iam\.role\.|^iam\.resourceset\./, 'okta.roles.manage'],
  [/^user\.lifecycle\.create/, 'okta.users.create'],
  [/^user\.lifecycle\./, 'okta.users.lifecycle.manage'],
  [/^user\.account\.update_profile/, 'okta.users.manage'],
  [/^group\.user_membership\./, 'okta.groups.members.manage'],
  [/^group\.lifecycle\.create/, 'okta.groups.create'],
  [/^group\.(?:lifecycle|profile)\./, 'okta.groups.manage'],
  [/^application\.(?:user_membership|.*assignment)\./, 'okta.apps.assignment.manage'],
  [/^application\.lifecycle\./, 'okta.apps.manage'],
  [/^policy\./, 'okta.policies.manage'],
];

const TARGETS = new Set(['AppInstance', 'User', 'UserGroup']);

/** Adds sign-ins to applications and the use of administrator roles from Okta's System Log. Changes of a user's own account use no role. */
export function oktaUsage(draft: SourceDraft, logs: readonly IdpEntry[]): UsageFact[] {
  const counts = new UsageCounts();
  for (const { fields: event } of logs) {
    const { actor, eventType, published, outcome, client, target } = event;
    const identity = text(at(actor, 'id'));
    if (draft.find(identity)?.isIdentity !== true) continue;
    const targets = list(target).map(fields);
    const known = targets.filter(({ id, type }) => TARGETS.has(text(type)) && draft.find(text(id)));
    const isOwn = known.length > 0 && known.every(({ id }) => text(id) === identity);
    const action = isOwn ? text(eventType) : permissionOf(text(eventType));
    // The target of a membership is the group; the target of an assignment is the application.
    const { type } = OKTA_RULES.actionOf(action);
    const about = known.find(({ id }) => draft.find(text(id))?.type === type) ?? known[0];
    counts.add({
      identity,
      action,
      resource: text(about?.id) || null,
      at: text(published),
      succeeded: ['SUCCESS', 'ALLOW'].includes(text(at(outcome, 'result'))),
      sourceIp: text(at(client, 'ipAddress')),
      record: {
        id: text(event.uuid),
        name: text(eventType),
        userAgent: text(at(client, 'userAgent', 'rawUserAgent')),
        raw: event,
      },
    });
  }
  draft.events = counts.events();
  return counts.facts();
}

function permissionOf(eventType: string): string {
  return PERMISSIONS.find(([event]) => event.test(eventType))?.[1] ?? eventType;
}
