import type { EscalationRule } from '../../../engine/escalation';

const ACT_AS = ['iam.serviceAccounts.actAs'];
const rule = (name: string, reason: string, ...parts: string[][]): EscalationRule => ({ name, reason, parts });
const runs = (name: string, what: string, ...creates: string[]): EscalationRule =>
  rule(name, `It can start ${what} with a service account of its choice and act as that account.`, ACT_AS, creates);

/**
 * The known privilege escalations in GCP. The list follows Google Cloud's documentation of each permission: it changes IAM policies, allows
 * impersonation of a service account, or runs code as one.
 */
export const GCP_ESCALATIONS: readonly EscalationRule[] = [
  rule('SetIamPolicyOnOrganization', 'It can grant itself any role in the whole organization.', ['resourcemanager.organizations.setIamPolicy']),
  rule('SetIamPolicyOnFolder', 'It can grant itself any role in a folder and in all projects below it.', ['resourcemanager.folders.setIamPolicy']),
  rule('SetIamPolicyOnProject', 'It can grant itself any role in a project.', ['resourcemanager.projects.setIamPolicy']),
  rule('SetIamPolicyOnServiceAccount', 'It can let itself act as a service account.', ['iam.serviceAccounts.setIamPolicy']),
  rule('SetIamPolicyOnBucket', 'It can grant itself or everyone access to the objects of a bucket.', ['storage.buckets.setIamPolicy']),
  rule('SetIamPolicyOnSecret', 'It can grant itself access to a secret.', ['secretmanager.secrets.setIamPolicy']),
  rule('SetIamPolicyOnKey', 'It can let itself decrypt with a key.', ['cloudkms.cryptoKeys.setIamPolicy']),
  rule('SetIamPolicyOnDataset', 'It can grant itself access to a dataset.', ['bigquery.datasets.setIamPolicy']),
  rule('SetIamPolicyOnFunction', 'It can let itself or everyone call a function.', [
    'cloudfunctions.functions.setIamPolicy',
    'run.services.setIamPolicy',
  ]),
  rule('SetIamPolicyOnInstance', 'It can let itself sign in to a virtual machine as administrator.', ['compute.instances.setIamPolicy']),
  rule('UpdateRole', 'It can add permissions to a custom role that it holds.', ['iam.roles.update']),
  rule('RemoveDeny', 'It can delete or change the deny policies that limit it.', ['iam.denypolicies.delete', 'iam.denypolicies.update']),
  rule('CreateServiceAccountKey', 'It can create a key for a service account.', ['iam.serviceAccountKeys.create']),
  rule('GetAccessToken', 'It can get an access token for a service account.', ['iam.serviceAccounts.getAccessToken']),
  rule('GetOpenIdToken', 'It can get an identity token for a service account.', ['iam.serviceAccounts.getOpenIdToken']),
  rule('SignBlob', 'It can sign as a service account and thus create tokens for it.', ['iam.serviceAccounts.signBlob']),
  rule('SignJwt', 'It can sign tokens as a service account.', ['iam.serviceAccounts.signJwt']),
  rule('ImplicitDelegation', 'It can get tokens for other service accounts through one that may impersonate them.', [
    'iam.serviceAccounts.implicitDelegation',
  ]),
  rule('WorkloadIdentity', 'It can let an external issuer sign in.', [
    'iam.workloadIdentityPoolProviders.create',
    'iam.workloadIdentityPoolProviders.update',
  ]),
  runs('ActAsOnCompute', 'a virtual machine', 'compute.instances.create', 'compute.instances.setServiceAccount', 'compute.instanceTemplates.create'),
  runs(
    'ActAsOnFunctions',
    'a function',
    'cloudfunctions.functions.create',
    'cloudfunctions.functions.update',
    'cloudfunctions.functions.sourceCodeSet',
  ),
  runs('ActAsOnRun', 'a Cloud Run service or job', 'run.services.create', 'run.services.update', 'run.jobs.create', 'run.jobs.update'),
  runs('ActAsOnScheduler', 'a scheduled job', 'cloudscheduler.jobs.create', 'cloudscheduler.jobs.update'),
  runs('ActAsOnDataflow', 'a data pipeline', 'dataflow.jobs.create', 'dataproc.clusters.create'),
  runs('ActAsOnComposer', 'a Composer environment', 'composer.environments.create', 'composer.environments.update'),
  runs('ActAsOnAppEngine', 'a version of an app', 'appengine.versions.create'),
  runs('ActAsOnNotebooks', 'a notebook or a training job', 'notebooks.instances.create', 'aiplatform.customJobs.create'),
  runs('ActAsOnWorkflows', 'a workflow', 'workflows.workflows.create', 'workflows.workflows.update'),
  rule('CloudBuild', 'It can start a build, which runs as the build service account of the project.', ['cloudbuild.builds.create']),
  rule('DeploymentManager', 'It can deploy as the Deployment Manager service account, which is an editor of the project.', [
    'deploymentmanager.deployments.create',
    'deploymentmanager.deployments.update',
  ]),
  rule('InstanceMetadata', 'It can add its own SSH key to virtual machines and sign in to them.', [
    'compute.instances.setMetadata',
    'compute.projects.setCommonInstanceMetadata',
  ]),
  rule('OsAdminLogin', 'It can sign in to virtual machines as administrator.', ['compute.instances.osAdminLogin']),
  rule('OrganizationPolicy', 'It can remove the organization policy constraints that limit it.', [
    'orgpolicy.policy.set',
    'orgpolicy.policies.update',
    'orgpolicy.policies.delete',
  ]),
  rule('StorageKey', 'It can create storage keys that stay valid after its roles are removed.', ['storage.hmacKeys.create']),
  rule('ApiKeys', 'It can create or read API keys of the project.', [
    'apikeys.keys.create',
    'apikeys.keys.getKeyString',
    'serviceusage.apiKeys.create',
  ]),
  rule('ContainerExec', 'It can run code in the pods of a cluster.', ['container.pods.exec', 'container.pods.create']),
];

/** Permissions that let a principal act as a service account directly. */
export const ACTS_AS_ACCOUNT: Readonly<Record<string, string>> = {
  'iam.serviceAccounts.getAccessToken': 'may get access tokens for',
  'iam.serviceAccountKeys.create': 'may create keys for',
  'iam.serviceAccounts.setIamPolicy': 'may grant itself access to',
  'iam.serviceAccounts.signJwt': 'may sign tokens as',
  'iam.serviceAccounts.signBlob': 'may sign as',
};

/** Permissions that start a resource with a service account. */
export const STARTS_AS_ACCOUNT: readonly string[] = GCP_ESCALATIONS.flatMap(({ parts }) => (parts.length === 2 ? (parts[1] ?? []) : []));

/** Permissions that run code on an existing machine or function, and thus as its service account. */
export const RUNS_CODE: readonly string[] = [
  'compute.instances.osAdminLogin',
  'compute.instances.osLogin',
  'compute.instances.setMetadata',
  'cloudfunctions.functions.sourceCodeSet',
  'cloudfunctions.functions.update',
  'run.services.update',
];
