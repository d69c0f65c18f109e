import { at, text } from '../../../../platform/json-values';

/** Returns a Resource Manager id in lower case, because these ids ignore case. */
export function armId(value: unknown): string {
  return text(value).toLowerCase().replace(/\/+$/, '');
}

/** Returns the id in an object reference. */
export function idAt(value: unknown, ...path: string[]): string {
  return armId(at(value, ...path, 'id'));
}
