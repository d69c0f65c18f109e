import type { Truth } from '../../../engine/truth';
import { fieldsOf, type Fields } from '../../../engine/read-case';
import type { CelContext, ResourceTag } from '../compile/cel-evaluate';
import type { CelValue } from '../compile/cel-value';
import { holds } from '../compile/condition';
import type { ConditionTruth, ConditionTruths } from '../evaluate/effective-access';
import { contextOfResource, factsOfFullName } from '../evaluate/resource-facts';

/**
 * What conditions make of the context of a case: keys such as `resource.name`, `request.time` and `resource.tags`, also as objects in each
 * other. Where the context is complete, a condition on what is missing cannot be evaluated: a binding then gives nothing, and a deny denies.
 * Source: Google Cloud, "Overview of IAM Conditions" and "Deny policies", Denial conditions.
 */
export function readCaseConditions(given: Fields, resource: string): ConditionTruths {
  const request = fieldsOf(given.request, 'request');
  const raw = request.context === undefined || request.context === null ? {} : fieldsOf(request.context, 'request.context');
  const isComplete = (given.context_complete ?? request.context_complete) === true;
  const told = new Map(flattened(raw));
  const byName = contextOfResource({ ...factsOfFullName(resource), tags: null });
  const context: CelContext = {
    valueOf: (path) => (told.has(path) ? toValue(path, told.get(path)) : byName.valueOf(path)),
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

/** `{"resource": {"name": "a"}}` is `resource.name`. */
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

/** Tags by namespaced key or by permanent id, each with its value. */
function readTags(raw: Fields): ResourceTag[] | null {
  const nested = raw.resource;
  const inResource = typeof nested === 'object' && nested !== null ? (nested as Fields).tags : undefined;
  const tags = raw['resource.tags'] ?? inResource ?? raw.tags;
  if (typeof tags !== 'object' || tags === null || Array.isArray(tags)) return null;
  return Object.entries(tags).map(([key, value]) => ({ key, keyId: key, value: String(value), valueId: String(value) }));
}
