import { ActionBundles, LARGE_SET } from './action-bundles';

const everything = Object.fromEntries(Array.from({ length: LARGE_SET + 1 }, (_, n) => [`svc:Action${n}`, n === 0 ? 'ws' : 'r']));

function bundles(...used: string[]): ActionBundles {
  return new ActionBundles(
    [
      { set_id: 'reader', actions: { 's3:GetObject': 'r', 's3:ListBucket': 'r', 'sqs:SendMessage': 'w' } },
      { set_id: 'owner', actions: { 's3:GetObject': 'r', 's3:PutBucketPolicy': 'as' } },
      { set_id: 'everything', actions: everything },
    ],
    new Set(used),
  );
}

describe('ActionBundles', () => {
  it('gives the same sets the same number, in any order', () => {
    const all = bundles();
    const one = all.numberOf([
      { set_id: 'reader', covered: 'r' },
      { set_id: 'owner', covered: '' },
    ]);
    expect(all.numberOf([{ set_id: 'reader', covered: 'r' }])).not.toBe(one);
    expect(
      all.numberOf([
        { set_id: 'owner', covered: '' },
        { set_id: 'reader', covered: 'r' },
      ]),
    ).toBe(one);
    expect(all.count).toBe(2);
  });

  it('knows which actions a log covers: in one of the sets with one of its letters', () => {
    const all = bundles();
    const both = all.numberOf([
      { set_id: 'reader', covered: 'r' },
      { set_id: 'owner', covered: 'a' },
    ]);
    expect([...all.actionsOf(both)].sort()).toEqual([
      ['s3:GetObject', true],
      ['s3:ListBucket', true],
      ['s3:PutBucketPolicy', true],
      ['sqs:SendMessage', false],
    ]);
    expect(all.actionsOf(all.numberOf([{ set_id: 'owner', covered: '' }])).get('s3:PutBucketPolicy')).toBe(false);
  });

  it('lists of a set for near-administrators only what is sensitive or used', () => {
    const sensitive = bundles();
    expect([...sensitive.actionsOf(sensitive.numberOf([{ set_id: 'everything', covered: '' }])).keys()]).toEqual(['svc:Action0']);
    expect(sensitive.isSensitive('svc:Action0')).toBe(true);
    const used = bundles('svc:action7');
    expect([...used.actionsOf(used.numberOf([{ set_id: 'everything', covered: '' }])).keys()]).toEqual(['svc:Action0', 'svc:Action7']);
  });

  it('finds the actions that a log entry stands for', () => {
    const all = bundles();
    const reader = all.numberOf([{ set_id: 'reader', covered: '' }]);
    expect(all.namedIn(reader, 's3:getobject')).toEqual(['s3:GetObject']);
    expect(all.namedIn(reader, 's3:*')).toEqual(['s3:GetObject', 's3:ListBucket']);
    expect(all.namedIn(reader, 'ec2:*')).toEqual([]);
    expect(all.namedIn(reader, 's3:putbucketpolicy')).toEqual([]);
  });
});
