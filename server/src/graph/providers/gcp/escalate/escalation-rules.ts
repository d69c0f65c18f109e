import type { EscalationRule } from '../../../engine/escalation';

const ACT_AS = ['iam.serviceAccounts.actAs'];
const rule = (name: string, reason: string, ...parts: string[][]): EscalationRule => ({ name, reason, parts });
const runs = (name: string, what: string, ...creates: string[]): EscalationRule =>
  rule(name, `It can start ${what} with a service account of its choice and act as that account.`, ACT_AS, creates);

/**
 * Known ways to more privileges in GCP. Read off what Google Cloud says of each permission: it changes who may do what, lets its holder act as a
 * service account, or runs its code as one.
 */
export const GCP_ESCALATIONS: readonly EscalationRule[] = [
  rule('SetIamPolicyOnOrganization', 'It can give itself any role in the whole organization.', ['resourcemanager.organizations.setIamPolicy']),
  rule('SetIamPolicyOnFolder', 'It can give itself any role in a folder and all projects below it.', ['resourcemanager.folders.setIamPolicy']),
  rule('SetIamPolicyOnProject', 'It can give itself any role in a project.', ['resourcemanager.projects.setIamPolicy']),
  rule('SetIamPolicyOnServiceAccount', 'It can let itself act as a service account.', ['iam.serviceAccounts.setIamPolicy']),
  rule('SetIamPolicyOnBucket', 'It can give itself or everybody the objects of a bucket.', ['storage.buckets.setIamPolicy']),
  rule('SetIamPolicyOnSecret', 'It can give itself a secret.', ['secretmanager.secrets.setIamPolicy']),
  rule('SetIamPolicyOnKey', 'It can let itself decrypt with a key.', ['cloudkms.cryptoKeys.setIamPolicy']),
  rule('SetIamPolicyOnDataset', 'It can give itself a dataset.', ['bigquery.datasets.setIamPolicy']),
  rule('SetIamPolicyOnFunction', 'It can let itself or everybody call a function.', [
    'cloudfunctions.functions.setIamPolicy',
    'run.services.setIamPolicy',
  ]),
  rule('SetIamPolicyOnInstance', 'It can let itself sign in to a machine as its administrator.', ['compute.instances.setIamPolicy']),
  rule('UpdateRole', 'It can add permissions to a custom role that it has.', ['iam.roles.update']),
  rule('RemoveDeny', 'It can take away the deny policies that limit it.', ['iam.denypolicies.delete', 'iam.denypolicies.update']),
  rule('CreateServiceAccountKey', 'It can make itself a key of a service account.', ['iam.serviceAccountKeys.create']),
  rule('GetAccessToken', 'It can take an access token of a service account.', ['iam.serviceAccounts.getAccessToken']),
  rule('GetOpenIdToken', 'It can take an identity token of a service account.', ['iam.serviceAccounts.getOpenIdToken']),
  rule('SignBlob', 'It can sign as a service account, and so make itself tokens of it.', ['iam.serviceAccounts.signBlob']),
  rule('SignJwt', 'It can sign tokens as a service account.', ['iam.serviceAccounts.signJwt']),
  rule('ImplicitDelegation', 'It can take tokens of accounts by way of a service account that may take theirs.', [
    'iam.serviceAccounts.implicitDelegation',
  ]),
  rule('WorkloadIdentity', 'It can let an outside issuer sign in.', [
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
  runs('ActAsOnRun', 'a service or job of Cloud Run', 'run.services.create', 'run.services.update', 'run.jobs.create', 'run.jobs.update'),
  runs('ActAsOnScheduler', 'a scheduled job', 'cloudscheduler.jobs.create', 'cloudscheduler.jobs.update'),
  runs('ActAsOnDataflow', 'a data pipeline', 'dataflow.jobs.create', 'dataproc.clusters.create'),
  runs('ActAsOnComposer', 'an environment of Composer', 'composer.environments.create', 'composer.environments.update'),
  runs('ActAsOnAppEngine', 'a version of an app', 'appengine.versions.create'),
  runs('ActAsOnNotebooks', 'a notebook or a training job', 'notebooks.instances.create', 'aiplatform.customJobs.create'),
  runs('ActAsOnWorkflows', 'a workflow', 'workflows.workflows.create', 'workflows.workflows.update'),
  rule('CloudBuild', 'It can run a build, which runs as the build account of the project.', ['cloudbuild.builds.create']),
  rule('DeploymentManager', 'It can deploy as the account of Deployment Manager, an editor of the project.', [
    'deploymentmanager.deployments.create',
    'deploymentmanager.deployments.update',
  ]),
  rule('InstanceMetadata', 'It can put a key of its own on machines and sign in to them.', [
    'compute.instances.setMetadata',
    'compute.projects.setCommonInstanceMetadata',
  ]),
  rule('OsAdminLogin', 'It can sign in to machines as their administrator.', ['compute.instances.osAdminLogin']),
  rule('OrganizationPolicy', 'It can lift the constraints of the organization that limit it.', [
    'orgpolicy.policy.set',
    'orgpolicy.policies.update',
    'orgpolicy.policies.delete',
  ]),
  rule('StorageKey', 'It can make keys to storage that outlive its roles.', ['storage.hmacKeys.create']),
  rule('ApiKeys', 'It can make or read API keys of the project.', [
    'apikeys.keys.create',
    'apikeys.keys.getKeyString',
    'serviceusage.apiKeys.create',
  ]),
  rule('ContainerExec', 'It can run code in the pods of a cluster.', ['container.pods.exec', 'container.pods.create']),
];

/** By each of these somebody acts as a service account itself. */
export const ACTS_AS_ACCOUNT: Readonly<Record<string, string>> = {
  'iam.serviceAccounts.getAccessToken': 'may take access tokens of',
  'iam.serviceAccountKeys.create': 'may make keys of',
  'iam.serviceAccounts.setIamPolicy': 'may let itself act as',
  'iam.serviceAccounts.signJwt': 'may sign tokens as',
  'iam.serviceAccounts.signBlob': 'may sign as',
};

/** What something can be started by that runs as a service account. */
export const STARTS_AS_ACCOUNT: readonly string[] = GCP_ESCALATIONS.flatMap(({ parts }) => (parts.length === 2 ? (parts[1] ?? []) : []));

/** By these somebody runs code on a machine or in a function that is there, and so as its service account. */
export const RUNS_CODE: readonly string[] = [
  'compute.instances.osAdminLogin',
  'compute.instances.osLogin',
  'compute.instances.setMetadata',
  'cloudfunctions.functions.sourceCodeSet',
  'cloudfunctions.functions.update',
  'run.services.update',
];
