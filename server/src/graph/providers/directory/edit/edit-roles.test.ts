import type { ChangeEdit } from '@cam/contracts/server';
import type { BundleReader } from '../../../engine/bundle/bundle-reader';
import { EntraBundleReader } from '../read/read-entra-bundle';
import { OktaBundleReader } from '../read/read-okta-bundle';

type Files = Record<string, unknown>;

const id = (digit: string): string => `${digit.repeat(8)}-0000-0000-0000-000000000000`;
const [ANN, BOB, APP, ROLE] = [id('1'), id('2'), id('3'), id('4')];
/** Templates of built-in roles: Global Administrator, and Helpdesk Administrator. */
const [GLOBAL, HELPDESK] = ['62e90394-69f5-4237-9190-012177145e10', '729827e3-9c14-49f7-bb1b-9608f156bbb8'];
const ACTIVATED = id('5');
const [GRAPH, READ_USERS, GRAPH_CLIENT] = [id('7'), id('8'), '00000003-0000-0000-c000-000000000000'];
/** The application Payroll may read users. */
const PERMITTED = { principalId: APP, appRoleId: READ_USERS, resourceId: GRAPH };

const held = (principalId: string, roleDefinitionId: string, directoryScopeId = '/') => ({ principalId, roleDefinitionId, directoryScopeId });
const ENTRA: Files = {
  'users.json': { value: [ANN, BOB].map((one) => ({ id: one, userPrincipalName: `${one[0]}@acme.example` })) },
  'service-principals.json': {
    value: [
      { id: APP, appId: id('6'), displayName: 'Payroll', servicePrincipalType: 'Application', appRoles: [{ id: ROLE, value: 'Pay' }] },
      { id: GRAPH, appId: GRAPH_CLIENT, displayName: 'Microsoft Graph', appRoles: [{ id: READ_USERS, value: 'User.Read.All' }] },
    ],
  },
  'app-role-assignments.json': { value: [{ principalId: ANN, appRoleId: ROLE, resourceId: APP }, PERMITTED] },
  'directory-roles.json': { value: [held(ANN, GLOBAL)] },
  'directory-roles-activated.json': { value: [{ id: ACTIVATED, roleTemplateId: HELPDESK, members: [{ id: ANN }, { id: BOB }] }] },
  'directory-roles-eligible.json': { value: [{ ...held(BOB, GLOBAL), roleEligibilityScheduleId: '7' }] },
};

const oktaUser = (one: string) => ({ id: one, status: 'ACTIVE', profile: { login: `${one}@acme.example` } });
const app = (appId: string, label: string) => ({ id: appId, name: 'payroll', label, status: 'ACTIVE', signOnMode: 'SAML_2_0' });
const OKTA: Files = {
  'users.json': [oktaUser('00uann'), oktaUser('00ubob')],
  'groups.json': [{ id: '00gmakers', type: 'OKTA_GROUP', profile: { name: 'Makers' } }],
  'group-members/00gmakers.json': [oktaUser('00uann')],
  'apps.json': [app('0oapay', 'Payroll'), app('0oahr', 'People')],
  'app-assignments/0oapay.json': [{ id: '00uann', scope: 'USER', status: 'ACTIVE', profile: {} }],
  'roles/00uann.json': [{ type: 'SUPER_ADMIN', status: 'ACTIVE', assignmentType: 'USER' }],
  'roles/cr0desk.json': { id: 'cr0desk', label: 'Desk', permissions: [{ label: 'okta.users.manage' }] },
  'roles/00ubob.json': [{ type: 'CUSTOM', role: 'cr0desk', 'resource-set': 'iam1', status: 'ACTIVE' }],
};

function factsOf(reader: BundleReader, files: Files, edits: readonly ChangeEdit[]) {
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { entities, relations, policies } = reader.result().normalise('acme', 'acme.example', new Date(0), edits);
  const byText = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations), policies: byText(policies) };
}
const entra = (files: Files, edits: readonly ChangeEdit[] = []) => factsOf(new EntraBundleReader(), files, edits);
const okta = (files: Files, edits: readonly ChangeEdit[] = []) => factsOf(new OktaBundleReader(), files, edits);

const add = (principal: string, role: string, scope: string, more: object = {}): ChangeEdit => ({
  ...{ kind: 'ADD_ASSIGNMENT', principal, role, scope },
  ...more,
});
const end = (principal: string, role: string, scope: string, more: object = {}): ChangeEdit => ({
  ...{ kind: 'REMOVE_ASSIGNMENT', principal, role, scope },
  ...more,
});

