import {
  AWS_QUEUE_TEMPLATE,
  AWS_READ_POLICY,
  awsRoleTemplate,
  awsStackSetCommands,
  AZURE_COMMANDS,
  GCP_COMMANDS,
  type SourceCloud,
} from '@cam/contracts';

/** What somebody does at the provider, so that a source can be read and nothing more. */
export interface AccessGuide {
  steps: readonly string[];
  /** To be copied: permissions by their names, or commands. */
  grants: readonly string[];
  /** To be read, copied or taken along as a file. */
  templates?: readonly { title: string; file: string; text: string }[];
}

/**
 * Of AWS.
 * @param principalArn whom the role has to let in; null: it is not known
 * @param takesTopic whether the source may name the topic of a trail
 */
export function awsGuide(principalArn: string | null, takesTopic: boolean): AccessGuide {
  return {
    steps: [
      principalArn === null
        ? 'Ask the operator of CAM for the ARN of its identity at AWS, and make up a long random external ID.'
        : 'CAM asks AWS as the identity below: the template lets it in, and nobody else. Make up a long random external ID.',
      'Create the role by the template below: as a stack in one account, or for an organization in its management account and as a StackSet in all others, so that each has a role of the same name.',
      'Enter the ARN of the role and the external ID. With the role of the management account every account of the organization is read, and IAM Identity Center with its people, permission sets and assignments.',
      'What was used is looked up in each region, 90 days back. Name a trail of CloudTrail, and the account that has its bucket, to know reads of data as well. CAM never writes.',
      ...(takesTopic
        ? [
            "Instead of listing the files of the trail day by day, CAM can be told which days have new ones: make the queue by its template in the account and region of the trail's SNS topic, and name the topic. The messages of that queue are the one thing that CAM ever deletes.",
          ]
        : []),
    ],
    grants: principalArn === null ? [] : [principalArn],
    templates: [
      { title: 'Role (CloudFormation)', file: 'cam-read-only.yaml', text: awsRoleTemplate(principalArn) },
      { title: 'Commands for an organization', file: 'cam-read-only.sh', text: awsStackSetCommands(principalArn) },
      { title: 'Policy by itself', file: 'cam-reads.json', text: AWS_READ_POLICY },
      ...(takesTopic ? [{ title: 'Queue of new log files (CloudFormation)', file: 'cam-trail-queue.yaml', text: AWS_QUEUE_TEMPLATE }] : []),
    ],
  };
}

/** Of the other cloud types. Sources: Okta, "API token management"; Microsoft Learn, "Microsoft Graph permissions reference"; Google Cloud, "IAM roles and permissions index". */
export const ACCESS_GUIDES: Readonly<Record<Exclude<SourceCloud, 'AWS'>, AccessGuide>> = {
  AZURE: {
    steps: [
      'In Microsoft Entra ID, register an application and add a client secret.',
      'Give the application these roles on the root management group, or Reader on a single subscription.',
      'CAM reads management groups, role assignments and who is eligible for one (Privileged Identity Management), deny assignments, resources and the activity log. It never writes.',
    ],
    grants: ['Reader', 'Management Group Reader'],
    templates: [{ title: 'Commands (az)', file: 'cam-reads-azure.sh', text: AZURE_COMMANDS }],
  },
  GCP: {
    steps: [
      'Create a service account, and grant it these roles on the organization, or on a single project.',
      'Create a key of it in JSON, and choose that file below or paste what is in it. The addresses in it are never used.',
      'Enter the organization ID to read every project of the organization; without it the project of the service account is read. CAM never writes.',
      'For people and groups of Google Workspace, allow the client ID of the service account the two scopes below in the Admin console (Security, API controls, Domain-wide delegation), and enter the e-mail of an administrator. They are read with the project of the service account: have it in the scope.',
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
      'In the Admin Console of Okta, give a service user the role Read-only Administrator.',
      'Sign in as that user, open Security, API, Tokens, and create a token. Okta shows it once.',
      'CAM reads users, their second factors, sign-on policies, groups, applications, administrators and the System Log. It never writes.',
    ],
    grants: ['Read-only Administrator'],
  },
  IDP_AZURE_AD: {
    steps: [
      'In Microsoft Entra ID, register an application and add a client secret.',
      'Add these application permissions of Microsoft Graph, and grant admin consent for them.',
      'CAM reads people, groups, applications and what they were consented to do, directory roles and who is eligible for them, sign-ins and the audit log. It never writes. Sign-ins need Microsoft Entra ID P1, who is eligible for roles P2.',
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
