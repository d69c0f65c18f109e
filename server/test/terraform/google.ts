import type { ExportFiles } from '../support/export-files';
import type { CloudChanges, PlannedChange } from './planned-change';

interface Binding {
  role: string;
  members: string[];
  condition?: object;
}
interface PolicyRow {
  resource: string;
  policy: { bindings: Binding[] };
  [key: string]: unknown;
}
type Row = Record<string, unknown> & { name: string; assetType: string; project: string };

const POLICIES = 'search-all-iam-policies.json';
const RESOURCES = 'search-all-resources.json';
const MANAGER = '//cloudresourcemanager.googleapis.com/';
const VIEWER = 'roles/viewer';
const PERSON = 'user:planned@kestrelharbor.example';
const OTHER = 'group:engineering@kestrelharbor.example';
const NIGHT = { expression: 'request.time.getHours() < 6', title: 'night' };

/** Returns the policy of a resource, which may be empty so far. */
function policyOf(files: ExportFiles, resource: string): PolicyRow['policy'] {
  const rows = files.value<PolicyRow[]>(POLICIES);
  const known = rows.find((row) => row.resource === resource);
  if (known) return known.policy;
  const { assetType, project } = files.value<Row[]>(RESOURCES).find(({ name }) => name === resource) as Row;
  const added: PolicyRow = { resource, assetType, project, policy: { bindings: [] } };
  rows.push(added);
  return added.policy;
}

/** The three resources of Terraform for the policy of one resource of Google Cloud. */
function ofPolicy(type: string, values: object, resource: string): PlannedChange[] {
  const inPolicy = (change: (policy: PolicyRow['policy']) => void) => (files: ExportFiles) => change(policyOf(files, resource));
  return [
    {
      ...{ type: `${type}_iam_member`, round: 0, after: { ...values, role: VIEWER, member: PERSON, condition: [NIGHT] } },
      apply: inPolicy(({ bindings }) => void bindings.push({ role: VIEWER, members: [PERSON], condition: NIGHT })),
    },
    {
      ...{ type: `${type}_iam_binding`, round: 1, after: { ...values, role: VIEWER, members: [PERSON, OTHER] } },
      apply: inPolicy((policy) => {
        policy.bindings = [
          ...policy.bindings.filter(({ role, condition }) => role !== VIEWER || condition),
          { role: VIEWER, members: [OTHER, PERSON] },
        ];
      }),
    },
    {
      ...{ type: `${type}_iam_policy`, round: 2 },
      after: { ...values, policy_data: JSON.stringify({ bindings: [{ role: VIEWER, members: [PERSON] }] }) },
      apply: inPolicy((policy) => {
        policy.bindings = [{ role: VIEWER, members: [PERSON] }];
      }),
    },
  ];
}

/** Returns the name of a resource without its service, and its row. */
function firstOf(files: ExportFiles, assetType: string): { row: Row; path: string } {
  const row = files.value<Row[]>(RESOURCES).find((one) => one.assetType === assetType) as Row;
  return { row, path: row.name.replace(/^\/\/[^/]+\//, '') };
}

const keyOf = (project: string): string => `projects/${project}/locations/europe-west3/keyRings/planned/cryptoKeys/planned`;
const subscriptionOf = (project: string): string => `projects/${project}/subscriptions/planned`;

export const GOOGLE_CHANGES: CloudChanges = {
  cloud: 'GCP',
  provider: 'google',
  accountOf: (bundles) => bundles[0]?.accountId ?? '',
  prepare: (files) => {
    const { row, path } = firstOf(files, 'pubsub.googleapis.com/Topic');
    const project = path.split('/')[1] ?? '';
    const { additionalAttributes: _of, ...sibling } = row;
    files.value<Row[]>(RESOURCES).push(
      {
        ...sibling,
        name: `//pubsub.googleapis.com/${subscriptionOf(project)}`,
        assetType: 'pubsub.googleapis.com/Subscription',
        displayName: 'planned',
      },
      { ...sibling, name: `//cloudkms.googleapis.com/${keyOf(project)}`, assetType: 'cloudkms.googleapis.com/CryptoKey', displayName: 'planned' },
    );
  },
  changes: (files, project) => {
    const [folder] = files.value<{ name: string; parent: string }[]>('folders.json') as [{ name: string; parent: string }];
    const organization = folder.parent;
    const org_id = organization.split('/')[1];
    const [bucket, topic, account] = ['storage.googleapis.com/Bucket', 'pubsub.googleapis.com/Topic', 'iam.googleapis.com/ServiceAccount'].map(
      (type) => firstOf(files, type),
    ) as [ReturnType<typeof firstOf>, ReturnType<typeof firstOf>, ReturnType<typeof firstOf>];
    const email = String((account.row.additionalAttributes as { email: string }).email);
    const roles = (name: string) => ({
      role: { name: `${name}/roles/planned`, title: 'Planned', includedPermissions: ['compute.disks.get', 'storage.objects.get'] },
      after: { role_id: 'planned', title: 'Planned', permissions: ['storage.objects.get', 'compute.disks.get'] },
    });
    const [ofProject, ofOrganization] = [roles(`projects/${project}`), roles(organization)];
    const made = `planned@${project}.iam.gserviceaccount.com`;
    return [
      ...ofPolicy('google_project', { project }, `${MANAGER}projects/${project}`),
      ...ofPolicy('google_folder', { folder: folder.name }, `${MANAGER}${folder.name}`),
      ...ofPolicy('google_organization', { org_id }, `${MANAGER}${organization}`),
      ...ofPolicy('google_storage_bucket', { bucket: bucket.path }, bucket.row.name),
      ...ofPolicy('google_service_account', { service_account_id: `projects/${project}/serviceAccounts/${email}` }, account.row.name),
      ...ofPolicy('google_pubsub_topic', { topic: topic.path.split('/').at(-1), project }, topic.row.name),
      ...ofPolicy('google_pubsub_subscription', { subscription: subscriptionOf(project) }, `//pubsub.googleapis.com/${subscriptionOf(project)}`),
      ...ofPolicy('google_kms_crypto_key', { crypto_key_id: keyOf(project) }, `//cloudkms.googleapis.com/${keyOf(project)}`),
      {
        ...{ type: 'google_project_iam_custom_role', round: 3, after: { ...ofProject.after, project } },
        apply: (all) => void all.value<object[]>('roles.json').push(ofProject.role),
      },
      {
        ...{ type: 'google_organization_iam_custom_role', round: 4, after: { ...ofOrganization.after, org_id } },
        apply: (all) => void all.value<object[]>('roles.json').push(ofOrganization.role),
      },
      {
        ...{ type: 'google_service_account', round: 0, after: { account_id: 'planned', project } },
        apply: (all) =>
          void all.value<Row[]>(RESOURCES).push({
            ...{
              name: `//iam.googleapis.com/projects/${project}/serviceAccounts/${made}`,
              assetType: account.row.assetType,
              project: account.row.project,
            },
            ...{ folders: account.row.folders, organization: account.row.organization, parentFullResourceName: account.row.parentFullResourceName },
            ...{ displayName: made, additionalAttributes: { email: made } },
          }),
      },
    ];
  },
};
