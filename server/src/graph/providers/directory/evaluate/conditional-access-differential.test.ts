import {
  referenceSignIn,
  type ReferenceAccessPolicy,
  type ReferenceSubject,
  type SignInOutcome,
} from '../../../../../test/support/conditional-access-reference';
import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import { appRoleAssignment, BUILT_IN, DIRECTORY, entraGroup, entraUser, GRAPH_APP, objectIdOf, roleAssignment, servicePrincipal } from '../../../../../test/support/entra-directory'; // prettier-ignore
import { Catalogue } from '../../../engine/catalogue/catalogue';
import { azureGatesOf, type AzureApplication } from '../../../engine/sign-in-gate';
import { Directory } from '../../../pipeline/context/directory';
import { EVALUATORS } from '../../evaluators';
import { EntraBundleReader } from '../read/read-entra-bundle';

/** Random directories with conditional access. */
const DIRECTORIES = casesToTry(400, 20_000);

const USERS: Readonly<Record<string, { guest: string | null; extra: object }>> = {
  ann: { guest: null, extra: {} },
  bob: { guest: null, extra: {} },
  gus: { guest: 'b2bCollaborationGuest', extra: { userType: 'Guest', userPrincipalName: 'gus_other.example#EXT#@example.com' } },
  ivy: { guest: 'internalGuest', extra: { userType: 'Guest' } },
  max: { guest: 'b2bCollaborationMember', extra: { userPrincipalName: 'max_other.example#EXT#@example.com' } },
};
const GROUPS = ['inner', 'outer', 'other'];
/** The group within a group. */
const NESTED = { inner: 'outer' } as const;
const APPLICATIONS: Readonly<Record<string, object>> = {
  wiki: { signInAudience: 'AzureADMyOrg' },
  forum: {},
  shared: { signInAudience: 'AzureADMultipleOrgs' },
  bought: { appOwnerOrganizationId: 'bbbbbbbb-0000-4000-8000-000000000000' },
};
const OWN = ['wiki', 'forum'];
const ROLES = [BUILT_IN.globalAdministrator, BUILT_IN.helpdesk];
const ADMINISTRATOR = BUILT_IN.globalAdministrator;

/** Client ids of the parts of Azure: https://learn.microsoft.com/entra/identity/conditional-access/concept-conditional-access-cloud-apps */
const AZURE: Readonly<Record<AzureApplication, string>> = {
  management: '797f4846-ba00-4fd7-ba43-dac1f8f63013',
  storage: 'e406a681-f3d4-42a8-90b6-c2b029497af1',
  vaults: 'cfa8b339-82a2-471a-a3c9-0fc0be7a4093',
  other: 'another part of Azure',
};

interface RandomDirectory {
  members: Readonly<Record<string, string[]>>;
  roles: { holder: string; role: string; scope: string; isEligible: boolean }[];
  assignments: { holder: string; application: string }[];
  policies: ReferenceAccessPolicy[];
}

const clientOf = (name: string): string => objectIdOf(`${name}-app`);
const ids = (names: string[]): string[] => names.map(objectIdOf);

