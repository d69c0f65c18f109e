/**
 * Techniques of Stratus Red Team for AWS, with the calls that its documentation expects in CloudTrail. The tool names itself in the user agent, so
 * the steps can be identified independently of the alerts.
 * @see https://stratus-red-team.cloud/attack-techniques/AWS/
 */
export interface AttackStep {
  id: string;
  title: string;
  calls: readonly string[];
  /** Why no method should raise it, or what a method would need. */
  remark?: string;
}

export const ATTACK_STEPS: readonly AttackStep[] = [
  { id: 'aws.credential-access.ec2-get-password-data', title: 'Request passwords of instances', calls: ['GetPasswordData'] },
  { id: 'aws.credential-access.ec2-steal-instance-credentials', title: 'Use the credentials of an instance elsewhere', calls: [] },
  { id: 'aws.credential-access.secretsmanager-retrieve-secrets', title: 'Read many secrets', calls: ['ListSecrets', 'GetSecretValue'] },
  { id: 'aws.credential-access.ssm-retrieve-securestring-parameters', title: 'Read many secret parameters', calls: ['GetParameters'] },
  { id: 'aws.defense-evasion.cloudtrail-delete', title: 'Delete the trail', calls: ['DeleteTrail'] },
  { id: 'aws.defense-evasion.cloudtrail-event-selectors', title: 'Reduce logging', calls: ['PutEventSelectors'] },
  { id: 'aws.defense-evasion.cloudtrail-lifecycle-rule', title: 'Have the logs deleted after a day', calls: ['PutBucketLifecycle'] },
  { id: 'aws.defense-evasion.cloudtrail-stop', title: 'Stop the trail', calls: ['StopLogging'] },
  { id: 'aws.defense-evasion.organizations-leave', title: 'Leave the organization', calls: ['LeaveOrganization'] },
  { id: 'aws.defense-evasion.vpc-remove-flow-logs', title: 'Delete flow logs', calls: ['DeleteFlowLogs'] },
  { id: 'aws.discovery.ec2-download-user-data', title: 'Read the user data of many instances', calls: ['DescribeInstanceAttribute'] },
  {
    id: 'aws.discovery.ec2-enumerate-from-instance',
    title: 'Enumerate from an instance',
    calls: ['SendCommand'],
    remark: 'the command failed because the instance was not ready (InvalidInstanceId), so nothing was enumerated',
  },
  { id: 'aws.execution.ec2-launch-unusual-instances', title: 'Launch instances suited to mining', calls: ['RunInstances'] },
  { id: 'aws.exfiltration.ec2-security-group-open-port-22-ingress', title: 'Open SSH to the internet', calls: ['AuthorizeSecurityGroupIngress'] },
  { id: 'aws.exfiltration.ec2-share-ami', title: 'Share an image', calls: ['ModifyImageAttribute'] },
  { id: 'aws.exfiltration.ec2-share-ebs-snapshot', title: 'Share a snapshot', calls: ['ModifySnapshotAttribute'] },
  { id: 'aws.exfiltration.rds-share-snapshot', title: 'Share a snapshot of a database', calls: ['ModifyDBSnapshotAttribute'] },
  { id: 'aws.exfiltration.s3-backdoor-bucket-policy', title: 'Make a bucket public', calls: ['PutBucketPolicy'] },
  { id: 'aws.initial-access.console-login-without-mfa', title: 'Sign in without MFA', calls: ['ConsoleLogin'] },
  { id: 'aws.persistence.iam-backdoor-role', title: 'Let another account assume a role', calls: ['UpdateAssumeRolePolicy'] },
  { id: 'aws.persistence.iam-backdoor-user', title: 'Create an access key for another user', calls: ['CreateAccessKey'] },
  { id: 'aws.persistence.iam-create-admin-user', title: 'Create an administrator', calls: ['CreateUser', 'AttachUserPolicy', 'CreateAccessKey'] },
  { id: 'aws.persistence.iam-create-user-login-profile', title: 'Give another user a password', calls: ['CreateLoginProfile'] },
  { id: 'aws.persistence.lambda-backdoor-function', title: 'Make a function public', calls: ['AddPermission20150331v2'] },
  {
    id: 'aws.persistence.lambda-overwrite-code',
    title: 'Overwrite the code of a function',
    calls: ['UpdateFunctionCode20150331v2'],
    remark: 'every deployment does this; only the first use by an identity is unusual, which needs a log of 14 days',
  },
  { id: 'aws.persistence.rolesanywhere-create-trust-anchor', title: 'Trust external certificates', calls: ['CreateTrustAnchor'] },
];
