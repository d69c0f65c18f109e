/**
 * Techniques of Stratus Red Team for AWS, with the calls by which its documentation says that they are seen in CloudTrail. Whoever plays
 * them names the tool in the user agent, so which step was made is known without looking at what was raised.
 * Source: https://stratus-red-team.cloud/attack-techniques/AWS/
 */
export interface AttackStep {
  id: string;
  title: string;
  calls: readonly string[];
  /** Why no method is to raise it, or what one would need. */
  remark?: string;
}

export const ATTACK_STEPS: readonly AttackStep[] = [
  { id: 'aws.credential-access.ec2-get-password-data', title: 'Ask for passwords of machines', calls: ['GetPasswordData'] },
  { id: 'aws.credential-access.ec2-steal-instance-credentials', title: 'Use the credentials of a machine elsewhere', calls: [] },
  { id: 'aws.credential-access.secretsmanager-retrieve-secrets', title: 'Read many secrets', calls: ['ListSecrets', 'GetSecretValue'] },
  { id: 'aws.credential-access.ssm-retrieve-securestring-parameters', title: 'Read many secret parameters', calls: ['GetParameters'] },
  { id: 'aws.defense-evasion.cloudtrail-delete', title: 'Delete the trail', calls: ['DeleteTrail'] },
  { id: 'aws.defense-evasion.cloudtrail-event-selectors', title: 'Log less', calls: ['PutEventSelectors'] },
  { id: 'aws.defense-evasion.cloudtrail-lifecycle-rule', title: 'Have the logs deleted after a day', calls: ['PutBucketLifecycle'] },
  { id: 'aws.defense-evasion.cloudtrail-stop', title: 'Stop the trail', calls: ['StopLogging'] },
  { id: 'aws.defense-evasion.organizations-leave', title: 'Leave the organization', calls: ['LeaveOrganization'] },
  { id: 'aws.defense-evasion.vpc-remove-flow-logs', title: 'Delete flow logs', calls: ['DeleteFlowLogs'] },
  { id: 'aws.discovery.ec2-download-user-data', title: 'Read the user data of many machines', calls: ['DescribeInstanceAttribute'] },
  {
    id: 'aws.discovery.ec2-enumerate-from-instance',
    title: 'Look around from a machine',
    calls: ['SendCommand'],
    remark: 'its command was refused as the machine was not ready (InvalidInstanceId): nothing was looked at',
  },
  { id: 'aws.execution.ec2-launch-unusual-instances', title: 'Start machines fit for mining', calls: ['RunInstances'] },
  { id: 'aws.exfiltration.ec2-security-group-open-port-22-ingress', title: 'Open SSH to the internet', calls: ['AuthorizeSecurityGroupIngress'] },
  { id: 'aws.exfiltration.ec2-share-ami', title: 'Share an image', calls: ['ModifyImageAttribute'] },
  { id: 'aws.exfiltration.ec2-share-ebs-snapshot', title: 'Share a snapshot', calls: ['ModifySnapshotAttribute'] },
  { id: 'aws.exfiltration.rds-share-snapshot', title: 'Share a snapshot of a database', calls: ['ModifyDBSnapshotAttribute'] },
  { id: 'aws.exfiltration.s3-backdoor-bucket-policy', title: 'Open a bucket', calls: ['PutBucketPolicy'] },
  { id: 'aws.initial-access.console-login-without-mfa', title: 'Sign in by a password alone', calls: ['ConsoleLogin'] },
  { id: 'aws.persistence.iam-backdoor-role', title: 'Let another account become a role', calls: ['UpdateAssumeRolePolicy'] },
  { id: 'aws.persistence.iam-backdoor-user', title: 'Make a key of another user', calls: ['CreateAccessKey'] },
  { id: 'aws.persistence.iam-create-admin-user', title: 'Make an administrator', calls: ['CreateUser', 'AttachUserPolicy', 'CreateAccessKey'] },
  { id: 'aws.persistence.iam-create-user-login-profile', title: 'Give another user a password', calls: ['CreateLoginProfile'] },
  { id: 'aws.persistence.lambda-backdoor-function', title: 'Let everybody call a function', calls: ['AddPermission20150331v2'] },
  {
    id: 'aws.persistence.lambda-overwrite-code',
    title: 'Overwrite the code of a function',
    calls: ['UpdateFunctionCode20150331v2'],
    remark: 'what every deployment does: only its first use by somebody is news, and that needs a log of 14 days',
  },
  { id: 'aws.persistence.rolesanywhere-create-trust-anchor', title: 'Trust certificates from outside', calls: ['CreateTrustAnchor'] },
];
