import { AWS_CALLS, AWS_FILES } from './account-files';
import { InventoryReader } from './inventory-reader';

const VPCS = {
  Vpcs: [
    { VpcId: 'vpc-1', Shoe: 1 },
    { VpcId: 'vpc-2', Shoe: 2, Tags: [{ Key: 'a', Value: 5 }] },
  ],
};

describe('InventoryReader', () => {
  it('recognises a file by its name, or else by its shape', () => {
    const reader = new InventoryReader();
    expect(reader.add('eu-west-1/ec2/describe-vpcs.json', { Vpcs: [{ VpcId: 'a' }] })).toBe(true);
    expect(reader.add('mine', { Vpcs: [{ VpcId: 'b' }] })).toBe(true);
    expect(reader.add('strange', { Planets: [] })).toBe(false);
    expect(reader.inventory.of('ec2/describe-vpcs').map(({ fields, region }) => [fields.VpcId, region])).toEqual([
      ['a', 'eu-west-1'],
      ['b', ''],
    ]);
  });

  it('trusts the shape of a file whose name contradicts it', () => {
    const reader = new InventoryReader();
    reader.add('ec2/describe-subnets.json', { Vpcs: [{ VpcId: 'a' }] });
    expect(reader.inventory.has('ec2/describe-subnets')).toBe(false);
    expect(reader.inventory.of('ec2/describe-vpcs')).toHaveLength(1);
  });

  it('reports removed values and unknown fields with their place', () => {
    const reader = new InventoryReader();
    reader.add('v.json', { ...VPCS, NextToken: 'more', Extra: 1 });
    reader.add('ec2/describe-subnets.json', { Message: 'denied' });
    reader.add('kms/list-keys.json', { Keys: 'none' });
    expect(reader.warnings().filter(({ place }) => place !== null)).toEqual([
      { file: 'v.json', place: '/Extra', message: 'The field Extra is unknown and was left out.' },
      { file: 'v.json', place: '/NextToken', message: 'This is one page of several. Export all pages, or without --max-items.' },
      { file: 'v.json', place: '/Vpcs/1/Tags/0/Value', message: 'This should be text, but is a number, so it was left out.' },
      { file: 'v.json', place: '/Vpcs/0/Shoe', message: 'The field Vpcs.Shoe is unknown and was left out (2 times).' },
      {
        file: 'ec2/describe-subnets.json',
        place: '/',
        message: 'This file has no "Subnets", which "aws ec2 describe-subnets" prints, so it was left out.',
      },
      { file: 'kms/list-keys.json', place: '/Keys', message: 'This should be an object, but is a string, so it was left out.' },
    ]);
  });

  it('warns about missing calls and their effect, except details of resources that do not exist', () => {
    const reader = new InventoryReader();
    reader.addEmpty('s3/list-buckets.json');
    const missing = reader.warnings().map(({ file }) => file);
    expect(missing).toContain('ec2/describe-instances');
    expect(missing).not.toContain('s3/list-buckets');
    expect(missing).not.toContain('s3/get-bucket-policy');
    expect(reader.warnings()[0]).toMatchObject({ place: null, message: expect.stringMatching(/^The bundle has no .*: .* unknown\.$/) });
  });

  it.each(AWS_CALLS)('recognises %s by its file name', (call) => {
    const reader = new InventoryReader();
    const { at, fields } = AWS_FILES[call];
    expect(reader.add(`${call}/of-something.json`, at === null ? { [Object.keys(fields)[0] ?? '']: 'x' } : { [at]: [] })).toBe(true);
    expect(reader.inventory.has(call)).toBe(true);
  });
});
