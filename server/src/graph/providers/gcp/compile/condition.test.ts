import { contextOfResource } from '../evaluate/resource-facts';
import { holds, readCondition } from './condition';

const NOW = Date.parse('2026-06-01T00:00:00Z');

/** @see https://cloud.google.com/iam/docs/conditions-attribute-reference */
describe('a condition of a binding', () => {
  const truth = (expression: string, facts = {}): string =>
    holds(readCondition({ expression }), { ...contextOfResource({ tags: null, ...facts }), notBefore: NOW });

  it.each([
    ["request.time < timestamp('2026-01-01T00:00:00Z')", 'no'],
    ["timestamp('2026-01-01T00:00:00Z') > request.time", 'no'],
    ["request.time > timestamp('2026-01-01T00:00:00Z')", 'yes'],
    ["request.time < timestamp('2099-01-01T00:00:00Z')", 'unknown'],
    ["request.time == timestamp('2026-01-01T00:00:00Z')", 'no'],
  ])('is decided by a time in the past: %s', (expression, expected) => {
    expect(truth(expression)).toBe(expected);
  });

  it('fails for the resource types of another service, also inside a resource', () => {
    const ofInstances = "resource.type == 'compute.googleapis.com/Instance'";
    expect(truth(ofInstances, { type: 'storage.googleapis.com/Bucket' })).toBe('no');
    expect(truth(ofInstances, { typePrefix: 'storage.googleapis.com/' })).toBe('no');
    expect(truth("resource.type == 'storage.googleapis.com/Object'", { typePrefix: 'storage.googleapis.com/' })).toBe('unknown');
  });
});
