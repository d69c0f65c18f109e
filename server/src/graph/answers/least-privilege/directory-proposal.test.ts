import { OKTA_RULES } from '../../providers/directory/compile/okta-rules';
import { ENTRA_RULES } from '../../providers/directory/compile/entra-rules';
import { proposeForDirectory } from './directory-proposal';
import { replay } from './proposal';
import type { StoredDocument } from './read-assignments';

const of = (kind: StoredDocument['kind'], place: string, document: Record<string, unknown>): StoredDocument => {
  return { kind, policyId: '', name: '', sourceUid: 'org', place, document };
};
const app = (id: string, name: string, place: string) => of('app_assignment', place, { application: { id, name }, by: null, roles: [], signIns: [] });
const admin = (name: string, actions: string[], scope: string[] | null = null) =>
  of('admin_role', 'ada', { role: { id: name, name }, actions, scope, conditions: [], mayChange: null });

const POLICIES = [
  app('wiki', 'Wiki', 'everyone'),
  app('pay', 'Payroll', 'ada'),
  admin('HELP_DESK', ['okta.users.read', 'okta.users.credentials.manage', 'okta.users.lifecycle.manage']),
  admin('APP_ADMIN', ['okta.apps.read', 'okta.apps.manage']),
];
const CALLS = [
  { action: 'user.authentication.sso', resources: ['wiki'], uses: 12 },
  { action: 'okta.users.credentials.manage', resources: ['bob'], uses: 3 },
  { action: 'user.session.start', resources: [], uses: 9 },
];
const okta = { name: 'Ada', cloudType: 'IDP_OKTA' as const, rules: OKTA_RULES, policies: POLICIES };
const LOG = { since: '2026-01-01', silent: ['READ FEDERATED_USER', 'READ FEDERATED_GROUP', 'READ ACCOUNT_DATA'] };

describe('the least privilege proposal for a directory', () => {
  it('keeps applications with sign-ins, and role permissions that were used or are not logged', () => {
    const { documents } = proposeForDirectory(okta, CALLS, LOG);
    expect(documents.map(({ format }) => format)).toEqual(['OKTA_ASSIGNMENTS', 'OKTA_ROLE']);
    expect(JSON.parse(documents[0]?.content ?? '')).toEqual([{ appId: 'wiki', appLabel: 'Wiki', assignedTo: 'everyone' }]);
    expect(documents[0]?.place).toContain('take away those of Payroll');
    // Okta logs no reads.
    expect(JSON.parse(documents[1]?.content ?? '')).toMatchObject({ permissions: ['okta.users.credentials.manage', 'okta.users.read'] });
    expect(documents[1]?.place).toContain('remove HELP_DESK');
  });

  it('denies none of the logged calls in a replay', async () => {
    const { cases, held, left } = proposeForDirectory(okta, CALLS, LOG);
    expect(await replay(cases)).toMatchObject({ calls: 2, uses: 15, allowed: 2, denied: 0, decided_elsewhere: 1 });
    expect([...held].filter((name) => !left.has(name)).sort()).toEqual([
      'application/Payroll',
      'okta.apps.manage',
      'okta.apps.read',
      'okta.users.lifecycle.manage',
    ]);
  });

  it('narrows broad Entra ID roles to the actions in the audit log, and the replay denies no call', async () => {
    const directory = (action: string): string => `microsoft.directory/${action}`;
    const roles = {
      name: 'Ada',
      cloudType: 'IDP_AZURE_AD' as const,
      rules: ENTRA_RULES,
      policies: [
        admin('Global Administrator', [directory('users/allProperties/allTasks'), directory('groups/allProperties/allTasks')]),
        admin('Application Administrator', [directory('applications/create'), directory('applications/standard/read')]),
      ],
    };
    const calls = [
      { action: directory('users/password/update'), resources: ['bob'], uses: 4 },
      { action: directory('users/invalidateAllRefreshTokens'), resources: ['bob'], uses: 1 },
      { action: directory('domains/federation/update'), resources: [], uses: 1 },
    ];
    const draft = proposeForDirectory(roles, calls, { since: '2026-01-01', silent: ['READ USER', 'READ GROUP', 'READ ACCOUNT_DATA'] });
    expect(draft.documents.map(({ title, content }) => [title, JSON.parse(content).rolePermissions])).toEqual([
      [
        'Role of Ada',
        [
          {
            allowedResourceActions: [
              directory('groups/allProperties/read'),
              directory('users/allProperties/read'),
              directory('users/invalidateAllRefreshTokens'),
              directory('users/password/update'),
            ],
          },
        ],
      ],
    ]);
    // Something else allowed the change of a domain.
    expect(await replay(draft.cases)).toMatchObject({ calls: 2, uses: 5, allowed: 2, denied: 0, decided_elsewhere: 1 });
    expect(draft.notes).toContain('Helpdesk Administrator is the smallest built-in role that allows everything it used.');
    expect([...draft.held].filter((name) => !draft.left.has(name)).sort()).toEqual(
      ['applications/create', 'applications/standard/read', 'groups/allProperties/allTasks', 'users/allProperties/allTasks'].map(directory),
    );
  });

  it('narrows a composite permission to its used and unlogged parts', async () => {
    const policies = [admin('USERS', ['okta.users.manage'])];
    const { documents, cases } = proposeForDirectory({ ...okta, policies }, CALLS, LOG);
    expect(JSON.parse(documents[0]?.content ?? '')).toMatchObject({ permissions: ['okta.users.credentials.manage', 'okta.users.read'] });
    expect(await replay(cases)).toMatchObject({ calls: 1, uses: 3, denied: 0 });
  });

  it('keeps role actions that the log does not cover, with a note', () => {
    const roles = {
      ...okta,
      cloudType: 'IDP_AZURE_AD' as const,
      rules: ENTRA_RULES,
      policies: [admin('User Administrator', ['microsoft.directory/users/create', 'microsoft.directory/groups/allProperties/allTasks'])],
    };
    const { documents, notes } = proposeForDirectory(roles, [], { since: '2026-01-01', silent: ['WRITE', 'ADMIN'] });
    expect(JSON.parse(documents[0]?.content ?? '').rolePermissions).toEqual([
      { allowedResourceActions: ['microsoft.directory/groups/allProperties/allTasks', 'microsoft.directory/users/create'] },
    ]);
    expect(notes).toEqual(['The log does not cover 2 actions of its directory roles. They stay unchanged.']);
  });
});