function randomPolicy(random: Dice): ReferenceAccessPolicy {
  const { chance, one, some } = random;
  const people = Object.keys(USERS);
  const guests = () => ({
    guestOrExternalUserTypes: one(['internalGuest', 'b2bCollaborationGuest,b2bCollaborationMember', 'b2bCollaborationGuest', 'serviceProvider']),
    ...(chance(0.4) ? { externalTenants: { membershipKind: one(['all', 'enumerated'] as const) } } : {}),
  });
  const applications = () => one([['All'], ['All'], ids([]), some([...Object.keys(APPLICATIONS).map(clientOf), AZURE.management, AZURE.storage, AZURE.vaults]), ['MicrosoftAdminPortals'], ['None']]); // prettier-ignore
  const software = chance(0.15);
  return {
    state: chance(0.85) ? 'enabled' : one(['disabled', 'enabledForReportingButNotEnforced']),
    conditions: {
      users: software
        ? { includeUsers: ['None'] }
        : {
            includeUsers: one([['All'], ids(some(people)), ['GuestsOrExternalUsers'], [], ['None']]),
            excludeUsers: chance(0.2) ? one([ids(some(people)), ['GuestsOrExternalUsers']]) : [],
            includeGroups: chance(0.3) ? ids(some(GROUPS)) : [],
            excludeGroups: chance(0.25) ? ids(some(GROUPS)) : [],
            includeRoles: chance(0.3) ? some(ROLES) : [],
            excludeRoles: chance(0.2) ? some(ROLES) : [],
            includeGuestsOrExternalUsers: chance(0.25) ? guests() : null,
            excludeGuestsOrExternalUsers: chance(0.2) ? guests() : null,
          },
      applications: {
        includeApplications: applications(),
        excludeApplications: chance(0.2) ? some(Object.keys(APPLICATIONS).map(clientOf)) : [],
        ...(chance(0.1) ? { applicationFilter: { mode: one(['include', 'exclude']), rule: 'CustomSecurityAttribute.a -eq "b"' } } : {}),
        ...(chance(0.1) ? { includeUserActions: ['urn:user:registersecurityinfo'] } : {}),
        ...(chance(0.1) ? { includeAuthenticationContextClassReferences: ['c1'] } : {}),
      },
      clientApplications: software
        ? {
            includeServicePrincipals: one([['ServicePrincipalsInMyTenant'], ids(some(Object.keys(APPLICATIONS)))]),
            excludeServicePrincipals: chance(0.3) ? ids(some(OWN)) : [],
          }
        : null,
      clientAppTypes: one([['all'], ['all'], ['browser'], ['browser', 'mobileAppsAndDesktopClients'], ['exchangeActiveSync', 'other'], ['mobileAppsAndDesktopClients', 'other']]), // prettier-ignore
      locations: one([null, null, null, { includeLocations: ['All'], excludeLocations: [] }, { includeLocations: ['All'], excludeLocations: ['AllTrusted'] }, { includeLocations: ['AllTrusted'], excludeLocations: [] }]), // prettier-ignore
      platforms: one([null, null, null, { includePlatforms: ['all'], excludePlatforms: [] }, { includePlatforms: ['android', 'iOS'], excludePlatforms: [] }]), // prettier-ignore
      signInRiskLevels: chance(0.1) ? ['high'] : [],
      userRiskLevels: chance(0.1) ? ['high', 'medium'] : [],
    },
    grantControls: one([
      { operator: 'OR', builtInControls: ['block'] },
      { operator: 'OR', builtInControls: ['block'] },
      { operator: 'OR', builtInControls: ['mfa'] },
      { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] },
      null,
    ]),
    sessionControls: one([
      null,
      null,
      { signInFrequency: { isEnabled: chance(0.7), value: 4, type: 'hours' } },
      { persistentBrowser: { isEnabled: true, mode: 'never' } },
    ]),
  };
}

function randomDirectory(random: Dice): RandomDirectory {
  const { chance, one, times } = random;
  const holders = [...Object.keys(USERS), 'other'];
  return {
    members: Object.fromEntries(GROUPS.map((group) => [group, Object.keys(USERS).filter(() => chance(0.3))])),
    roles: times(0, 4, () => ({
      holder: one(holders),
      role: one(ROLES),
      scope: chance(0.8) ? '/' : '/administrativeUnits/au',
      isEligible: chance(0.25),
    })),
    assignments: times(2, 5, () => ({ holder: one([...Object.keys(USERS), ...GROUPS]), application: one(Object.keys(APPLICATIONS)) })),
    policies: times(1, 3, () => randomPolicy(random)),
  };
}

