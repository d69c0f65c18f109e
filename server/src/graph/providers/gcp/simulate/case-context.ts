import type { Truth } from '../../../engine/truth';
import { fieldsOf, type Fields } from '../../../engine/read-case';
import type { CelContext, ResourceTag } from '../compile/cel-evaluate';
import type { CelValue } from '../compile/cel-value';
import { holds } from '../compile/condition';
import type { ConditionTruth, ConditionTruths } from '../evaluate/effective-access';
import { contextOfResource, factsOfFullName } from '../evaluate/resource-facts';

/**
 * Returns how conditions evaluate in the context of a case, with keys such as `resource.name`, `request.time` and `resource.tags`, or nested objects.
 * In a complete context, a condition on a missing value cannot be evaluated: a binding then grants nothing, and a deny applies.
 * @see Google Cloud, "Overview of IAM Conditions" and "Deny policies", Denial conditions
 */
export function readCaseConditions(given: Fields, resource: string): ConditionTruths {
  const request = fieldsOf(given.request, 'request');
  const raw = request.context === undefined || request.context === null ? {} : fieldsOf(request.context, 'request.context');
  const isComplete = (given.context_complete ?? request.context_complete) === true;
  const stated = new Map(flattened(raw));
  const byName = contextOfResource({ ...factsOfFullName(resource), tags: null });
  const context: CelContext = {
    valueOf: (path) => (stated.has(path) ? toValue(path, stated.get(path)) : byName.valueOf(path)),
    tags: readTags(raw) ?? (isComplete ? [] : null),
  };
  const decided =
    (without: Truth): ConditionTruth =>
    (condition) => {
      const truth = holds(condition, context);
      return truth === 'unknown' && isComplete ? without : truth;
    };
  return { ofBinding: decided('no'), ofDeny: decided('yes') };
}

/** Flattens `{"resource": {"name": "a"}}` to `resource.name`. */
function* flattened(value: Fields, prefix = ''): Generator<readonly [string, unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const path = `${prefix}${key}`;
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) yield* flattened(inner as Fields, `${path}.`);
    else yield [path, inner];
  }
}

function toValue(path: string, value: unknown): CelValue | undefined {
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => toValue('', item)) };
  if (typeof value !== 'string') return undefined;
  if (path !== 'request.time') return { kind: 'text', value };
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : { kind: 'time', value: time };
}

/** Reads tags by namespaced key or permanent id, each with its value. */
function readTags(raw: Fields): ResourceTag[] | null {
  const nested = raw.resource;
  const inResource = typeof nested === 'object' && nested !== null ? (nested as Fields).tags : undefined;
  const tags = raw['resource.tags'] ?? inResource ?? raw.tags;
  if (typeof tags !== 'object' || tags === null || Array.isArray(tags)) return null;
  return Object.entries(tags).map(([key, value]) => ({ key, keyId: key, value: String(value), valueId: String(value) }));
}
