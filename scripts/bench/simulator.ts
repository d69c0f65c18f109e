import { simulateLine } from '../../server/src/graph/providers/simulator';
import { dice } from '../../server/test/support/differential';
import { randomCase } from '../../server/test/support/random-aws-case';
import { timed, type Benchmark, type Measurement } from './benchmark';

/** Cases per provider. */
const CASES = 20_000;

/** Target: 25,000 cases per second. */
const TARGET = (CASES / 25_000) * 1000;

/** Returns a case as `cam evaluate` reads it. */
const LINES: Record<string, (index: number) => unknown> = {
  AWS: (index) => randomCase(dice(index + 1), index),
  AZURE: azureCase,
  GCP: gcpCase,
};

/** Measures the policy simulator, line by line in a warm process. */
export const simulator: Benchmark = {
  name: 'simulator',
  run: async () => {
    const measured: Measurement[] = [];
    for (const [provider, make] of Object.entries(LINES)) {
      const lines = Array.from({ length: CASES }, (_none, index) => JSON.stringify(make(index)));
      for (const line of lines.slice(0, 1000)) answer(line);
      const ms = await timed(async () => {
        for (const line of lines) answer(line);
      });
      measured.push({ what: `${provider}: ${CASES} cases`, measured: ms, against: 'target, 25,000 per second', reference: TARGET, unit: 'ms' });
    }
    return measured;
  },
};

function answer(line: string): string {
  const answered = simulateLine(line);
  if ('error' in answered) throw new Error(answered.error);
  return JSON.stringify(answered);
}

/** Returns a case about a key vault with a role assignment on the subscription and sometimes a deny assignment. */
function azureCase(index: number): object {
  const [subscription, group] = ['/subscriptions/1', `/subscriptions/1/resourceGroups/g${index % 20}`];
  const vault = `${group}/providers/Microsoft.KeyVault/vaults/v${index % 7}`;
  const role = (roleName: string, ...actions: string[]) => ({ roleName, actions, notActions: [], dataActions: [], notDataActions: [] });
  return {
    id: index,
    provider: 'azure',
    scope_parents: { [vault]: group, [group]: subscription },
    group_members: { readers: ['ann', 'bob'] },
    role_assignments: [
      { principal: 'readers', role: role('Reader', '*/read'), scope: subscription },
      { principal: 'ann', role: role('Contributor', '*'), scope: `/subscriptions/1/resourceGroups/g${index % 5}` },
    ],
    deny_assignments:
      index % 3 === 0 ? [{ principals: ['ann'], actions: ['*/delete'], notActions: [], dataActions: [], notDataActions: [], scope: group }] : [],
    request: {
      principal: index % 2 === 0 ? 'ann' : 'bob',
      action: `Microsoft.KeyVault/vaults/${index % 4 === 0 ? 'delete' : 'read'}`,
      resource: vault,
      data_action: false,
    },
  };
}

/** Returns a case about a bucket with a group binding, a condition and a deny policy. */
function gcpCase(index: number): object {
  const [organization, project, bucket] = ['organizations/1', `projects/p${index % 20}`, `//storage.googleapis.com/b${index % 7}`];
  return {
    id: index,
    provider: 'gcp',
    resource_parents: { [bucket]: project, [project]: organization },
    roles: {
      'roles/storage.objectViewer': ['storage.objects.get', 'storage.objects.list'],
      'roles/storage.admin': ['storage.buckets.delete', 'storage.objects.get'],
    },
    group_members: { 'group:ops@example.com': ['user:ann@example.com'] },
    bindings: [
      { resource: organization, role: 'roles/storage.objectViewer', members: ['group:ops@example.com'] },
      {
        resource: bucket,
        role: 'roles/storage.admin',
        members: ['user:bob@example.com'],
        condition: { title: 'office', expression: `resource.name.startsWith("projects/_/buckets/b${index % 3}")` },
      },
    ],
    deny_policies: [
      {
        attached_to: project,
        rules: [{ deniedPrincipals: ['principalSet://goog/public:all'], deniedPermissions: ['storage.googleapis.com/buckets.delete'] }],
      },
    ],
    request: {
      principal: index % 2 === 0 ? 'user:ann@example.com' : 'user:bob@example.com',
      permission: index % 4 === 0 ? 'storage.buckets.delete' : 'storage.objects.get',
      resource: bucket,
      context: {},
    },
  };
}
