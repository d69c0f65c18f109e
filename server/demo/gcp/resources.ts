import { DOMAIN } from '../company/company';
import type { Plan } from '../plan';
import { ASSET_TYPES, type GcpInventory, type GcpResource } from './inventory';
import { interfacesOf, networkRows } from './network';
import { defaultComputeEmail, gcpOrganization, type Project } from './projects';
import { serviceAccounts } from './service-accounts';

type Row = Record<string, unknown>;

const API = 'https://www.googleapis.com/compute/v1';

/** Returns the columns of the asset inventory that locate a resource. */
export function placeOf(plan: Plan, { number, folder }: Project): Row {
  return { project: `projects/${number}`, folders: [folder.name], organization: gcpOrganization(plan) };
}

export function projectFullName({ id }: Project): string {
  return `//cloudresourcemanager.googleapis.com/projects/${id}`;
}

/** Yields the output of `gcloud asset search-all-resources --read-mask='*'` for a project. */
export function* resourceRows(plan: Plan, inventory: GcpInventory): Generator<Row> {
  const { project } = inventory;
  const projectRow = { parentFullResourceName: projectFullName(project), parentAssetType: 'cloudresourcemanager.googleapis.com/Project' };
  yield {
    ...placeOf(plan, project),
    name: projectFullName(project),
    assetType: 'cloudresourcemanager.googleapis.com/Project',
    displayName: project.name,
    location: 'global',
    state: 'ACTIVE',
    labels: { stage: project.purpose },
    createTime: plan.calendar.at(1100, 32_000),
    additionalAttributes: { projectId: project.id },
    parentFullResourceName: `//cloudresourcemanager.googleapis.com/${project.folder.name}`,
    parentAssetType: 'cloudresourcemanager.googleapis.com/Folder',
  };
  for (const { fullName, assetType, location, resource } of networkRows(project)) {
    yield {
      ...placeOf(plan, project),
      name: fullName,
      assetType,
      displayName: fullName.split('/').at(-1),
      location,
      createTime: plan.calendar.at(1090, 33_000),
      ...projectRow,
      versionedResources: [{ version: 'v1', resource }],
    };
  }
  yield* accountRows(plan, inventory, projectRow);
  for (const kind of Object.keys(ASSET_TYPES) as (keyof typeof ASSET_TYPES)[]) {
    if (kind === 'service-account') continue;
    for (const thing of inventory.all(kind)) yield { ...thingRow(plan, inventory, thing), ...(thing.parent ? {} : projectRow) };
  }
}

function* accountRows(plan: Plan, inventory: GcpInventory, projectRow: Row): Generator<Row> {
  const { project } = inventory;
  for (const { email, title, fullName, madeDaysAgo, keys } of serviceAccounts(plan, inventory)) {
    yield {
      ...placeOf(plan, project),
      name: fullName,
      assetType: ASSET_TYPES['service-account'],
      displayName: title,
      location: 'global',
      state: 'ENABLED',
      createTime: plan.calendar.at(madeDaysAgo, 34_000),
      additionalAttributes: { email, uniqueId: fullName.split('/').at(-1) },
      ...projectRow,
    };
    for (const [order, key] of keys.entries()) {
      const made = plan.calendar.at(key.madeDaysAgo, 35_000);
      yield {
        ...placeOf(plan, project),
        name: `${fullName}/keys/${plan.seed.at('gcp-key', email, order).hex(40)}`,
        assetType: 'iam.googleapis.com/ServiceAccountKey',
        displayName: `Key of ${email}`,
        location: 'global',
        createTime: made,
        parentFullResourceName: fullName,
        parentAssetType: ASSET_TYPES['service-account'],
        versionedResources: [
          {
            version: 'v1',
            resource: { keyType: 'USER_MANAGED', keyOrigin: 'GOOGLE_PROVIDED', validAfterTime: made, validBeforeTime: '9999-12-31T23:59:59Z' },
          },
        ],
      };
    }
  }
}

function thingRow(plan: Plan, inventory: GcpInventory, thing: GcpResource): Row {
  const { project } = inventory;
  const { fullName, assetType, displayName, location, workload, parent, madeDaysAgo } = thing;
  const resource = particulars(plan, inventory, thing);
  return {
    ...placeOf(plan, project),
    name: fullName,
    assetType,
    displayName,
    location,
    createTime: plan.calendar.at(madeDaysAgo, 36_000),
    labels: { workload: workload.name, stage: project.purpose, owner: workload.department },
    ...(parent ? { parentFullResourceName: parent.fullName, parentAssetType: parent.assetType } : {}),
    ...(resource ? { versionedResources: [{ version: 'v1', resource }] } : {}),
  };
}

/** Returns the attributes from the resource's own API that the row does not have. */
function particulars(plan: Plan, inventory: GcpInventory, thing: GcpResource): Row | null {
  const { project } = inventory;
  const { order, workload, displayName } = thing;
  const rng = plan.seed.at('gcp-row', thing.fullName);
  const runsAs = inventory.accountOf(workload);
  switch (thing.kind) {
    case 'bucket':
      return {
        id: displayName,
        location: project.region.toUpperCase(),
        storageClass: rng.pick(['STANDARD', 'NEARLINE']),
        iamConfiguration: { publicAccessPrevention: 'inherited', uniformBucketLevelAccess: { enabled: true } },
        versioning: { enabled: workload.sensitive },
      };
    case 'instance':
      return {
        name: displayName,
        machineType: `${API}/projects/${project.id}/zones/${thing.location}/machineTypes/${rng.pick(['n2-standard-4', 'e2-standard-2', 'n2-highmem-8'])}`,
        status: rng.chance(0.92) ? 'RUNNING' : 'TERMINATED',
        zone: `${API}/projects/${project.id}/zones/${thing.location}`,
        ...interfacesOf(project, order),
        // The first machines are older than the service accounts of the workloads.
        serviceAccounts: [{ email: order < 2 ? defaultComputeEmail(project) : runsAs, scopes: ['https://www.googleapis.com/auth/cloud-platform'] }],
      };
    case 'function':
      return {
        name: thing.fullName.replace('//cloudfunctions.googleapis.com/', ''),
        environment: 'GEN_2',
        state: 'ACTIVE',
        buildConfig: { runtime: order % 2 === 0 ? 'python312' : 'nodejs20', entryPoint: 'main' },
        serviceConfig: { serviceAccountEmail: runsAs, ingressSettings: 'ALLOW_INTERNAL_ONLY' },
      };
    case 'service':
      return {
        apiVersion: 'serving.knative.dev/v1',
        kind: 'Service',
        metadata: { name: displayName, annotations: { 'run.googleapis.com/ingress': order === 0 ? 'all' : 'internal' } },
        spec: { template: { spec: { serviceAccountName: runsAs } } },
      };
    case 'database':
      return {
        name: displayName,
        databaseVersion: 'POSTGRES_16',
        state: 'RUNNABLE',
        settings: {
          tier: 'db-custom-4-16384',
          ipConfiguration: {
            ipv4Enabled: project.purpose === 'development',
            requireSsl: true,
            authorizedNetworks: project.purpose === 'development' ? [{ name: 'office', value: '198.51.100.0/24' }] : [],
          },
        },
      };
    case 'dataset':
      return {
        id: `${project.id}:${displayName}`,
        location: project.region,
        description: `Data of ${workload.name}, owned by ${workload.department}@${DOMAIN}`,
      };
    default:
      return null;
  }
}
