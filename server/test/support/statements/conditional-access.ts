import { appRole, appRoleAssignment, BUILT_IN, GRAPH_APP, objectIdOf, roleAssignment, servicePrincipal } from '../entra-directory';

/** Users of the directory whom a conditional access policy concerns, or an exclusion. */
export const GATED_PEOPLE = ['blok', 'mfan', 'mfab', 'repo', 'outd', 'gina', 'xena', 'dora', 'anna', 'abel'];
export const GATED_GROUPS: Readonly<Record<string, readonly string[]>> = { guarded: ['gina', 'xena'], exempt: ['xena'] };

/** The client id of Azure Resource Manager. */
const AZURE = '797f4846-ba00-4fd7-ba43-dac1f8f63013';
const OFFICE = objectIdOf('office');

const MFA = { operator: 'OR', builtInControls: ['mfa'] };
const BLOCK = { operator: 'OR', builtInControls: ['block'] };
const everything = { includeApplications: ['All'] };
const client = (name: string): string => objectIdOf(`${name}-app`);
const people = (...names: string[]): object => ({ includeUsers: names.map(objectIdOf) });

const policy = (displayName: string, conditions: object, grantControls: object, state = 'enabled'): object => ({
  id: objectIdOf(displayName),
  displayName,
  state,
  createdDateTime: '2025-01-02T03:04:05Z',
  conditions: { clientAppTypes: ['all'], ...conditions },
  grantControls,
  sessionControls: null,
});

/** The conditional access policies of the directory, with the applications and roles that they protect. */
export const CONDITIONAL_ACCESS: Readonly<Record<string, unknown>> = {
  'conditional-access-policies.json': {
    value: [
      policy('no Azure', { users: people('blok'), applications: { includeApplications: [AZURE] } }, BLOCK),
      policy(
        'MFA for Azure',
        {
          users: { ...people('mfan', 'mfab'), includeGroups: [objectIdOf('guarded')], excludeGroups: [objectIdOf('exempt')] },
          applications: { includeApplications: [AZURE] },
        },
        MFA,
      ),
      policy('tried', { users: { includeUsers: ['All'] }, applications: everything }, BLOCK, 'enabledForReportingButNotEnforced'),
      policy('off', { users: { includeUsers: ['All'] }, applications: everything }, BLOCK, 'disabled'),
      policy(
        'office only',
        { users: people('outd'), applications: everything, locations: { includeLocations: ['All'], excludeLocations: [OFFICE] } },
        BLOCK,
      ),
      policy('MFA for help desks', { users: { includeRoles: [BUILT_IN.helpdesk] }, applications: everything }, MFA),
      policy('MFA for the wiki', { users: people('anna'), applications: { includeApplications: [client('wiki')] } }, MFA),
      policy('forum only', { users: people('abel'), applications: { ...everything, excludeApplications: [client('forum')] } }, BLOCK),
    ],
  },
  'named-locations.json': { value: [{ id: OFFICE, displayName: 'Office', isTrusted: true, ipRanges: [] }] },
  'service-principals.json': {
    value: [
      servicePrincipal('wiki'),
      servicePrincipal('forum'),
      servicePrincipal('robot'),
      servicePrincipal('Graph', { appId: GRAPH_APP, appRoles: [appRole('all', 'Directory.ReadWrite.All')] }),
    ],
  },
  'app-role-assignments.json': ['wiki', 'forum'].flatMap((name) => ['anna', 'abel'].map((person) => appRoleAssignment(person, name, null))),
  'directory-roles.json': [roleAssignment('dora', BUILT_IN.helpdesk), roleAssignment('robot', BUILT_IN.globalAdministrator)],
};
