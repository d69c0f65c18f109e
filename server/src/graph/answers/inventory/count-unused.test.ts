import type { HeldActions, UnusedActions } from '../counts/count-unused';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { countUnused, serviceOf } from './count-unused';
import type { Fact, IdentityFact } from './facts';

const identity = (
  uri: string,
  type: string,
  { profile = null, judged = true, purpose = 'ordinary' }: { profile?: string | null; judged?: boolean; purpose?: IdentityFact['purpose'] } = {},
): IdentityFact => ({
  entity_id: uri,
  profile_id: profile,
  uri,
  name: uri,
  type,
  account_id: '1',
  cloud_type: 'AWS',
  objects_total: 1,
  objects_used: 0,
  acted: false,
  objects_conditional: 0,
  roles_total: profile === null ? 0 : 1,
  roles_used: 0,
  groups: 0,
  members: 0,
  policies: 0,
  last_used: null,
  used_through: false,
  seen: false,
  privileged: false,
  purpose,
  judged,
  status: 'UNUSED',
});
const held = (bundle: string, actions: string[], sensitive: string[] = []): HeldActions => ({ bundle, actions, sensitive });
const holder = (uri: string, bundle: string, used_actions: string[] = [], used_services: string[] = []): UnusedActions => ({
  uri,
  account_id: '1',
  cloud_type: 'AWS',
  bundle,
  used_actions,
  used_services,
});
const valuesOf = (facts: readonly Fact[], section: string): unknown[] => facts.filter((fact) => fact.section === section).map(({ value }) => value);

describe('counts of unused permissions', () => {
  const facts: Fact[] = [];
  beforeAll(async () => {
    const counting = countUnused(
      [
        identity('admin', 'ROLE'),
        identity('reader', 'ROLE'),
        identity('new', 'ROLE', { judged: false }),
        identity('ann', 'FEDERATED_USER', { profile: 'both' }),
        identity('ben', 'FEDERATED_USER', { profile: 'both' }),
        identity('new ben', 'FEDERATED_USER', { profile: 'both', judged: false }),
        identity('bob', 'FEDERATED_USER', { profile: 'admins' }),
        identity('svc', 'USER'),
        identity('busy', 'USER'),
      ],
      [
        { profile_id: 'both', roles: ['admin', 'reader'] },
        { profile_id: 'admins', roles: ['admin', 'new'] },
      ],
      {
        held: [held('all', ['iam:PassRole', 's3:GetObject', 's3:PutObject'], ['iam:PassRole']), held('read', ['s3:GetObject'])],
        holders: [
          holder('admin', 'all', ['s3:getobject'], ['s3']),
          holder('reader', 'read'),
          holder('new', 'read'),
          holder('svc', 'read'),
          holder('busy', 'read', ['s3:*'], ['s3']),
        ],
      },
    );
    facts.push(...(await runCooperatively(counting)).flat());
  });

  it('cover each service for roles and the identities that can assume them, if usage data suffices', () => {
    expect(valuesOf(facts, 'role_service')).toEqual([
      { account_id: '1', name: 'iam', roles: 1, identities: 0, all_roles: 1, all_identities: 0 },
      { account_id: '1', name: 's3', roles: 1, identities: 0, all_roles: 1, all_identities: 0 },
    ]);
    expect(valuesOf(facts, 'identity_service')).toEqual([
      { account_id: '1', name: 'iam', roles: 1, identities: 3, all_roles: 1, all_identities: 3 },
      { account_id: '1', name: 's3', roles: 1, identities: 2, all_roles: 1, all_identities: 2 },
    ]);
    expect(valuesOf(facts, 'own_service')).toEqual([{ account_id: '1', name: 's3', roles: 0, identities: 1, all_roles: 0, all_identities: 1 }]);
  });

  it('exclude an identity that used all of its permissions', () => {
    expect(valuesOf(facts, 'unused')).not.toContainEqual(expect.objectContaining({ uri: 'busy' }));
  });

  it('cover each sensitive action', () => {
    expect(valuesOf(facts, 'role_privilege')).toEqual([
      { account_id: '1', name: 'iam:PassRole', roles: 1, identities: 0, all_roles: 1, all_identities: 0 },
    ]);
    expect(valuesOf(facts, 'own_privilege')).toEqual([]);
  });
});

it('serviceOf reads the service from the action names of each cloud', () => {
  expect([
    serviceOf('AWS', 's3:GetObject'),
    serviceOf('AZURE', 'Microsoft.Storage/storageAccounts/read'),
    serviceOf('GCP', 'storage.objects.get'),
  ]).toEqual(['s3', 'Microsoft.Storage', 'storage']);
});

it('break-glass roles and identities count only where idle ones are included', async () => {
  const counting = countUnused(
    [
      identity('reader', 'ROLE'),
      identity('BreakGlassAdmin', 'ROLE', { purpose: 'break-glass' }),
      identity('ann', 'USER', { profile: 'people' }),
      identity('break-glass', 'USER', { profile: 'reserve', purpose: 'break-glass' }),
    ],
    [
      { profile_id: 'people', roles: ['reader'] },
      { profile_id: 'reserve', roles: ['reader', 'BreakGlassAdmin'] },
    ],
    { held: [held('read', ['s3:GetObject'])], holders: [holder('reader', 'read'), holder('BreakGlassAdmin', 'read')] },
  );
  const facts = (await runCooperatively(counting)).flat();
  expect(valuesOf(facts, 'role_service')).toEqual([{ account_id: '1', name: 's3', roles: 1, identities: 0, all_roles: 2, all_identities: 0 }]);
  expect(valuesOf(facts, 'identity_service')).toEqual([{ account_id: '1', name: 's3', roles: 1, identities: 1, all_roles: 2, all_identities: 2 }]);
});