/** Edits, and the files that the provider would export after the change. */
const OF_ENTRA: Record<string, [ChangeEdit, Files]> = {
  'assigns a role of the directory': [add(BOB, GLOBAL, '/'), { 'directory-roles.json': { value: [held(ANN, GLOBAL), held(BOB, GLOBAL)] } }],
  'assigns a role for one application': [
    add(BOB, GLOBAL, `/${APP}`),
    { 'directory-roles.json': { value: [held(ANN, GLOBAL), held(BOB, GLOBAL, `/${APP}`)] } },
  ],
  'ends a role of the directory': [end(ANN.toUpperCase(), GLOBAL, '/'), { 'directory-roles.json': { value: [] } }],
  'takes a member from an activated role, by the id of its template': [
    end(BOB, HELPDESK, '/'),
    { 'directory-roles-activated.json': { value: [{ id: ACTIVATED, roleTemplateId: HELPDESK, members: [{ id: ANN }] }] } },
  ],
  'assigns a role of an application': [
    add(BOB, ROLE, APP),
    { 'app-role-assignments.json': { value: [...[ANN, BOB].map((principalId) => ({ principalId, appRoleId: ROLE, resourceId: APP })), PERMITTED] } },
  ],
  'ends a role of an application': [end(ANN, ROLE, APP), { 'app-role-assignments.json': { value: [PERMITTED] } }],
  'ends a role of an application, by its value': [end(ANN, 'Pay', APP), { 'app-role-assignments.json': { value: [PERMITTED] } }],
  'takes a permission of Microsoft Graph from an application': [
    end(APP, 'User.Read.All', GRAPH_CLIENT),
    { 'app-role-assignments.json': { value: [{ principalId: ANN, appRoleId: ROLE, resourceId: APP }] } },
  ],
  'ends an eligible role': [end(BOB, GLOBAL, '/', { eligible: true }), { 'directory-roles-eligible.json': { value: [] } }],
  'makes somebody eligible for a role': [
    add(ANN, HELPDESK, '/', { eligible: true }),
    {
      'directory-roles-eligible.json': {
        value: [BOB, ANN].map((one, at) => ({ ...held(one, [GLOBAL, HELPDESK][at] ?? ''), roleEligibilityScheduleId: '7' })),
      },
    },
  ],
};
const OF_OKTA: Record<string, [ChangeEdit, Files]> = {
  'assigns an application to a group': [
    add('00gmakers', '', '0oahr', { priority: 1, profile: {} }),
    { 'app-assignments/0oahr.json': [{ id: '00gmakers', priority: 1, profile: {} }] },
  ],
  'takes an application from a user': [end('00uann', '', '0oapay'), { 'app-assignments/0oapay.json': [] }],
  'makes a group administrators': [
    add('00gmakers', 'APP_ADMIN', '/'),
    { 'roles/00gmakers.json': [{ type: 'APP_ADMIN', status: 'ACTIVE', assignmentType: 'GROUP' }] },
  ],
  'takes a custom role from a user': [end('00ubob', 'cr0desk', 'iam1'), { 'roles/00ubob.json': [] }],
  'gives a custom role to a group': [
    add('00gmakers', 'cr0desk', 'iam2'),
    { 'roles/00gmakers.json': [{ type: 'CUSTOM', role: 'cr0desk', 'resource-set': 'iam2', status: 'ACTIVE' }] },
  ],
  'takes a role from an administrator': [end('00uann', 'SUPER_ADMIN', '/'), { 'roles/00uann.json': [] }],
};

describe('an edit of the assignments of a directory', () => {
  it.each(Object.entries(OF_ENTRA))('%s of Entra ID', (_name, [edit, changed]) => {
    const after = entra(ENTRA, [edit]);
    expect(after).not.toEqual(entra(ENTRA));
    expect(after).toEqual(entra({ ...ENTRA, ...changed }));
  });

  it.each(Object.entries(OF_OKTA))('%s of Okta', (_name, [edit, changed]) => {
    const after = okta(OKTA, [edit]);
    expect(after).not.toEqual(okta(OKTA));
    expect(after).toEqual(okta({ ...OKTA, ...changed }));
  });

  it('is refused with the reason', () => {
    expect(() => entra(ENTRA, [add(ANN, GLOBAL, '/')])).toThrow('assigned already');
    expect(() => entra(ENTRA, [add(ANN, HELPDESK, '/')])).toThrow('assigned already');
    expect(() => entra(ENTRA, [end(BOB, GLOBAL, '/')])).toThrow('not assigned there');
    expect(() => entra(ENTRA, [add(ANN, id('9'), '/')])).toThrow('no definition of this role');
    expect(() => entra(ENTRA, [add(id('9'), GLOBAL, '/')])).toThrow('no user, group or application');
    expect(() => entra(ENTRA, [add(BOB, ROLE, id('9'))])).toThrow('no application with this id');
    expect(() => entra(ENTRA, [add(BOB, GLOBAL, '/', { eligible: true })])).toThrow('assigned already');
    expect(() => entra(ENTRA, [end(ANN, GLOBAL, '/', { eligible: true })])).toThrow('not assigned there');
    expect(() => entra(ENTRA, [add(BOB, 'Play', APP)])).toThrow('no role of this name');
    expect(() => okta(OKTA, [add('00ubob', 'cr0desk', 'iam1')])).toThrow('assigned already');
    expect(() => okta(OKTA, [add('00ubob', 'cr0other', 'iam1')])).toThrow('no definition of this custom role');
    expect(() => okta(OKTA, [end('00ubob', 'cr0desk', 'iam2')])).toThrow('not assigned there');
    expect(() => okta(OKTA, [add('00uann', '', '0oapay')])).toThrow('assigned already');
    expect(() => okta(OKTA, [add('00uann', 'SUPER_ADMIN', '/')])).toThrow('assigned already');
    expect(() => okta(OKTA, [add('00ubob', 'CUSTOM', '/')])).toThrow('no standard administrator role');
    expect(() => okta(OKTA, [add('00uann', '', '0oax')])).toThrow('no application with this id');
    expect(() => okta(OKTA, [end('00ubob', '', '0oapay')])).toThrow('not assigned there');
  });
});
