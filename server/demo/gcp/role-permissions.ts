import type { Plan } from '../plan';
import { BASIC, of } from './basic-roles';
import { gcpOrganization } from './projects';

const PROJECT = ['resourcemanager.projects.get', 'resourcemanager.projects.list'];
const OBJECTS_READ = of('storage', 'folders.get folders.list managedFolders.get managedFolders.list objects.get objects.list');

/** The granted predefined roles. @see https://docs.cloud.google.com/iam/docs/roles-permissions */
const PREDEFINED: Readonly<Record<string, { title: string; permissions: readonly string[] }>> = {
  'roles/storage.objectViewer': { title: 'Storage Object Viewer', permissions: [...PROJECT, ...OBJECTS_READ] },
  'roles/storage.objectUser': {
    title: 'Storage Object User',
    permissions: [
      ...PROJECT,
      ...OBJECTS_READ,
      'monitoring.timeSeries.create',
      'orgpolicy.policy.get',
      ...of('storage', 'folders.create folders.delete folders.rename managedFolders.create managedFolders.delete'),
      ...of('storage', 'multipartUploads.abort multipartUploads.create multipartUploads.list multipartUploads.listParts'),
      ...of('storage', 'objects.create objects.createContext objects.delete objects.deleteContext objects.move objects.restore'),
      ...of('storage', 'objects.update objects.updateContext'),
    ],
  },
  'roles/bigquery.dataViewer': {
    title: 'BigQuery Data Viewer',
    permissions: [
      ...PROJECT,
      ...of('bigquery', 'datasets.get datasets.getIamPolicy models.export models.getData models.getMetadata models.list propertyGraphs.get'),
      ...of('bigquery', 'propertyGraphs.list routines.get routines.list tables.createSnapshot tables.export tables.get tables.getData'),
      ...of('bigquery', 'tables.getIamPolicy tables.list tables.replicateData'),
      ...of('dataplex', 'datascans.get datascans.getData datascans.getIamPolicy datascans.list'),
    ],
  },
  'roles/bigquery.jobUser': {
    title: 'BigQuery Job User',
    permissions: [
      ...PROJECT,
      ...of('bigquery', 'config.get jobs.create'),
      ...of('dataform', 'folders.create locations.get locations.list repositories.create repositories.list'),
    ],
  },
  'roles/iam.serviceAccountTokenCreator': {
    title: 'Service Account Token Creator',
    permissions: [...PROJECT, ...of('iam.serviceAccounts', 'get getAccessToken getOpenIdToken implicitDelegation list signBlob signJwt')],
  },
  'roles/iam.serviceAccountUser': { title: 'Service Account User', permissions: [...PROJECT, ...of('iam.serviceAccounts', 'actAs get list')] },
  'roles/iam.workloadIdentityUser': {
    title: 'Workload Identity User',
    permissions: of('iam.serviceAccounts', 'get getAccessToken getOpenIdToken list'),
  },
  'roles/secretmanager.secretAccessor': {
    title: 'Secret Manager Secret Accessor',
    permissions: [...PROJECT, 'secretmanager.versions.access'],
  },
  'roles/pubsub.publisher': { title: 'Pub/Sub Publisher', permissions: ['pubsub.topics.publish'] },
  'roles/run.invoker': { title: 'Cloud Run Invoker', permissions: of('run', 'instances.invoke jobs.run routes.invoke') },
  'roles/logging.logWriter': { title: 'Logs Writer', permissions: of('logging.logEntries', 'create route') },
  'roles/resourcemanager.projectIamAdmin': {
    title: 'Project IAM Admin',
    permissions: [
      ...PROJECT,
      ...of('iam.policybindings', 'get list'),
      ...of('resourcemanager.projects', 'createPolicyBinding deletePolicyBinding getIamPolicy searchPolicyBindings setIamPolicy updatePolicyBinding'),
    ],
  },
  'roles/browser': {
    title: 'Browser',
    permissions: [
      ...PROJECT,
      'resourcemanager.folders.get',
      'resourcemanager.folders.list',
      'resourcemanager.organizations.get',
      'resourcemanager.projects.getIamPolicy',
    ],
  },
};

/** Names of the company's custom roles. */
export function costRole(plan: Plan): string {
  return `${gcpOrganization(plan)}/roles/costReader`;
}

/** Returns the name of the deployment pipeline's role, which may also use any service account of the project. */
export function deployRole(plan: Plan): string {
  return `${gcpOrganization(plan)}/roles/pipelineDeploy`;
}

/** Yields the roles in the form of `gcloud iam roles describe`. */
export function* gcpRoles(plan: Plan): Generator<Record<string, unknown>> {
  for (const [name, { title, permissions }] of Object.entries({ ...PREDEFINED, ...BASIC })) {
    yield { etag: 'AA==', includedPermissions: [...permissions].sort(), name, stage: 'GA', title };
  }
  yield {
    description: 'Sees what the cloud costs',
    etag: 'BwYx0cRkJvs=',
    includedPermissions: ['billing.resourceCosts.get', 'bigquery.jobs.create', 'resourcemanager.projects.get'],
    name: costRole(plan),
    stage: 'GA',
    title: 'Cost Reader',
  };
  yield {
    description: 'Brings software out',
    etag: 'BwYx0cRkJvt=',
    includedPermissions: [
      'artifactregistry.repositories.uploadArtifacts',
      'cloudfunctions.functions.create',
      'cloudfunctions.functions.get',
      'cloudfunctions.functions.update',
      'iam.serviceAccounts.actAs',
      'run.services.create',
      'run.services.get',
      'run.services.update',
    ],
    name: deployRole(plan),
    stage: 'GA',
    title: 'Pipeline Deploy',
  };
}
