/** An expression of the Common Expression Language, as conditions of Google Cloud use it. */
export type Expression =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'flag'; value: boolean }
  | { kind: 'list'; items: Expression[] }
  /** A dotted name, such as `resource.name`. */
  | { kind: 'path'; path: string }
  | { kind: 'call'; on: Expression | null; name: string; args: Expression[] }
  | { kind: 'not' | 'minus'; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; then: Expression; otherwise: Expression };

/** The text has something that this format has no rule for. */
export class UncoveredExpression extends Error {}

const TOKEN =
  /[ \t\r\n]*(?:("(?:[^"\\\n]|\\["'\\nrt])*"|'(?:[^'\\\n]|\\["'\\nrt])*')|(\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%<>!?:.,()[\]]))/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** Binary operators, those that bind least first. */
const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['==', '!=', '<', '<=', '>', '>=', 'in'], ['+', '-'], ['*', '/', '%']];
/** The deepest nesting. */
const DEEPEST = 100;

interface Token {
  kind: 'text' | 'number' | 'name' | 'sign' | 'end';
  value: string;
}

/** @throws UncoveredExpression if the text cannot be read */
export function parseExpression(text: string): Expression {
  return new Parser(tokensOf(text)).whole();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const whole = text.replace(/[ \t\r\n]+$/, '');
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < whole.length;) {
    const found = TOKEN.exec(whole);
    if (!found) throw new UncoveredExpression('a part that cannot be read');
    const [, quoted, number, name, sign] = found;
    if (quoted !== undefined)
      tokens.push({ kind: 'text', value: quoted.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => ESCAPES[char] ?? char) });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return [...tokens, { kind: 'end', value: '' }];
}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const found = this.#choice();
    if (this.#next.kind !== 'end') throw new UncoveredExpression(`"${this.#next.value}" where nothing may follow`);
    return found;
  }

  get #next(): Token {
    return this.tokens[this.#at] as Token;
  }

  #takes(sign: string): boolean {
    const { kind, value } = this.#next;
    if (value !== sign || (kind !== 'sign' && !(kind === 'name' && sign === 'in'))) return false;
    this.#at += 1;
    return true;
  }

  #must(sign: string): void {
    if (!this.#takes(sign)) throw new UncoveredExpression(`no "${sign}" where one has to be`);
  }

  #choice(): Expression {
    if ((this.#depth += 1) > DEEPEST) throw new UncoveredExpression('too deep a nesting');
    const test = this.#binary(0);
    let found = test;
    if (this.#takes('?')) {
      const then = this.#choice();
      this.#must(':');
      found = { kind: 'choice', test, then, otherwise: this.#choice() };
    }
    this.#depth -= 1;
    return found;
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((sign) => this.#takes(sign));
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    if ((this.#depth += 1) > DEEPEST) throw new UncoveredExpression('too deep a nesting');
    const kind = this.#takes('!') ? 'not' : this.#takes('-') ? 'minus' : null;
    const found: Expression = kind ? { kind, of: this.#unary() } : this.#member();
    this.#depth -= 1;
    return found;
  }

  #member(): Expression {
    let found = this.#primary();
    for (;;) {
      if (this.#takes('[')) {
        const key = this.#choice();
        this.#must(']');
        if (found.kind !== 'path' || key.kind !== 'text') throw new UncoveredExpression('an index');
        found = { kind: 'path', path: `${found.path}.${key.value}` };
      } else if (this.#takes('.')) {
        const { kind, value } = this.#next;
        if (kind !== 'name') throw new UncoveredExpression('no name after a dot');
        this.#at += 1;
        if (this.#takes('(')) found = { kind: 'call', on: found, name: value, args: this.#list(')') };
        else if (found.kind === 'path') found = { kind: 'path', path: `${found.path}.${value}` };
        else throw new UncoveredExpression(`the member "${value}" of a value`);
      } else return found;
    }
  }

  #primary(): Expression {
    const { kind, value } = this.#next;
    this.#at += 1;
    if (kind === 'text') return { kind, value };
    if (kind === 'number') return { kind, value: Number(value) };
    if (kind === 'name') {
      if (value === 'true' || value === 'false') return { kind: 'flag', value: value === 'true' };
      if (value === 'null' || value === 'in') throw new UncoveredExpression(`"${value}"`);
      return this.#takes('(') ? { kind: 'call', on: null, name: value, args: this.#list(')') } : { kind: 'path', path: value };
    }
    if (value === '[') return { kind: 'list', items: this.#list(']') };
    if (value !== '(') throw new UncoveredExpression(`"${value}" where a value has to be`);
    const inner = this.#choice();
    this.#must(')');
    return inner;
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#takes(end)) {
      if (items.length > 0) this.#must(',');
      items.push(this.#choice());
    }
    return items;
  }
}
