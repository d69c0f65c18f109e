import type { ExportFiles } from '../support/export-files';
import type { CloudChanges } from './planned-change';

type Row = Record<string, unknown> & { id: string };

const rowsOf = (files: ExportFiles, path: string): Row[] => files.value<{ value: Row[] }>(path).value;

export const ENTRA_CHANGES: CloudChanges = {
  cloud: 'IDP_AZURE_AD',
  provider: 'azuread',
  accountOf: (bundles) => bundles[0]?.accountId ?? '',
  prepare: () => undefined,
  changes: (files) => {
    const membersIn = (path: string): Row[] => rowsOf(files, path);
    const paths = files.paths().filter((path) => path.startsWith('group-members/'));
    const emptied = paths.find((path) => membersIn(path).some(({ '@odata.type': type }) => type === '#microsoft.graph.user')) ?? '';
    const group = emptied.replace('group-members/', '').replace('.json', '');
    const gone = membersIn(emptied).find(({ '@odata.type': type }) => type === '#microsoft.graph.user') as Row;
    const roles = rowsOf(files, 'directory-roles.json') as (Row & { roleTemplateId: string; members: Row[] })[];
    const first = roles.find(({ members }) => members.length > 0) as (typeof roles)[number];
    const leaving = first.members[0] as Row;
    const assigned = files.paths().filter((path) => path.startsWith('app-role-assignments/'));
    const [ofApp] = assigned as [string];
    const assignment = rowsOf(files, ofApp)[0] as Row;
    const without = (all: ExportFiles, path: string, id: string): void => {
      const file = all.value<{ value: Row[] }>(path);
      file.value = file.value.filter((row) => row.id !== id);
    };
    const withoutMember = (all: ExportFiles, role: Row, id: string): void => {
      const found = (rowsOf(all, 'directory-roles.json') as typeof roles).find((one) => one.id === role.id);
      if (found) found.members = found.members.filter((member) => member.id !== id);
    };
    return [
      {
        ...{ type: 'azuread_group_member', round: 0, before: { group_object_id: group, member_object_id: gone.id } },
        apply: (all) => without(all, emptied, gone.id),
      },
      {
        type: 'azuread_directory_role_assignment',
        round: 0,
        before: { role_id: first.roleTemplateId, principal_object_id: leaving.id, directory_scope_id: '/' },
        apply: (all) => withoutMember(all, first, leaving.id),
      },
      {
        type: 'azuread_app_role_assignment',
        round: 0,
        before: { app_role_id: assignment.appRoleId, principal_object_id: assignment.principalId, resource_object_id: assignment.resourceId },
        apply: (all) => without(all, ofApp, assignment.id),
      },
    ];
  },
};

interface OktaRow {
  id: string;
  type?: string;
  priority?: number;
  profile?: object;
  [key: string]: unknown;
}

export const OKTA_CHANGES: CloudChanges = {
  cloud: 'IDP_OKTA',
  provider: 'okta',
  accountOf: (bundles) => bundles[0]?.accountId ?? '',
  prepare: () => undefined,
  changes: (files) => {
    const pathsIn = (folder: string): string[] => files.paths().filter((path) => path.startsWith(`${folder}/`));
    const idOf = (path: string): string => path.split('/').at(-1)?.replace('.json', '') ?? '';
    const types = new Map(files.value<OktaRow[]>('groups.json').map(({ id, type }) => [id, type]));
    const [first = '', second = ''] = pathsIn('group-members').filter(
      (path) => types.get(idOf(path)) === 'OKTA_GROUP' && files.value<OktaRow[]>(path).length > 1,
    );
    const [gone, leaving] = [files.value<OktaRow[]>(first)[0], files.value<OktaRow[]>(second).at(-1)] as [OktaRow, OktaRow];
    const apps = pathsIn('app-assignments');
    const [one = '', two = '', three = ''] = apps;
    const [ofOne, ofTwo] = [one, two].map((path) => files.value<OktaRow[]>(path)[0]) as [OktaRow, OktaRow];
    const user = files.value<OktaRow[]>('users.json').find(({ status }) => status === 'ACTIVE') as OktaRow;
    const roles = pathsIn('roles');
    const heldBy = (prefix: string): { path: string; role: OktaRow } => {
      const path = roles.find((candidate) => idOf(candidate).startsWith(prefix)) ?? '';
      return { path, role: files.value<OktaRow[]>(path)[0] as OktaRow };
    };
    const [ofGroup, ofUser] = [heldBy('00g'), heldBy('00u')];
    const without = (path: string, id: string) => (all: ExportFiles) => {
      all.set(
        path,
        all.value<OktaRow[]>(path).filter((row) => row.id !== id),
      );
    };
    const href = (path: string): object => ({ href: `https://okta.example/api/v1/${path}` });
    return [
      { ...{ type: 'okta_group_memberships', round: 0, before: { group_id: idOf(first), users: [gone.id] } }, apply: without(first, gone.id) },
      {
        ...{ type: 'okta_user_group_memberships', round: 0, before: { user_id: leaving.id, groups: [idOf(second)] } },
        apply: without(second, leaving.id),
      },
      {
        type: 'okta_app_group_assignment',
        round: 0,
        before: { app_id: idOf(one), group_id: ofOne.id, priority: ofOne.priority, profile: JSON.stringify(ofOne.profile) },
        apply: without(one, ofOne.id),
      },
      {
        type: 'okta_app_group_assignments',
        round: 0,
        before: { app_id: idOf(two), group: [{ id: ofTwo.id, priority: ofTwo.priority, profile: JSON.stringify(ofTwo.profile) }] },
        apply: without(two, ofTwo.id),
      },
      {
        type: 'okta_app_user',
        round: 0,
        after: { app_id: idOf(three), user_id: user.id, profile: '{}' },
        apply: (all) =>
          void all.value<OktaRow[]>(three).push({
            ...{ id: user.id, scope: 'USER', status: 'ACTIVE', profile: {} },
            _links: { app: href(`apps/${idOf(three)}`), user: href(`users/${user.id}`) },
          }),
      },
      {
        ...{ type: 'okta_group_role', round: 0, before: { group_id: idOf(ofGroup.path), role_type: ofGroup.role.type } },
        apply: without(ofGroup.path, ofGroup.role.id),
      },
      {
        ...{ type: 'okta_user_admin_roles', round: 0, before: { user_id: idOf(ofUser.path), admin_roles: [ofUser.role.type] } },
        apply: without(ofUser.path, ofUser.role.id),
      },
    ];
  },
};
