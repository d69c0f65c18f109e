import { DOMAIN, PARTNERS } from '../company/company';
import { ROLES_OF_CAST } from '../company/people';
import type { Plan } from '../plan';
import { accountFullName, ASSET_TYPES, type GcpInventory, type GcpResource } from './inventory';
import { defaultComputeEmail, gcpOrganization, groupMember, type Project } from './projects';
import { placeOf, projectFullName } from './resources';
import { costRole, deployRole } from './role-permissions';
import { deployerEmail } from './service-accounts';

interface Binding {
  role: string;
  members: readonly string[];
  condition?: { title: string; description: string; expression: string };
}

type Row = Record<string, unknown>;

const give = (role: string, ...members: string[]): Binding => ({ role, members });

/** An external user with access from a project that is over. */
export const AGENCY_MEMBER = `user:dana.osterman@${PARTNERS.agency.domain}`;

/** Yields the output of `gcloud asset search-all-iam-policies` for a project: policies of the organization, its folder and its resources. */
export function* iamPolicyRows(plan: Plan, inventory: GcpInventory): Generator<Row> {
  const { project } = inventory;
  const organization = gcpOrganization(plan);
  const row = (place: Row, resource: string, assetType: string, bindings: readonly Binding[]): Row => ({
    ...place,
    resource,
    assetType,
    policy: { bindings: bindings.filter(({ members }) => members.length > 0) },
  });
  yield row({ organization }, `//cloudresourcemanager.googleapis.com/${organization}`, 'cloudresourcemanager.googleapis.com/Organization', [
    give('roles/owner', groupMember('cloud-platform-admins')),
    give('roles/viewer', groupMember('security-auditors')),
    give(costRole(plan), groupMember('finance-billing')),
    give('roles/browser', `domain:${DOMAIN}`),
  ]);
  yield row(
    { folders: [project.folder.name], organization },
    `//cloudresourcemanager.googleapis.com/${project.folder.name}`,
    'cloudresourcemanager.googleapis.com/Folder',
    ofFolder(plan, project),
  );
  const place = placeOf(plan, project);
  yield row(place, projectFullName(project), 'cloudresourcemanager.googleapis.com/Project', ofProject(plan, inventory));
  const pool = `principalSet://iam.googleapis.com/projects/${project.number}/locations/global/workloadIdentityPools/github`;
  yield row(place, accountFullName(plan, project, deployerEmail(inventory)), ASSET_TYPES['service-account'], [
    give('roles/iam.workloadIdentityUser', ...project.workloads.map(({ name }) => `${pool}/attribute.repository/kestrel-harbor/${name}`)),
  ]);
  for (const kind of ['bucket', 'dataset', 'secret', 'topic', 'service'] as const) {
    for (const thing of inventory.all(kind)) {
      const bindings = ofThing(plan, inventory, thing);
      if (bindings.length > 0) yield row(place, thing.fullName, thing.assetType, bindings);
    }
  }
}

function ofFolder(plan: Plan, { purpose }: Project): Binding[] {
  if (purpose === 'development') return [give('roles/editor', groupMember('engineering'))];
  if (purpose === 'shared') return [give('roles/viewer', groupMember('cloud-readers'))];
  return [
    give('roles/viewer', groupMember('cloud-readers')),
    {
      ...give('roles/editor', groupMember('production-oncall')),
      condition: {
        title: 'until the end of the quarter',
        description: 'On call may repair',
        expression: `request.time < timestamp("${plan.calendar.date(-60)}T00:00:00Z")`,
      },
    },
  ];
}

function ofProject(plan: Plan, inventory: GcpInventory): Binding[] {
  const { project } = inventory;
  const account = (email: string): string => `serviceAccount:${email}`;
  const runtimes = inventory.all('service-account').map(({ displayName }) => account(displayName));
  const owners = project.workloads.map(({ name }) => groupMember(`app-${name}-owners`));
  const engineer = `user:${plan.person(ROLES_OF_CAST.dataEngineer).email}`;
  const since = (daysAgo: number, ...members: string[]): string[] => (plan.calendar.includes(daysAgo) ? members : []);
  return [
    // Google made the default service account an editor, and the role was never removed.
    give('roles/editor', account(defaultComputeEmail(project)), ...(project.purpose === 'development' ? [AGENCY_MEMBER] : [])),
    give('roles/logging.logWriter', ...runtimes),
    give('roles/bigquery.jobUser', ...runtimes, groupMember('data-analysts')),
    give('roles/bigquery.dataViewer', ...since(1, groupMember('data-analysts'))),
    give(deployRole(plan), account(deployerEmail(inventory))),
    // The right to create tokens of every service account gives the editor role through the default one.
    give('roles/iam.serviceAccountTokenCreator', ...(project.purpose === 'production' ? [...owners, engineer] : [])),
    give('roles/owner', ...(project.index === 0 ? [`user:${plan.person(ROLES_OF_CAST.dormant).email}`] : [])),
    give('roles/resourcemanager.projectIamAdmin', ...(project.purpose === 'shared' ? [groupMember('identity-admins')] : [])),
  ];
}

/** Returns whether a bucket is the production bucket that became public on the last day but one. */
export function isOpenBucket(plan: Plan, { project }: GcpInventory, { kind, order }: GcpResource): boolean {
  return kind === 'bucket' && project.index === 0 && order === 1 && plan.calendar.includes(1);
}

function ofThing(plan: Plan, inventory: GcpInventory, thing: GcpResource): Binding[] {
  const runtime = `serviceAccount:${inventory.accountOf(thing.workload)}`;
  const owners = groupMember(`app-${thing.workload.name}-owners`);
  switch (thing.kind) {
    case 'bucket':
      return [
        give('roles/storage.objectUser', runtime),
        give(
          'roles/storage.objectViewer',
          ...(isOpenBucket(plan, inventory, thing) ? ['allUsers'] : []),
          ...(thing.workload.sensitive ? [] : [owners]),
        ),
      ].filter(({ members }) => members.length > 0);
    case 'dataset':
      return [give('roles/bigquery.dataViewer', runtime, owners)];
    case 'secret':
      return [give('roles/secretmanager.secretAccessor', runtime)];
    case 'topic':
      return thing.order % 2 === 0 ? [give('roles/pubsub.publisher', runtime)] : [];
    case 'service':
      return [give('roles/run.invoker', ...(thing.order === 0 ? ['allUsers'] : [runtime]))];
    default:
      return [];
  }
}

/** Returns the output of `gcloud iam policies get --kind=denypolicies` for the deny policies of a project. */
export function denyPolicies(plan: Plan, project: Project): Row[] {
  if (project.purpose !== 'production') return [];
  const made = plan.calendar.at(240, 40_000);
  return [
    {
      createTime: made,
      displayName: 'No new keys of service accounts',
      etag: 'MTgzMDQ5NjY3MjY0OTQ3MjAwMA==',
      kind: 'DenyPolicy',
      name: `policies/cloudresourcemanager.googleapis.com%2Fprojects%2F${project.id}/denypolicies/no-account-keys`,
      rules: [
        {
          denyRule: {
            deniedPermissions: ['iam.googleapis.com/serviceAccountKeys.create'],
            deniedPrincipals: ['principalSet://goog/public:all'],
            exceptionPrincipals: [`principalSet://goog/group/break-glass@${DOMAIN}`],
          },
          description: 'Builds sign in by federation',
        },
      ],
      uid: plan.seed.at('gcp-deny', project.id).uuid(),
      updateTime: made,
    },
  ];
}
