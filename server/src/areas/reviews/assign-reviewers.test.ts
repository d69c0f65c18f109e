import { assignReviewers, type ItemToAssign } from './assign-reviewers';

const item = (
  unitKey: string,
  { address = '', tag, unitTag, manager }: { address?: string; tag?: string; unitTag?: string; manager?: string } = {},
) =>
  ({
    unitKey,
    addresses: address === '' ? [] : [address],
    identityAttributes: { ...(tag ? { 'tag.owner': tag } : {}), ...(manager ? { manager } : {}) },
    unitAttributes: unitTag ? { 'tag.owner': unitTag } : {},
  }) satisfies ItemToAssign;
const anybody = (): boolean => true;
const people = (...emails: string[]) => ({ reviewers: { by: 'PEOPLE' as const, people: emails }, fallback: 'boss@x.example' });

it('a list shares the items, and a unit has one reviewer', () => {
  const items = [item('a'), item('a'), item('a'), item('b'), item('b'), item('c')];
  const found = assignReviewers(items, people('ada@x.example', 'bob@x.example'), anybody).map(({ reviewer }) => reviewer);
  expect(found).toEqual(['ada@x.example', 'ada@x.example', 'ada@x.example', 'bob@x.example', 'bob@x.example', 'bob@x.example']);
});

it('nobody reviews himself: the next person or the fallback does, and otherwise nobody', () => {
  const own = item('a', { address: 'ada@x.example' });
  expect(assignReviewers([own], people('ada@x.example', 'bob@x.example'), anybody)[0]?.reviewer).toBe('bob@x.example');
  expect(assignReviewers([own], people('ada@x.example'), anybody)[0]).toEqual({
    reviewer: 'boss@x.example',
    reason: 'Fallback: ada@x.example would review their own access',
  });
  const ofBoss = { ...own, addresses: ['ada@x.example', 'boss@x.example'] };
  expect(assignReviewers([ofBoss], people('ada@x.example'), anybody)[0]).toEqual({
    reviewer: '',
    reason: 'ada@x.example would review their own access, and so would the fallback',
  });
});

it('a tag of the unit comes before one of the identity, and people who are no users get nothing', () => {
  const rule = { reviewers: { by: 'TAG' as const, tag: 'owner' }, fallback: 'boss@x.example' };
  const items = [
    item('a', { tag: 'Ida@x.example', unitTag: 'uma@x.example' }),
    item('a', { tag: 'Ida@x.example' }),
    item('a', { unitTag: 'platform' }),
  ];
  expect(assignReviewers(items, rule, anybody).map(({ reviewer }) => reviewer)).toEqual(['uma@x.example', 'ida@x.example', 'boss@x.example']);
  expect(assignReviewers(items.slice(0, 1), rule, () => false)[0]).toEqual({
    reviewer: 'boss@x.example',
    reason: 'Fallback: uma@x.example, named by the tag owner, is no user',
  });
});

it('an attribute of the identity names the manager', () => {
  const rule = { reviewers: { by: 'ATTRIBUTE' as const, attribute: 'manager' }, fallback: 'boss@x.example' };
  expect(assignReviewers([item('a', { manager: 'mia@x.example' })], rule, anybody)[0]).toEqual({
    reviewer: 'mia@x.example',
    reason: 'Named by the attribute manager',
  });
  expect(assignReviewers([item('a')], rule, anybody)[0]?.reason).toBe('Fallback: no email address in the attribute manager');
});
