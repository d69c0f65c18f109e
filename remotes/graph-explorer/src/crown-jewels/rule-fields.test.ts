import { bodyOf, definitionOf, newRule, problemOf, taggersQuery } from './rule-fields';

const COMPLETE = { ...newRule(), name: 'Payroll', query: 'object_store payroll', reason: 'Salaries' };

it('an incomplete form has no body', () => {
  expect(bodyOf(newRule())).toBeNull();
  expect(bodyOf({ ...COMPLETE, reason: ' ' })).toBeNull();
  expect(bodyOf(COMPLETE)).toMatchObject({ name: 'Payroll', kind: 'QUERY', definition: { query: 'object_store payroll' }, tier: 1 });
});

it('a rule by hand names each entity once, and needs no certification', () => {
  const fields = { ...COMPLETE, kind: 'HAND' as const, uris: ' a \nb\n\na', certify: true };
  expect(definitionOf(fields)).toEqual({ uris: ['a', 'b'] });
  expect(bodyOf(fields)?.certify).toBe(false);
});

it('a rule assigns a tier or a label', () => {
  expect(problemOf({ ...COMPLETE, tier: null })).toBe('Choose a tier or enter a label that the rule assigns.');
  expect(problemOf({ ...COMPLETE, tier: null, labels: ['pci'] })).toBeNull();
});

it('a link from an entity page starts a rule by hand for this entity', () => {
  expect(newRule('demo:AWS:1:-:ROLE:admin')).toMatchObject({ kind: 'HAND', uris: 'demo:AWS:1:-:ROLE:admin' });
});

it('a rule by tag leads to those who may change the tag', () => {
  const fields = { kind: 'TAG' as const, key: ' data-class ', value: 'top secret' };
  expect(taggersQuery(fields)).toBe('any with-access any with-attribute tag.data-class "top secret" for tagging');
  expect(taggersQuery({ ...fields, kind: 'QUERY' })).toBeNull();
  for (const wrong of [{ key: '' }, { key: 'a b' }, { value: ' ' }, { value: 'a"b' }, { value: 'a*' }])
    expect(taggersQuery({ ...fields, ...wrong })).toBeNull();
});