function evaluate({ members, roles, assignments, policies }: RandomDirectory) {
  const reader = new EntraBundleReader();
  const files: Record<string, unknown> = {
    'users.json': Object.entries(USERS).map(([name, { extra }]) => entraUser(name, extra)),
    'groups.json': GROUPS.map((name) => entraGroup(name, { isAssignableToRole: name === 'other' })),
    'group-members.json': [
      ...Object.entries(members).flatMap(([group, list]) => list.map((name) => ({ groupId: objectIdOf(group), id: objectIdOf(name) }))),
      ...Object.entries(NESTED).map(([group, outer]) => ({ groupId: objectIdOf(outer), id: objectIdOf(group) })),
    ],
    'service-principals.json': Object.entries(APPLICATIONS).map(([name, extra]) => servicePrincipal(name, extra)),
    'app-role-assignments.json': assignments.map(({ holder, application }) => appRoleAssignment(holder, application, null)),
    'directory-roles.json': roles.map(({ holder, role, scope, isEligible }, index) => ({
      ...roleAssignment(holder, role, scope),
      id: `role-${index}`,
      ...(isEligible ? { roleEligibilityScheduleId: 'schedule' } : {}),
    })),
    'conditional-access-policies.json': {
      value: policies.map((policy, index) => ({ id: objectIdOf(`p${index}`), displayName: `p${index}`, ...policy })),
    },
  };
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const facts = reader.result().normalise('t', DIRECTORY, new Date());
  const identities = facts.entities.filter(({ isIdentity }) => isIdentity);
  const steps = EVALUATORS.IDP_AZURE_AD(facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders: new Directory(identities, facts.relations).holdersOf(null),
    organization: null,
    organizations: new Map(),
    accounts: new Map(),
    federation: [],
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { access, classOf, pclassOf } = step.value;
  const entityOf = (name: string) => facts.entities.find(({ nativeId }) => nativeId === (name === DIRECTORY ? `entra:${name}` : objectIdOf(name)));
  return {
    /** The mode of the access of an identity to an entity: 0 none, 1 conditional, 2 always. */
    mode: (identity: string, entity: string, letter: 'read' | 'admin'): number => {
      const [from, to] = [entityOf(identity)?.uri ?? '', entityOf(entity)?.uri ?? ''];
      return access.find((row) => row.pclassId === pclassOf.get(from) && row.classId === classOf.get(to))?.[letter] ?? 0;
    },
    azure: (identity: string, part: AzureApplication): SignInOutcome => {
      const gate = azureGatesOf(entityOf(identity) ?? { attributes: {} })[part];
      return !gate ? 'open' : gate.blockedBy.length > 0 ? 'blocked' : 'conditional';
    },
  };
}

const MODES: Readonly<Record<SignInOutcome, number>> = { open: 2, conditional: 1, blocked: 0 };

/** Returns the facts of a principal, in the words of the reference. */
function subjectOf(name: string, { members, roles }: RandomDirectory, activated: string[] = []): ReferenceSubject {
  const direct = GROUPS.filter((group) => members[group]?.includes(name));
  const groups = [...direct, ...direct.flatMap((group) => (group === 'inner' ? [NESTED.inner] : []))];
  const held = roles.filter(({ holder, scope, isEligible }) => [name, ...groups].includes(holder) && scope === '/' && !isEligible);
  const isUser = name in USERS;
  return {
    id: objectIdOf(name),
    isUser,
    isOwnApplication: OWN.includes(name),
    groups: ids(groups),
    roles: [...held.map(({ role }) => role), ...activated],
    guest: isUser ? (USERS[name]?.guest ?? null) : null,
  };
}

describe('conditional access of Entra ID', () => {
  it(`agrees with the reference in ${DIRECTORIES} random directories`, () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= DIRECTORIES; seed += 1) {
      const directory = randomDirectory(dice(seed));
      const found = evaluate(directory);
      const check = (what: string, own: number | string, wanted: number | string): void => {
        const key = `${what.split(':')[0]} ${wanted}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
        if (own !== wanted) throw new Error(`seed ${seed}: ${what}: ${own}, not ${wanted}: ${JSON.stringify(directory)}`);
      };
      for (const name of Object.keys(USERS)) {
        const subject = subjectOf(name, directory);
        for (const application of Object.keys(APPLICATIONS)) {
          // An assignment to a group covers its direct members.
          const isAssigned = directory.assignments.some(
            ({ holder, application: to }) => to === application && (holder === name || directory.members[holder]?.includes(name)),
          );
          const outcome = referenceSignIn(directory.policies, subject, clientOf(application));
          // Administrators of the directory also change its applications, so they are left to the check below.
          if (directory.roles.length === 0) check(`application: ${name} to ${application}`, found.mode(name, application, 'read'), isAssigned ? MODES[outcome] : 0); // prettier-ignore
        }
        const grants = directory.roles.filter(({ holder, role }) => role === ADMINISTRATOR && (holder === name || (holder === 'other' && directory.members.other?.includes(name)))); // prettier-ignore
        const modes = grants.map(({ scope, isEligible }) => {
          const mode = MODES[referenceSignIn(directory.policies, isEligible ? subjectOf(name, directory, [ADMINISTRATOR]) : subject, GRAPH_APP)];
          return Math.min(mode, isEligible || scope !== '/' ? 1 : 2);
        });
        check(`directory: ${name}`, found.mode(name, DIRECTORY, 'admin'), Math.max(0, ...modes));
      }
      for (const name of [...Object.keys(USERS), ...Object.keys(APPLICATIONS)])
        for (const [part, clientId] of Object.entries(AZURE) as [AzureApplication, string][])
          check(`Azure: ${name} to ${part}`, found.azure(name, part), referenceSignIn(directory.policies, subjectOf(name, directory), clientId));
    }
    expect([...outcomes.keys()].sort()).toEqual([
      'Azure blocked',
      'Azure conditional',
      'Azure open',
      'application 0',
      'application 1',
      'application 2',
      'directory 0',
      'directory 1',
      'directory 2',
    ]);
    expect(Math.min(...outcomes.values())).toBeGreaterThan(10);
  });
});
