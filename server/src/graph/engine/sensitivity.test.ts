import { sensitivityOf } from './sensitivity';

const of = (attributes: Record<string, unknown>, isResource = true): unknown => sensitivityOf({ isResource, attributes }).sensitivity;

it('reads the sensitivity of data from tags and labels', () => {
  expect(of({ 'tag.Data-Classification': 'Highly Confidential' })).toBe('high');
  expect(of({ 'tag.company:sensitivity': 'internal' })).toBe('medium');
  expect(of({ 'tag.classification': 'public', 'tag.sensitivity': 'restricted' })).toBe('high');
});

it('states nothing for other tags, unknown values and identities', () => {
  expect(of({ 'tag.team': 'secret' })).toBeUndefined();
  expect(of({ 'tag.sensitivity': 'tbd' })).toBeUndefined();
  expect(of({ 'tag.sensitivity': 'high' }, false)).toBeUndefined();
});
