import { at, text } from '../../../../platform/json-values';

/** An id of Azure's Resource Manager: case counts for nothing, so all are in lower case. */
export function armId(value: unknown): string {
  return text(value).toLowerCase().replace(/\/+$/, '');
}

/** The id that an object refers to something with. */
export function idAt(value: unknown, ...path: string[]): string {
  return armId(at(value, ...path, 'id'));
}
