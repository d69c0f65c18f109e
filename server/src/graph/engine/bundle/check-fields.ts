/** The expected type of a field in a provider's response. `any` is not checked; a record is an object with such fields. */
export type FieldType = 'text' | 'number' | 'flag' | 'any' | { list: FieldType } | FieldTypes;

export interface FieldTypes {
  readonly [field: string]: FieldType;
}

export interface FieldProblem {
  place: string;
  message: string;
}

/**
 * Removes values of the wrong type, so that readers can rely on the shape. It reports each removal with its JSON pointer, and each unknown field once
 * per kind with its count.
 */
export class FieldChecker {
  readonly problems: FieldProblem[] = [];
  readonly #unknown = new Map<string, { place: string; count: number }>();

  /** Returns the object with its valid fields; undefined where the value is not an object. `kind` names it in messages. */
  check<T>(value: unknown, fields: FieldTypes, place: string, kind: string): T | undefined {
    return this.#record(value, fields, place, kind) as T | undefined;
  }

  /** Returns the problems, including unknown fields. */
  all(): FieldProblem[] {
    const unknown = [...this.#unknown].map(([name, { place, count }]) => ({
      place,
      message: `The field ${name} is unknown and was left out${count > 1 ? ` (${count} times)` : ''}.`,
    }));
    return [...this.problems, ...unknown];
  }

  #record(value: unknown, fields: FieldTypes, place: string, kind: string): Record<string, unknown> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#wrong(place, 'an object', value);
      return undefined;
    }
    const right: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const at = `${place}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
      if (type === undefined) this.#countUnknown(`${kind}.${name}`, at);
      else if (field !== null && field !== undefined) {
        const checked = this.#value(field, type, at, `${kind}.${name}`);
        if (checked !== undefined) right[name] = checked;
      }
    }
    return right;
  }

  #value(value: unknown, type: FieldType, place: string, kind: string): unknown {
    if (type === 'any') return value;
    if (type === 'text') return typeof value === 'string' ? value : this.#wrong(place, 'text', value);
    if (type === 'number') return typeof value === 'number' ? value : this.#wrong(place, 'a number', value);
    if (type === 'flag') return typeof value === 'boolean' ? value : this.#wrong(place, 'true or false', value);
    if (!isList(type)) return this.#record(value, type, place, kind);
    if (!Array.isArray(value)) return this.#wrong(place, 'a list', value);
    return value.flatMap((entry, index) => {
      const checked = this.#value(entry, type.list, `${place}/${index}`, kind);
      return checked === undefined ? [] : [checked];
    });
  }

  #wrong(place: string, expected: string, value: unknown): undefined {
    const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
    this.problems.push({ place, message: `This should be ${expected}, but is ${found}, so it was left out.` });
    return undefined;
  }

  #countUnknown(name: string, place: string): void {
    const known = this.#unknown.get(name);
    if (known) known.count += 1;
    else this.#unknown.set(name, { place, count: 1 });
  }
}

function isList(type: Exclude<FieldType, string>): type is { list: FieldType } {
  return 'list' in type;
}
