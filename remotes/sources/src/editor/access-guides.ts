import {
  AWS_QUEUE_TEMPLATE,
  AWS_READ_POLICY,
  awsRoleTemplate,
  awsStackSetCommands,
  AZURE_COMMANDS,
  GCP_COMMANDS,
  type SourceCloud,
} from '@cam/contracts';

/** Steps at the provider that grant CAM read access and nothing more. */
export interface AccessGuide {
  steps: readonly string[];
  /** Permission names or commands, each with a copy button. */
  grants: readonly string[];
  /** A page of the provider on which the user continues. */
  link?: { label: string; href: string };
  /** Files to read, copy or download. */
  templates?: readonly { title: string; file: string; text: string }[];
}

/** The page of AWS on which a user creates the stack from the downloaded template. Its own links to a template accept files in S3 only. */
const CREATE_STACK = 'https://console.aws.amazon.com/cloudformation/home#/stacks/create';

/**
 * Returns the guide for AWS.
 * @param principalArn ARN of the principal that the role must trust; null when it is not known
 * @param externalId the generated external ID of a new source; null for a connected source
 * @param takesTopic true when the source may name the SNS topic of a trail
 */
export function awsGuide(principalArn: string | null, externalId: string | null, takesTopic: boolean): AccessGuide {
  return {
    steps: [
      principalArn === null
        ? 'CAM has no identity of its own at AWS yet. The role cannot trust it before the operator sets one.'
        : 'CAM calls AWS as the principal below. The template trusts this principal only, with the external ID of this source.',
      'Create the role from the template below. For one account, deploy it as a stack. For an organization, deploy it as a stack in the management account and as a StackSet in all other accounts, under the same role name.',
      'Enter the ARN of the role. With the role of the management account, CAM reads every account of the organization and the users, permission sets and assignments of IAM Identity Center.',
      'CAM reads the last 90 days of CloudTrail events in each region. To include data events, name a trail and the account that owns its bucket. CAM never writes.',
      ...(takesTopic
        ? [
            'Optional: CAM can learn from an SNS topic which days have new log files, instead of listing the files of every day. Create the queue from its template in the account and region of the topic, and enter the topic. CAM deletes messages of this queue and nothing else.',
          ]
        : []),
    ],
    grants: [principalArn, externalId].filter((grant) => grant !== null),
    link: { label: 'Create the stack in AWS CloudFormation', href: CREATE_STACK },
    templates: [
      { title: 'Role (CloudFormation)', file: 'cam-read-only.yaml', text: awsRoleTemplate(principalArn, externalId) },
      { title: 'Commands for an organization', file: 'cam-read-only.sh', text: awsStackSetCommands(principalArn, externalId) },
      { title: 'Policy JSON only', file: 'cam-reads.json', text: AWS_READ_POLICY },
      ...(takesTopic ? [{ title: 'Queue for new log files (CloudFormation)', file: 'cam-trail-queue.yaml', text: AWS_QUEUE_TEMPLATE }] : []),
    ],
  };
}

/**
 * Guides for the other cloud types.
 * @see Okta, "API token management"; Microsoft Learn, "Microsoft Graph permissions reference"; Google Cloud, "IAM roles and permissions index"
 */
export const ACCESS_GUIDES: Readonly<Record<Exclude<SourceCloud, 'AWS'>, AccessGuide>> = {
  AZURE: {
    steps: [
      'In Microsoft Entra ID, register an application and add a client secret.',
      'Assign the application these roles on the root management group, or Reader on a single subscription.',
      'CAM reads management groups, role assignments, eligible assignments (Privileged Identity Management), deny assignments, resources and the activity log. It never writes.',
    ],
    grants: ['Reader', 'Management Group Reader'],
    templates: [{ title: 'Commands (az)', file: 'cam-reads-azure.sh', text: AZURE_COMMANDS }],
  },
  GCP: {
    steps: [
      'Create a service account and grant it these roles on the organization or on a single project.',
      'Create a JSON key. Choose the file below or paste its content. CAM ignores the URLs in it.',
      'Enter the organization ID to read every project of the organization. Without it, CAM reads the project of the service account. CAM never writes.',
      'For users and groups of Google Workspace, authorize the client ID of the service account for the two scopes below (Admin console: Security, API controls, Domain-wide delegation). Then enter the email of an administrator. CAM reads them with the project of the service account, so include it in the scope.',
    ],
    grants: [
      'roles/browser',
      'roles/cloudasset.viewer',
      'roles/iam.securityReviewer',
      'roles/iam.denyReviewer',
      'roles/logging.privateLogViewer',
      'https://www.googleapis.com/auth/admin.directory.user.readonly',
      'https://www.googleapis.com/auth/admin.directory.group.readonly',
    ],
    templates: [{ title: 'Commands (gcloud)', file: 'cam-reads-gcp.sh', text: GCP_COMMANDS }],
  },
  IDP_OKTA: {
    steps: [
      'In the Okta Admin Console, assign a service user the role Read-only Administrator.',
      'Sign in as that user, open Security, API, Tokens and create a token. Okta shows it once.',
      'CAM reads users, enrolled factors, sign-on policies, groups, applications, administrators and the System Log. It never writes.',
    ],
    grants: ['Read-only Administrator'],
  },
  IDP_AZURE_AD: {
    steps: [
      'In Microsoft Entra ID, register an application and add a client secret.',
      'Add these application permissions for Microsoft Graph and grant admin consent.',
      'CAM reads users, groups, applications and their consented permissions, directory roles and eligible assignments, sign-ins and the audit log. It never writes. Sign-ins need Microsoft Entra ID P1, eligible assignments need P2.',
    ],
    grants: [
      'Directory.Read.All',
      'Application.Read.All',
      'RoleManagement.Read.Directory',
      'RoleEligibilitySchedule.Read.Directory',
      'AuditLog.Read.All',
    ],
  },
};
