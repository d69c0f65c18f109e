/**
 * Unsupported CLI calls whose names begin like a supported one: `ec2 describe-key-pairs` is not `kms describe-key` of "pairs".
 * @see service models of botocore
 */
export const OTHER_CALLS: readonly string[] = `
  describe-addresses-attribute describe-instances-health describe-key-pairs describe-key-phrases-detection-job describe-key-registration
  describe-key-value-store describe-organization-config-rule-statuses describe-organization-config-rules describe-organization-configuration
  describe-organization-conformance-pack-statuses describe-organization-conformance-packs describe-organization-health
  describe-organization-overview describe-organization-resource-collection-health describe-permission-set-provisioning-status
  describe-table-replica-auto-scaling describe-table-restore-status describe-table-statistics describe-volumes-modifications
  get-bucket-policy-status get-policy-engine get-policy-engine-summary get-policy-generation get-policy-generation-summary get-policy-store
  get-policy-store-alias get-policy-summary get-policy-template get-policy-version get-resources-statistics-v2 get-resources-summary
  get-resources-trends-v2 get-resources-v2 list-account-assignments-for-principal list-accounts-for-provisioned-permission-set
  list-accounts-in-account-pool list-accounts-with-invalid-effective-policy list-functions-by-code-signing-config list-group-memberships-for-member
  list-groups-for-entity list-groups-for-member list-groups-for-user list-groups-older-than-ordering-id list-permission-sets-provisioned-to-account
  list-policies-granting-service-access list-topics-detection-jobs list-users-by-permission-group list-users-in-group`
  .trim()
  .split(/\s+/);

/**
 * Services whose call of the same name returns something else than the supported one.
 * @see service models of botocore
 */
export const OTHER_SERVICES: Readonly<Record<string, string>> = {
  'describe-addresses': 'snowball',
  'describe-instances': 'gamelift',
  'describe-key': 'location',
  'describe-load-balancers': 'autoscaling',
  'describe-organization': 'workmail',
  'describe-repositories': 'ecr-public',
  'describe-snapshots': 'ds elasticache fsx memorydb',
  'describe-table': 'redshift-data timestream-write',
  'describe-volumes': 'fsx',
  'get-bucket-policy': 's3control',
  'get-bucket-tagging': 's3control',
  'get-policy': 'acm-pca bedrock-agentcore-control codeguruprofiler entityresolution fms iam iot mediaconvert qbusiness verifiedpermissions',
  'get-repository-policy': 'ecr-public',
  'get-resource-policy': `
    bcm-dashboards bedrock bedrock-agentcore-control billing cloudfront cloudhsmv2 cloudtrail codebuild elbv2 glue kinesis marketplace-catalog
    migration-hub-refactor-spaces mpa networkmanager osis payment-cryptography pinpoint-sms-voice-v2 redshift redshift-serverless
    route53-recovery-control-config rum schemas vpc-lattice`,
  'get-resources': 'apigateway workdocs',
  'list-accounts': 'chime compute-optimizer-automation sso',
  'list-aliases': 'gamelift lambda payment-cryptography sagemaker workmail',
  'list-functions': 'appsync cloudfront mediatailor',
  'list-group-memberships': 'quicksight',
  'list-groups': 'cognito-idp ds-data greengrass iam qbusiness quicksight resource-groups synthetics workmail',
  'list-instances': 'connect emr license-manager-user-subscriptions servicediscovery supplychain',
  'list-keys': 'cloudfront-keyvaluestore location payment-cryptography',
  'list-policies': 'bedrock-agentcore-control fms iam iot mpa verifiedpermissions',
  'list-queues': 'connect deadline mediaconvert pcs',
  'list-tables': 'bcm-data-exports keyspaces redshift-data s3tables timestream-write',
  'list-targets-for-policy': 'iot',
  'list-topics': 'kafka quicksight',
  'list-users': 'chime cognito-idp connect ds-data finspace-data iam mq quicksight rekognition transfer wickr workmail',
};
