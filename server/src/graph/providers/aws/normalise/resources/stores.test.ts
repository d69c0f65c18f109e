import { resolve } from 'node:path';
import { compactCatalogue } from '../../../../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, COMPANY, dump, user } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import { ARNS, openTo, policyText, STORES } from '../../../../../../test/support/aws-stores';
import { buildGraph } from '../../../../pipeline/build-graph';
import { Catalogue } from '../../../../engine/catalogue/catalogue';

const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../../../../..')));

describe('stores, keys, queues and functions of an AWS account', () => {
  it('are resources with provider-neutral types and their attributes', () => {
    const { entity, said, hanging } = factsOf({ 'iam.json': dump(COMPANY), ...STORES });
    expect(said).toEqual([]);
    expect(entity('payroll')).toMatchObject({
      type: 'OBJECT_STORE',
      region: 'eu-west-1',
      attributes: { created: '2024-01-02T03:04:05.000Z', 'tag.stage': 'prod' },
    });
    expect(entity('alias/data')).toMatchObject({ type: 'KEYSTORE', uri: `t:AWS:${ACCOUNT}:eu-west-1:KEYSTORE:11112222-aaaa` });
    expect(entity('jobs')).toMatchObject({ type: 'AWS_SQS', attributes: { encrypted: true, created: '2023-11-14T22:13:20.000Z' } });
    expect(entity('quiet')).toMatchObject({ type: 'AWS_SQS', nativeId: `${ARNS.queue.slice(0, -4)}quiet` });
    expect(entity('prod/db')).toMatchObject({ type: 'KEYSTORE', attributes: { lastused: '2026-01-02T00:00:00.000Z' } });
    expect(entity('orders')).toMatchObject({ type: 'NOSQL_DB', nativeId: ARNS.table });
    expect(entity('ship')).toMatchObject({ type: 'SERVERLESS_COMPUTE', isIdentity: true, attributes: { updated: '2024-01-02T03:04:05.000Z' } });
    expect(hanging).toContain('ship runs_as deployer');
  });

  it('hold their own resource policies, regardless of the file name', () => {
    const { policies } = factsOf({ 'iam.json': dump(COMPANY), ...STORES });
    const held = policies.filter(({ kind }) => kind === 'resource').map(({ holder }) => holder.nativeId);
    expect(held.sort()).toEqual(['arn:aws:s3:::payroll', ARNS.key, ARNS.queue, ARNS.secret, ARNS.function, ARNS.images, ARNS.table].sort());
  });

  it('are public if their policy allows anonymous access and no public access block applies', () => {
    const publicOf = (more: Record<string, unknown>) => {
      const { entities } = buildGraph('t', factsOf({ 'iam.json': dump(COMPANY), ...STORES, ...more }), catalogue);
      return Object.fromEntries(entities.map(({ entity: { name, attributes } }) => [name, attributes.public]));
    };
    const shown = publicOf({});
    expect(shown).toMatchObject({ payroll: true, plain: false, 'shop/web': true, jobs: false, ship: false });
    const block = { PublicAccessBlockConfiguration: { RestrictPublicBuckets: true } };
    expect(publicOf({ 's3/get-public-access-block/payroll.json': block }).payroll).toBe(false);
    expect(publicOf({ 's3control/get-public-access-block.json': block }).payroll).toBe(false);
    const narrow = openTo('s3:GetObject', 'arn:aws:s3:::payroll/*', { Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } } });
    expect(publicOf({ 's3/get-bucket-policy/payroll.json': { Policy: policyText(narrow) } }).payroll).toBe(false);
  });

  it('are accessible to unconnected accounts, which appear as external accounts', () => {
    const { entities } = buildGraph('t', factsOf({ 'iam.json': dump(COMPANY), ...STORES }), catalogue);
    const external = entities.filter(({ entity }) => entity.type === 'EXT_ACCOUNT').map(({ entity, profileId }) => [entity.name, profileId !== null]);
    expect(external).toEqual([['999988887777', true]]);
  });

  it('exclude unmatched policies, resources of other accounts and duplicates, with a warning for each', () => {
    const { said, entities } = factsOf({
      'iam.json': dump({ users: [user('ada')] }),
      's3/list-buckets.json': { Buckets: [{ Name: 'a' }, { Name: 'a' }, { CreationDate: 'x' }] },
      's3/get-bucket-policy/b.json': { Policy: policyText(openTo('s3:*', '*')) },
      'kms/list-keys.json': { Keys: [{ KeyArn: 'nonsense' }, { KeyArn: ARNS.key.replace(ACCOUNT, '999988887777') }] },
      'dynamodb/list-tables.json': { TableNames: ['where'] },
      'sqs/list-queues.json': { QueueUrls: ['ftp://queue'] },
    });
    expect(entities.filter(({ attributes }) => 'inferred' in attributes).map(({ name }) => name)).toEqual(['a']);
    expect(said.map(({ file, place }) => `${file}${place}`).sort()).toEqual([
      'dynamodb/list-tables.json/TableNames/0',
      'kms/list-keys.json/Keys/0',
      'kms/list-keys.json/Keys/1',
      's3/get-bucket-policy/b.json',
      's3/list-buckets.json/Buckets/1',
      's3/list-buckets.json/Buckets/2/Name',
      'sqs/list-queues.json/QueueUrls/0',
    ]);
  });
});
