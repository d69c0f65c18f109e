import { join } from 'node:path';
import { isSensitive, kindOf } from '../../server/src/graph/engine/catalogue/action-kinds';
import { Catalogue } from '../../server/src/graph/engine/catalogue/catalogue';
import { compactCatalogue } from './compact-catalogue';

const file = compactCatalogue(join(__dirname, '../..'));
const catalogue = new Catalogue(file);
const action = (id: string) => catalogue.ofService(id.split(':')[0] ?? '').find((candidate) => candidate.id === id);
const kind = (id: string) => kindOf(action(id) as never);

describe('catalogue of AWS actions', () => {
  it('contains actions with their access level and resource types', () => {
    expect(catalogue.actions.length).toBeGreaterThan(19_000);
    expect(action('s3:GetObject')).toMatchObject({ level: 'Read', resourceTypes: expect.arrayContaining(['object']) });
    expect(action('s3:ListAllMyBuckets')).toMatchObject({ level: 'List', resourceTypes: [] });
    expect(action('ec2:CreateTags')?.level).toBe('Tagging');
    expect(file.services.s3?.resources).toContainEqual(['bucket', 'arn:${Partition}:s3:::${BucketName}']);
  });

  it('classifies permission changes and privilege escalation as ADMIN', () => {
    expect(['s3:PutBucketPolicy', 'kms:PutKeyPolicy', 'lambda:AddPermission', 'iam:PassRole', 'iam:CreateAccessKey'].map(kind)).toEqual(
      Array(5).fill('ADMIN'),
    );
  });

  it('classifies access to content and credentials as READ, and tagging as WRITE', () => {
    expect(['kms:Decrypt', 'secretsmanager:GetSecretValue', 's3:GetObject', 'iam:ListUsers'].map(kind)).toEqual(Array(4).fill('READ'));
    expect(['s3:PutObject', 'ec2:CreateTags'].map(kind)).toEqual(['WRITE', 'WRITE']);
  });

  it('marks privilege escalation, credentials and resource policy changes as sensitive', () => {
    const sensitive = (id: string) => isSensitive(action(id) as never);
    expect(['iam:PassRole', 'secretsmanager:GetSecretValue', 's3:PutBucketPolicy'].map(sensitive)).toEqual([true, true, true]);
    expect(['s3:GetObject', 's3:PutObject', 'ec2:DescribeInstances'].map(sensitive)).toEqual([false, false, false]);
  });

  it('finds the resource types of an ARN in every service that acts on it', () => {
    expect(catalogue.resourceTypesOf('arn:aws:s3:::payroll').filter(({ service }) => service === 's3')).toEqual([{ service: 's3', key: 'bucket' }]);
    expect(catalogue.resourceTypesOf('arn:aws:iam::111122223333:role/ci/deployer')).toEqual(
      expect.arrayContaining([
        { service: 'iam', key: 'role' },
        { service: 'sts', key: 'role' },
      ]),
    );
    expect(catalogue.resourceTypesOf('arn:aws:nothing:::x')).toEqual([]);
  });

  it('lists every resource type that an action names', () => {
    const listed = new Map(Object.entries(file.services).map(([service, { resources }]) => [service, new Set(resources.map(([key]) => key))]));
    const unlisted = catalogue.actions.filter(({ service, resourceTypes }) => resourceTypes.some((type) => !listed.get(service)?.has(type)));
    expect(unlisted.map(({ id }) => id)).toEqual([]);
  });
});
