import { typeName, typeNamePlural } from './type-names';

describe('type names', () => {
  it('use the spelling of the providers', () => {
    expect(['USER', 'SERVICE_ACCOUNT', 'AWS_IAM_INSTANCE_PROFILE', 'GCP_PUBSUB_TOPIC', 'VPC'].map(typeName)).toEqual([
      'User',
      'Service Account',
      'AWS IAM Instance Profile',
      'GCP Pub/Sub Topic',
      'VPC',
    ]);
  });

  it('have a plural', () => {
    expect(
      ['POLICY', 'AWS_IAM_INSTANCE_PROFILE', 'AWS_ECR_REPOSITORY', 'AWS_SQS', 'AZURE_SERVICEBUS_NAMESPACES', 'SERVERLESS_COMPUTE'].map(
        typeNamePlural,
      ),
    ).toEqual([
      'Policies',
      'AWS IAM Instance Profiles',
      'AWS ECR Repositories',
      'AWS SQS Queues',
      'Azure Service Bus Namespaces',
      'Serverless Compute',
    ]);
  });
});
