import { join } from 'node:path';
import { Catalogue, kindOf } from '../../server/src/graph/catalogue/catalogue';
import { compactCatalogue } from './compact-catalogue';

const file = compactCatalogue(join(__dirname, '../..'));
const catalogue = new Catalogue(file);
const action = (id: string) => catalogue.ofService(id.split(':')[0] ?? '').find((candidate) => candidate.id === id);
const kind = (id: string) => kindOf(action(id) as never);

describe('the catalogue of AWS actions', () => {
  it('knows every action with its level and its resource types', () => {
    expect(catalogue.actions.length).toBeGreaterThan(19_000);
    expect(action('s3:GetObject')).toMatchObject({ level: 'Read', resourceTypes: expect.arrayContaining(['object']) });
    expect(action('s3:ListAllMyBuckets')).toMatchObject({ level: 'List', resourceTypes: [] });
    expect(action('ec2:CreateTags')?.level).toBe('Tagging');
    expect(file.services.s3?.resources).toContainEqual(['bucket', 'arn:${Partition}:s3:::${BucketName}']);
  });

  it('counts changes of permissions and ways to become more than one is as ADMIN', () => {
    expect(['s3:PutBucketPolicy', 'kms:PutKeyPolicy', 'lambda:AddPermission', 'iam:PassRole', 'iam:CreateAccessKey'].map(kind)).toEqual(
      Array(5).fill('ADMIN'),
    );
  });

  it('counts what hands out content or credentials as READ, and tags as WRITE', () => {
    expect(['kms:Decrypt', 'secretsmanager:GetSecretValue', 's3:GetObject', 'iam:ListUsers'].map(kind)).toEqual(Array(4).fill('READ'));
    expect(['s3:PutObject', 'ec2:CreateTags'].map(kind)).toEqual(['WRITE', 'WRITE']);
  });
});
