/** What a field of a provider's answer must be. `any` is taken as it comes; a record is an object of such fields. */
export type FieldType = 'text' | 'number' | 'flag' | 'any' | { list: FieldType } | FieldTypes;

export interface FieldTypes {
  readonly [field: string]: FieldType;
}

export interface FieldProblem {
  place: string;
  message: string;
}

/**
 * Takes out of a value what is of the wrong type, so that whoever reads it may trust its shape. Collects what was taken out, each
 * with its JSON pointer; fields that are not known are named once per kind, with how often they occur.
 */
export class FieldChecker {
  readonly problems: FieldProblem[] = [];
  readonly #unknown = new Map<string, { place: string; count: number }>();

  /** The object with the fields that are right; undefined where it is no object. `kind` names what it is, for people. */
  check<T>(value: unknown, fields: FieldTypes, place: string, kind: string): T | undefined {
    return this.#record(value, fields, place, kind) as T | undefined;
  }

  /** Also those about fields that are not known. */
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
