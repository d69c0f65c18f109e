import type { UnusedActions } from '../graph/inventory/count-unused';
import { countUnused, serviceOf } from './count-unused';
import type { Fact, IdentityFact } from './facts';

const identity = (uri: string, type: string, { roles = [], judged = true }: { roles?: string[]; judged?: boolean } = {}): IdentityFact => ({
  entity_id: uri,
  uri,
  name: uri,
  type,
  account_id: '1',
  cloud_type: 'AWS',
  objects_total: 1,
  objects_used: 0,
  objects_conditional: 0,
  roles_total: roles.length,
  roles_used: 0,
  groups: 0,
  members: 0,
  policies: 0,
  last_used: null,
  seen: false,
  privileged: false,
  judged,
  status: 'UNUSED',
  roles,
});
const unused = (uri: string, actions: string[], sensitive: string[] = [], used_services: string[] = []): UnusedActions => ({
  uri,
  account_id: '1',
  cloud_type: 'AWS',
  actions,
  sensitive,
  used_services,
});
const valuesOf = (facts: readonly Fact[], section: string): unknown[] => facts.filter((fact) => fact.section === section).map(({ value }) => value);

describe('what is not used', () => {
  const facts = [
    ...countUnused(
      [
        identity('admin', 'ROLE'),
        identity('reader', 'ROLE'),
        identity('new', 'ROLE', { judged: false }),
        identity('ann', 'FEDERATED_USER', { roles: ['admin', 'reader'] }),
        identity('bob', 'FEDERATED_USER', { roles: ['admin', 'new'] }),
        identity('svc', 'USER'),
      ],
      [
        unused('admin', ['iam:PassRole', 's3:GetObject', 's3:PutObject'], ['iam:PassRole'], ['s3']),
        unused('reader', ['s3:GetObject']),
        unused('new', ['s3:GetObject']),
        unused('svc', ['s3:GetObject']),
      ],
    ),
  ].flat();

  it('is counted by service, of roles and of whoever may act as them, and only where it can be judged', () => {
    expect(valuesOf(facts, 'role_service')).toEqual([
      { account_id: '1', name: 'iam', roles: 1, identities: 0 },
      { account_id: '1', name: 's3', roles: 1, identities: 0 },
    ]);
    expect(valuesOf(facts, 'identity_service')).toEqual([
      { account_id: '1', name: 'iam', roles: 1, identities: 2 },
      { account_id: '1', name: 's3', roles: 1, identities: 1 },
    ]);
    expect(valuesOf(facts, 'own_service')).toEqual([{ account_id: '1', name: 's3', roles: 0, identities: 1 }]);
  });

  it('is counted by privilege where the privilege is sensitive', () => {
    expect(valuesOf(facts, 'role_privilege')).toEqual([{ account_id: '1', name: 'iam:PassRole', roles: 1, identities: 0 }]);
    expect(valuesOf(facts, 'own_privilege')).toEqual([]);
  });
});

it('knows the service of an action as each cloud writes it', () => {
  expect([
    serviceOf('AWS', 's3:GetObject'),
    serviceOf('AZURE', 'Microsoft.Storage/storageAccounts/read'),
    serviceOf('GCP', 'storage.objects.get'),
  ]).toEqual(['s3', 'Microsoft.Storage', 'storage']);
});
