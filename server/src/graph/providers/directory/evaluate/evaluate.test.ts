import { adminRole, appGroup, appUser, oktaApp, oktaGroup, oktaUser, ORG } from '../../../../../test/support/okta-org';
import {
  BUILT_IN,
  DIRECTORY,
  entraGroup,
  entraUser,
  objectIdOf,
  roleAssignment,
  servicePrincipal,
} from '../../../../../test/support/entra-directory';
import type { BundleReader } from '../../../engine/bundle/bundle-reader';
import { EntraBundleReader } from '../read/read-entra-bundle';
import { OktaBundleReader } from '../read/read-okta-bundle';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import { Directory } from '../../../pipeline/context/directory';
import { EVALUATORS } from '../../evaluators';
import type { Escalation } from '../../../engine/escalation';

/** Access as "ada RWA eve". */
function evaluate(reader: BundleReader, accountId: string, files: Record<string, unknown>) {
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const facts = reader.result().normalise('t', accountId, new Date());
  const identities = facts.entities.filter(({ isIdentity }) => isIdentity);
  const evaluation = EVALUATORS[facts.cloudType](facts, {
    tenantId: 't',
    catalogue: new Catalogue({ services: {} }),
    holders: new Directory(identities, facts.relations).holdersOf(null),
    organization: null,
    organizations: new Map(),
    accounts: new Map(),
    federation: [],
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const found = step.value;
  const nameOf = (uri: string): string => (facts.entities.find((entity) => entity.uri === uri)?.name ?? uri).replace('@example.com', '');
  const rows = [...found.pclassOf].flatMap(([identity, pclass]) =>
    found.access.flatMap((row) => {
      if (row.pclassId !== pclass) return [];
      const letters = [row.read, row.write, row.admin].map((mode, index) => (mode > 0 ? 'RWA'[index] : '-')).join('');
      const conditional = ![row.read, row.write, row.admin].includes(2);
      const names = [...found.classOf].filter(([, id]) => id === row.classId).map(([uri]) => nameOf(uri));
      return names.map((name) => `${nameOf(identity)} ${letters}${conditional ? 'C' : ''} ${name}`);
    }),
  );
  const escalations = (name: string): string[] =>
    [...found.attributes].flatMap(([uri, { escalations: listed }]) =>
      nameOf(uri) === name ? ((listed ?? []) as Escalation[]).map((escalation) => escalation.name) : [],
    );
  return { rows: rows.sort(), escalations, via: found.access.flatMap(({ via }) => via) };
}

const OKTA = {
  'users.json': [oktaUser('ada'), oktaUser('bob'), oktaUser('eve')],
  'groups.json': [oktaGroup('dev')],
  'group-members/00gdev.json': [oktaUser('bob')],
  'apps.json': [oktaApp('wiki', { signOnMode: 'AUTO_LOGIN' }), oktaApp('pay', { signOnMode: 'AUTO_LOGIN' })],
};

const okta = (files: object) => evaluate(new OktaBundleReader(), ORG, { ...OKTA, ...files });
const entra = (files: object) =>
  evaluate(new EntraBundleReader(), DIRECTORY, {
    'users.json': [entraUser('ada'), entraUser('bob'), entraUser('eve')],
    'groups.json': [entraGroup('ops', { isAssignableToRole: true }), entraGroup('dev')],
    'group-members.json': [{ groupId: objectIdOf('ops'), id: objectIdOf('eve') }],
    'service-principals.json': [servicePrincipal('robot')],
    ...files,
  });

describe('access in an Okta org', () => {
  it('to applications comes from direct and group assignments', () => {
    const { rows, via } = okta({ 'app-assignments.json': [appUser('wiki', 'ada'), appGroup('pay', 'dev')] });
    expect(rows).toEqual(['ada R-- wiki', 'bob R-- pay', 'dev R-- pay']);
    expect(via.map(({ holder_name, policy_name }) => `${holder_name} ${policy_name}`)).toContain('dev pay');
  });

  it('is full for super administrators, who alone can manage other administrators', () => {
    const { rows, escalations } = okta({ 'roles.json': [adminRole('SUPER_ADMIN', 'users/00uada'), adminRole('HELP_DESK_ADMIN', 'users/00ueve')] });
    expect(rows).toEqual(
      [
        ...['ada', 'bob', 'eve', 'dev', 'wiki', 'pay', ORG].map((name) => `ada RWA ${name}`),
        ...['ada R-- eve', 'bob R-A eve', 'eve R-- eve'].map((row) => `eve ${row.split(' ')[1]} ${row.split(' ')[0]}`),
      ].sort(),
    );
    expect(escalations('eve')).toEqual(['ResetCredentials']);
    expect(escalations('ada')).toContain('GiveAdministratorRoles');
  });

  it('is limited to the target groups of a role and their members', () => {
    const targets = { _embedded: { targets: { groups: [oktaGroup('dev')] } } };
    expect(okta({ 'roles.json': [adminRole('GROUP_MEMBERSHIP_ADMIN', 'users/00ueve', targets)] }).rows).toEqual(['eve R-- bob', 'eve R-A dev']);
  });

  it('through a custom role is conditional on its resource set', () => {
    const files = {
      'roles/cr0desk.json': { id: 'cr0desk', label: 'Desk', permissions: [{ label: 'okta.groups.members.manage' }] },
      'roles/00ueve.json': [adminRole('CUSTOM', 'users/00ueve', { role: 'cr0desk', 'resource-set': 'iamset' })],
    };
    expect(okta(files).rows).toEqual(['eve --AC dev']);
  });
});

describe('access in an Entra ID directory', () => {
  it('is full for global administrators', () => {
    const { rows } = entra({ 'directory-roles.json': [roleAssignment('ada', BUILT_IN.globalAdministrator)] });
    expect(rows).toEqual(['ada', 'bob', 'eve', 'ops', 'dev', 'robot', DIRECTORY].map((name) => `ada RWA ${name}`).sort());
  });

  it('to passwords excludes holders of higher roles and members of role-assignable groups', () => {
    const roles = [roleAssignment('bob', BUILT_IN.helpdesk), roleAssignment('ada', BUILT_IN.guestInviter)];
    expect(entra({ 'directory-roles.json': roles }).rows.filter((row) => row.startsWith('bob'))).toEqual([
      'bob R-- eve',
      'bob RWA ada',
      'bob RWA bob',
    ]);
    const higher = [roleAssignment('bob', BUILT_IN.helpdesk), roleAssignment('ada', BUILT_IN.globalAdministrator)];
    expect(entra({ 'directory-roles.json': higher }).rows).toContain('bob R-- ada');
  });

  it('of application administrators includes escalation through any application', () => {
    const { rows, escalations } = entra({ 'directory-roles.json': [roleAssignment('ops', BUILT_IN.applications)] });
    expect(rows).toContain('eve RWA robot');
    expect(escalations('eve')).toEqual(['AddApplicationCredentials', 'AssignApplications']);
  });
});
