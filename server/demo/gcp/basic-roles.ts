/** Returns permissions of a service by the rest of their names. */
export const of = (service: string, names: string): string[] => names.split(' ').map((name) => `${service}.${name}`);

const VIEWER = [
  ...of('apikeys', 'keys.getKeyString keys.list'),
  ...of('bigquery', 'config.get datasets.get datasets.getIamPolicy models.export models.getData models.getMetadata models.list'),
  ...of('bigquery', 'propertyGraphs.get propertyGraphs.list routines.get routines.list'),
  ...of('bigtable', 'instances.get tables.readRows'),
  ...of('cloudfunctions', 'functions.get functions.list'),
  ...of('cloudkms', 'cryptoKeys.get cryptoKeys.list keyRings.get'),
  ...of('cloudsql', 'instances.get instances.list'),
  ...of('compute', 'disks.get disks.list firewalls.get instances.get instances.list networks.get subnetworks.get'),
  ...of('container', 'clusters.get clusters.list'),
  ...of('dataform', 'locations.get locations.list repositories.list'),
  ...of('dataplex', 'datascans.get datascans.getData datascans.getIamPolicy datascans.list'),
  ...of('iam', 'policybindings.get policybindings.list roles.get roles.list serviceAccountKeys.get serviceAccountKeys.list'),
  ...of('iam', 'serviceAccounts.get serviceAccounts.getIamPolicy serviceAccounts.list'),
  ...of('orgpolicy', 'policy.get'),
  ...of('pubsub', 'topics.get'),
  ...of('resourcemanager', 'projects.get projects.getIamPolicy projects.list projects.searchPolicyBindings'),
  ...of('run', 'services.get services.list'),
  ...of('secretmanager', 'secrets.get secrets.list'),
  ...of('serviceusage', 'apiKeys.list'),
  ...of('storage', 'buckets.get buckets.list folders.get folders.list managedFolders.get managedFolders.list multipartUploads.list'),
  ...of('storage', 'multipartUploads.listParts'),
];

const EDITOR = [
  ...VIEWER,
  ...of('aiplatform', 'customJobs.create'),
  ...of('apikeys', 'keys.create'),
  ...of('appengine', 'applications.create versions.create'),
  ...of('artifactregistry', 'repositories.uploadArtifacts'),
  ...of('bigquery', 'datasets.create datasets.update jobs.create'),
  ...of('bigtable', 'tables.mutateRows'),
  ...of('cloudbuild', 'builds.create builds.update'),
  ...of('cloudfunctions', 'functions.call functions.create functions.sourceCodeSet functions.update'),
  ...of('cloudscheduler', 'jobs.create jobs.update'),
  ...of('cloudsql', 'instances.connect instances.update users.create'),
  ...of('composer', 'environments.create environments.update'),
  ...of('compute', 'disks.create disks.delete disks.use firewalls.create firewalls.update instanceGroupManagers.create'),
  ...of('compute', 'instanceTemplates.create instances.create instances.delete instances.osAdminLogin instances.osLogin'),
  ...of('compute', 'instances.setMetadata instances.setServiceAccount instances.update networks.updatePolicy'),
  ...of('compute', 'projects.setCommonInstanceMetadata subnetworks.use'),
  ...of('container', 'clusters.update pods.create pods.exec'),
  ...of('dataflow', 'jobs.create'),
  ...of('dataform', 'folders.create repositories.create'),
  ...of('dataproc', 'clusters.create jobs.create'),
  ...of('deploymentmanager', 'deployments.create deployments.update'),
  ...of('iam', 'serviceAccountKeys.create serviceAccounts.actAs serviceAccounts.create serviceAccounts.delete'),
  ...of('iam', 'serviceAccounts.update'),
  ...of('logging', 'logEntries.create logEntries.route'),
  ...of('monitoring', 'timeSeries.create'),
  ...of('notebooks', 'instances.create'),
  ...of('pubsub', 'topics.publish'),
  ...of('resourcemanager', 'projects.delete projects.move projects.update'),
  ...of('run', 'instances.invoke jobs.create jobs.run jobs.update routes.invoke services.create services.update'),
  ...of('secretmanager', 'secrets.create'),
  ...of('serviceusage', 'apiKeys.create services.enable'),
  ...of('storage', 'buckets.create buckets.delete buckets.update folders.create folders.delete folders.rename managedFolders.create'),
  ...of('storage', 'managedFolders.delete multipartUploads.abort multipartUploads.create'),
  ...of('workflows', 'workflows.create workflows.update'),
];

const OWNER = [
  ...EDITOR,
  ...of('bigquery', 'datasets.setIamPolicy'),
  ...of('cloudfunctions', 'functions.setIamPolicy'),
  ...of('cloudkms', 'cryptoKeys.setIamPolicy'),
  ...of('compute', 'instances.setIamPolicy'),
  ...of('iam', 'roles.create roles.update serviceAccounts.setIamPolicy'),
  ...of('resourcemanager', 'projects.createPolicyBinding projects.deletePolicyBinding projects.setIamPolicy projects.updatePolicyBinding'),
  ...of('run', 'services.setIamPolicy'),
  ...of('secretmanager', 'secrets.setIamPolicy versions.access'),
  ...of('storage', 'buckets.setIamPolicy hmacKeys.create'),
];

/**
 * The basic roles. Google's definitions have thousands of permissions; these have those that matter to the services of the company. Only an owner reads the
 * values of secrets.
 * @see https://docs.cloud.google.com/iam/docs/roles-overview#basic
 */
export const BASIC: Readonly<Record<string, { title: string; permissions: readonly string[] }>> = {
  'roles/viewer': { title: 'Viewer', permissions: VIEWER },
  'roles/editor': { title: 'Editor', permissions: EDITOR },
  'roles/owner': { title: 'Owner', permissions: OWNER },
};
