/** Permissions that matter for privilege escalation and data access. Listing them lets a basic role include them where no file describes the role. */
const KNOWN = `
  resourcemanager.organizations.get resourcemanager.organizations.setIamPolicy resourcemanager.folders.get resourcemanager.folders.list
  resourcemanager.folders.setIamPolicy resourcemanager.projects.get resourcemanager.projects.list resourcemanager.projects.getIamPolicy
  resourcemanager.projects.setIamPolicy resourcemanager.projects.update resourcemanager.projects.delete resourcemanager.projects.move
  iam.roles.get iam.roles.list iam.roles.create iam.roles.update iam.serviceAccounts.get iam.serviceAccounts.list iam.serviceAccounts.create
  iam.serviceAccounts.update iam.serviceAccounts.delete iam.serviceAccounts.actAs iam.serviceAccounts.getIamPolicy iam.serviceAccounts.setIamPolicy
  iam.serviceAccountKeys.create iam.serviceAccountKeys.get iam.serviceAccountKeys.list
  compute.instances.get compute.instances.list compute.instances.create compute.instances.update compute.instances.delete compute.instances.setMetadata
  compute.instances.setServiceAccount compute.instances.osLogin compute.instances.osAdminLogin compute.instances.setIamPolicy
  compute.projects.setCommonInstanceMetadata compute.instanceTemplates.create compute.instanceGroupManagers.create compute.disks.create
  compute.disks.get compute.disks.list compute.disks.use compute.disks.delete compute.networks.get compute.networks.updatePolicy
  compute.subnetworks.get compute.subnetworks.use compute.firewalls.get compute.firewalls.create compute.firewalls.update
  cloudfunctions.functions.get cloudfunctions.functions.list cloudfunctions.functions.create cloudfunctions.functions.update
  cloudfunctions.functions.sourceCodeSet cloudfunctions.functions.setIamPolicy cloudfunctions.functions.call
  run.services.get run.services.list run.services.create run.services.update run.services.setIamPolicy run.jobs.create run.jobs.update run.jobs.run
  cloudbuild.builds.create cloudbuild.builds.update cloudscheduler.jobs.create cloudscheduler.jobs.update
  deploymentmanager.deployments.create deploymentmanager.deployments.update composer.environments.create composer.environments.update
  dataflow.jobs.create dataproc.clusters.create dataproc.jobs.create notebooks.instances.create aiplatform.customJobs.create
  workflows.workflows.create workflows.workflows.update appengine.versions.create appengine.applications.create
  orgpolicy.policy.get orgpolicy.policy.set orgpolicy.policies.create orgpolicy.policies.update orgpolicy.policies.delete
  serviceusage.services.enable serviceusage.apiKeys.create serviceusage.apiKeys.list apikeys.keys.create apikeys.keys.list apikeys.keys.getKeyString
  storage.buckets.get storage.buckets.list storage.buckets.create storage.buckets.update storage.buckets.delete storage.buckets.setIamPolicy
  storage.hmacKeys.create cloudsql.instances.get cloudsql.instances.list cloudsql.instances.update cloudsql.instances.connect cloudsql.users.create
  cloudkms.keyRings.get cloudkms.cryptoKeys.get cloudkms.cryptoKeys.list cloudkms.cryptoKeys.setIamPolicy
  bigquery.datasets.get bigquery.datasets.create bigquery.datasets.update bigquery.jobs.create bigquery.datasets.setIamPolicy
  bigtable.instances.get bigtable.tables.readRows bigtable.tables.mutateRows
  secretmanager.secrets.get secretmanager.secrets.list secretmanager.secrets.create secretmanager.secrets.setIamPolicy
  container.clusters.get container.clusters.list container.clusters.update container.pods.create container.pods.exec pubsub.topics.get pubsub.topics.publish`;

/** Permissions that no basic role includes. They must be granted separately. */
const NOT_IN_BASIC = `
  iam.serviceAccounts.getAccessToken iam.serviceAccounts.getOpenIdToken iam.serviceAccounts.implicitDelegation iam.serviceAccounts.signBlob
  iam.serviceAccounts.signJwt storage.objects.get storage.objects.list storage.objects.create storage.objects.delete storage.objects.update
  storage.objects.setIamPolicy bigquery.tables.getData bigquery.tables.get bigquery.tables.list bigquery.tables.updateData bigquery.tables.create
  bigquery.tables.delete bigquery.tables.export cloudkms.cryptoKeyVersions.useToDecrypt cloudkms.cryptoKeyVersions.useToEncrypt
  iam.denypolicies.create iam.denypolicies.update iam.denypolicies.delete resourcemanager.tagKeys.create`;

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

export const KNOWN_PERMISSIONS: readonly string[] = [...words(KNOWN), ...words(NOT_IN_BASIC)];

const never = new Set(words(NOT_IN_BASIC));

/** Services and permissions that a role on a project does not cover. */
const ABOVE_PROJECTS =
  /^(?:billing|accesscontextmanager)\.|^resourcemanager\.(?:organizations|folders)\.|^orgpolicy\.(?:policy\.set|policies\.(?:create|update|delete))$/;

/** Reports whether a basic role can include a permission at all. */
export function isInBasicRoles(permission: string): boolean {
  return (
    !never.has(permission) &&
    !ABOVE_PROJECTS.test(permission) &&
    !/^(?:storage\.objects|bigquery\.tables|cloudkms\.cryptoKeyVersions\.useTo)/.test(permission)
  );
}
