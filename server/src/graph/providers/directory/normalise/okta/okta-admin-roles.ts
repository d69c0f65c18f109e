import { at, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import { conditionOfResourceSet } from '../../compile/assignment-scope';
import type { DirectoryGrant } from '../../compile/directory-grant';
import type { IdpEntry } from '../../read/idp-entry';
import type { OktaBundle } from '../../read/okta-bundle';
import { STANDARD_ROLES } from '../../compile/okta-standard-roles';
import { linkedId, subjectId } from '../../read/okta-values';

/** A custom role with its name and, where the bundle has them, its permissions. */
interface CustomRole {
  name: string;
  actions: string[] | null;
}

/** Adds administrator roles and their assignments. */
export function addAdminRoles(draft: SourceDraft, { roles }: OktaBundle): void {
  const custom = customRoles(roles ?? []);
  for (const entry of roles ?? []) if (isAssignment(entry)) addAssignment(draft, entry, custom);
}

function isAssignment({ fields }: IdpEntry): boolean {
  return text(fields.type) !== '';
}

/** Reads role definitions, and permissions in files named after the role: `roles/cr0abc.json`, `roles/cr0abc/permissions.json`. */
function customRoles(entries: readonly IdpEntry[]): Map<string, CustomRole> {
  const found = new Map<string, CustomRole>();
  for (const entry of entries.filter((candidate) => !isAssignment(candidate))) {
    const { id, label, permissions } = entry.fields;
    const key = text(id) || subjectId(entry);
    const known = found.get(key);
    const labels = list(permissions).map((permission) => text(permission) || text(at(permission, 'label')));
    const actions = Array.isArray(permissions) ? labels.filter(Boolean) : null;
    found.set(key, { name: text(label) || known?.name || key, actions: actions ?? known?.actions ?? null });
  }
  return found;
}

function addAssignment(draft: SourceDraft, entry: IdpEntry, custom: ReadonlyMap<string, CustomRole>): void {
  const { id, type, status, label, assigneeId } = entry.fields;
  if (text(status) === 'INACTIVE') return;
  const holder = text(assigneeId) || linkedId(entry, 'assignee') || subjectId(entry);
  const entity = draft.find(holder);
  if (!entity) {
    const message =
      holder === ''
        ? 'The entry does not name the holder of this role. Keep the links of the response, or name the file after the id of the user or group.'
        : `${holder} is neither a known user nor a known group, so its role was left out.`;
    return draft.warn(entry, '', message);
  }
  const grant = text(type) === 'CUSTOM' ? customGrant(draft, entry, custom) : standardGrant(draft, entry);
  if (!grant) return;
  draft.addPolicy({
    policyId: `${holder}/${text(id) || grant.role.id}`,
    name: text(label) || grant.role.name,
    uri: entity.uri,
    kind: 'admin_role',
    holder: { nativeId: holder, uri: entity.uri },
    document: JSON.stringify(grant),
  });
}

function standardGrant(draft: SourceDraft, entry: IdpEntry): DirectoryGrant | null {
  const type = text(entry.fields.type);
  const role = STANDARD_ROLES[type];
  if (!role) {
    draft.warn(entry, '/type', `The Okta administrator role ${type} is unknown, so it is not evaluated.`);
    return null;
  }
  const { name, actions, mayChange } = role;
  return { role: { id: type, name }, actions, scope: targetsOf(entry), conditions: [], mayChange };
}

/** Returns the grant of a custom role. It applies only to its resource set, which the bundle does not contain. */
function customGrant(draft: SourceDraft, entry: IdpEntry, custom: ReadonlyMap<string, CustomRole>): DirectoryGrant | null {
  const { role, label, 'resource-set': resourceSet } = entry.fields;
  const id = text(role) || linkedId(entry, 'role');
  const known = custom.get(id);
  const name = text(label) || known?.name || id;
  if (!known?.actions) {
    draft.warn(
      entry,
      '/role',
      `The bundle lacks the permissions of the custom role ${name}, so it is not evaluated. Export them as roles/${id}.json.`,
    );
    return null;
  }
  const conditions = [conditionOfResourceSet(text(resourceSet) || linkedId(entry, 'resource-set'))];
  return { role: { id, name }, actions: known.actions, scope: null, conditions, mayChange: [] };
}

/** Returns the groups and applications that limit the role, where the export included its targets. */
function targetsOf({ fields }: IdpEntry): string[] | null {
  const targets = at(fields, '_embedded', 'targets');
  const ids = [...list(at(targets, 'groups')), ...list(at(targets, 'catalog', 'apps'))].map((target) => text(at(target, 'id'))).filter(Boolean);
  return ids.length > 0 ? ids : null;
}
