/** An action's service, the service and type of a resource that its requests name, the number of such actions, and the verdict. */
export type ReviewedPair = readonly [service: string, owner: string, type: string, actions: number, verdict: 'target' | 'side'];

/**
 * Every pair of an action's service and a resource type of another service in AWS's list of actions. Requests name a target to read, change or
 * administer it. They name a side parameter only to use it or refer to it: ssm:SendCommand writes its output to a bucket with the permissions of the
 * instance, and kinesis:StartStreamEncryption needs permissions of its own on the key. Access to a side parameter is therefore no access to that resource.
 * 76 pairs name 448 actions; 20 pairs with 41 actions are side parameters.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export const REVIEWED_PAIRS: readonly ReviewedPair[] = [
  ['aco-automation', 'compute-optimizer', 'AutomationRule', 6, 'target'],
  ['apprunner', 'wafv2', 'webacl', 2, 'side'],
  ['aps', 'eks', 'cluster', 1, 'side'],
  ['arc-zonal-shift', 'elasticloadbalancing', 'ALB', 10, 'target'],
  ['arc-zonal-shift', 'elasticloadbalancing', 'NLB', 10, 'target'],
  ['bcm-data-exports', 'billing', 'billingview', 2, 'side'],
  ['ce', 'billing', 'billingview', 9, 'target'],
  ['cloudfront-keyvaluestore', 'cloudfront', 'key-value-store', 6, 'target'],
  ['cloudtrail-data', 'cloudtrail', 'channel', 1, 'target'],
  ['codestar', 'iam', 'user', 3, 'side'],
  ['cognito-idp', 'wafv2', 'webacl', 2, 'side'],
  ['connect', 'app-integrations', 'application', 2, 'side'],
  ['connect', 'wisdom', 'ai-agent', 3, 'side'],
  ['devops-guru', 'sns', 'topic', 2, 'side'],
  ['ds-data', 'ds', 'directory', 17, 'target'],
  ['ebs', 'ec2', 'snapshot', 6, 'target'],
  ['ec2', 'acm', 'certificate', 3, 'target'],
  ['ec2', 'elastic-inference', 'elastic-inference', 1, 'side'],
  ['ec2', 'iam', 'role', 2, 'side'],
  ['ec2', 'license-manager', 'license-configuration', 2, 'side'],
  ['ec2', 'resource-groups', 'group', 2, 'side'],
  ['ec2-instance-connect', 'ec2', 'instance', 2, 'target'],
  ['ec2-instance-connect', 'ec2', 'instance-connect-endpoint', 1, 'target'],
  ['eks-auth', 'eks', 'cluster', 1, 'target'],
  ['es', 'opensearch', 'application', 19, 'target'],
  ['es', 'opensearch', 'datasource', 8, 'target'],
  ['events', 'kms', 'alias', 2, 'side'],
  ['events', 'kms', 'key', 2, 'side'],
  ['greengrass', 'iot', 'thing', 1, 'target'],
  ['iotjobsdata', 'iot', 'thing', 4, 'target'],
  ['iotwireless', 'iot', 'cert', 2, 'side'],
  ['iotwireless', 'iot', 'thing', 4, 'side'],
  ['iq', 'iq-permission', 'permission', 1, 'target'],
  ['kafka-cluster', 'kafka', 'cluster', 6, 'target'],
  ['kafka-cluster', 'kafka', 'group', 3, 'target'],
  ['kafka-cluster', 'kafka', 'topic', 8, 'target'],
  ['kafka-cluster', 'kafka', 'transactional-id', 2, 'target'],
  ['kinesis', 'kms', 'kmsKey', 2, 'side'],
  ['payment-cryptography', 'mpa', 'approval-team', 3, 'side'],
  ['q', 'codewhisperer', 'profile', 17, 'target'],
  ['q', 'qdeveloper', 'plugin', 9, 'target'],
  ['qapps', 'qbusiness', 'application', 26, 'target'],
  ['rds-data', 'rds', 'cluster', 6, 'target'],
  ['redshift-data', 'redshift', 'cluster', 6, 'target'],
  ['redshift-data', 'redshift-serverless', 'managed-workgroup', 1, 'target'],
  ['redshift-data', 'redshift-serverless', 'workgroup', 6, 'target'],
  ['route53-recovery-cluster', 'route53-recovery-control', 'routingcontrol', 3, 'target'],
  ['route53-recovery-control-config', 'route53-recovery-control', 'cluster', 12, 'target'],
  ['route53-recovery-control-config', 'route53-recovery-control', 'controlpanel', 8, 'target'],
  ['route53-recovery-control-config', 'route53-recovery-control', 'routingcontrol', 4, 'target'],
  ['route53-recovery-control-config', 'route53-recovery-control', 'safetyrule', 6, 'target'],
  ['s3', 's3-object-lambda', 'objectlambdaaccesspoint', 9, 'target'],
  ['sagemaker-mlflow', 'sagemaker', 'mlflow-tracking-server', 60, 'target'],
  ['servicecatalog', 'catalog', 'Portfolio', 16, 'target'],
  ['servicecatalog', 'catalog', 'Product', 21, 'target'],
  ['ssm', 'ec2', 'instance', 22, 'target'],
  ['ssm', 'ecs', 'task', 4, 'target'],
  ['ssm', 'iam', 'iam-role', 1, 'side'],
  ['ssm', 's3', 'bucket', 1, 'side'],
  ['sso-oauth', 'sso', 'Application', 3, 'target'],
  ['sts', 'iam', 'role', 6, 'target'],
  ['sts', 'iam', 'root-user', 1, 'target'],
  ['vpc-lattice-svcs', 'vpc-lattice', 'Service', 1, 'target'],
  ['vpc-lattice-svcs', 'vpc-lattice', 'TCP Service', 1, 'target'],
  ['vpce', 'ec2', 'vpc-endpoint', 1, 'target'],
  ['vpce', 'ec2', 'vpc-endpoint-service', 1, 'target'],
  ['waf-regional', 'elasticloadbalancing', 'loadbalancer/app/', 3, 'target'],
  ['wafv2', 'amplify', 'amplify-app', 4, 'target'],
  ['wafv2', 'apigateway', 'apigateway', 3, 'target'],
  ['wafv2', 'apprunner', 'apprunner', 4, 'target'],
  ['wafv2', 'appsync', 'appsync', 3, 'target'],
  ['wafv2', 'bedrock-agentcore', 'agentcore-gateway', 4, 'target'],
  ['wafv2', 'cognito-idp', 'userpool', 4, 'target'],
  ['wafv2', 'ec2', 'verified-access-instance', 4, 'target'],
  ['wafv2', 'elasticloadbalancing', 'loadbalancer/app/', 3, 'target'],
  ['workspaces-instances', 'ec2', 'VolumeId', 1, 'target'],
];

const SIDE: ReadonlySet<string> = new Set(
  REVIEWED_PAIRS.flatMap(([service, owner, type, , verdict]) => (verdict === 'side' ? [`${service} ${owner} ${type}`] : [])),
);

/** Reports whether actions of a service name a resource type of another service only as a side parameter. */
export function isSideParameter(service: string, owner: string, type: string): boolean {
  return SIDE.has(`${service} ${owner} ${type}`);
}
