/** An expression of the Common Expression Language, limited to what IAM conditions use. */
export type CelExpression =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'flag'; value: boolean }
  | { kind: 'null' }
  | { kind: 'list'; items: CelExpression[] }
  /** `resource.name` */
  | { kind: 'path'; path: string }
  | { kind: 'member'; of: CelExpression; name: string }
  | { kind: 'call'; of: CelExpression | null; name: string; args: CelExpression[] }
  | { kind: 'not' | 'minus'; of: CelExpression }
  | { kind: 'binary'; operator: BinaryOperator; left: CelExpression; right: CelExpression }
  | { kind: 'choice'; test: CelExpression; then: CelExpression; otherwise: CelExpression };

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

interface Token {
  kind: 'text' | 'number' | 'name' | 'sign';
  value: string;
}

/** The text is not a supported expression. */
export class CelFault extends Error {}

const TOKEN =
  /\s*(?:\/\/[^\n]*\n?\s*)*(?:([rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*')|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?u?)|([A-Za-z_]\w*)|(\|\||&&|==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const found = TOKEN.exec(text);
    if (!found) throw new CelFault();
    const [, string, number, name, sign] = found;
    if (string !== undefined) tokens.push({ kind: 'text', value: unquoted(string) });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number.replace('u', '') });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return tokens;
}

function unquoted(literal: string): string {
  if (/^r/i.test(literal)) return literal.slice(2, -1);
  const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return literal.slice(1, -1).replace(/\\(.)/g, (_all, char: string) => escapes[char] ?? char);
}

/** Operators by precedence, lowest first. */
const LEVELS: readonly (readonly BinaryOperator[])[] = [['||'], ['&&'], ['==', '!=', '<', '<=', '>', '>=', 'in'], ['+', '-'], ['*', '/', '%']];

/** Maximum nesting depth of an expression. */
const DEEPEST = 200;

/**
 * Parses an expression.
 * @throws CelFault where the text is not a supported expression
 */
export function parseCel(text: string): CelExpression {
  return new CelParser(tokensOf(text)).parse();
}

class CelParser {
  #index = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): CelExpression {
    const expression = this.#choice();
    if (this.#index < this.tokens.length) throw new CelFault();
    return expression;
  }

  #choice(): CelExpression {
    if ((this.#depth += 1) > DEEPEST) throw new CelFault();
    const test = this.#binary(0);
    let result = test;
    if (this.#take('?')) {
      const then = this.#choice();
      this.#expect(':');
      result = { kind: 'choice', test, then, otherwise: this.#choice() };
    }
    this.#depth -= 1;
    return result;
  }

  #binary(level: number): CelExpression {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const next = this.tokens[this.#index];
      const operator = operators.find((sign) => next !== undefined && next.kind !== 'text' && next.value === sign);
      if (operator === undefined) return left;
      this.#index += 1;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): CelExpression {
    const signs: ('not' | 'minus')[] = [];
    for (;;) {
      if (this.#take('!')) signs.push('not');
      else if (this.#take('-')) signs.push('minus');
      else break;
    }
    return signs.reduceRight<CelExpression>((of, kind) => ({ kind, of }), this.#member());
  }

  #member(): CelExpression {
    let expression = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const name = this.#name();
        if (this.#take('(')) expression = { kind: 'call', of: expression, name, args: this.#list(')') };
        else
          expression = expression.kind === 'path' ? { kind: 'path', path: `${expression.path}.${name}` } : { kind: 'member', of: expression, name };
      } else if (this.#take('[')) {
        const key = this.#choice();
        this.#expect(']');
        if (key.kind !== 'text') throw new CelFault();
        expression =
          expression.kind === 'path'
            ? { kind: 'path', path: `${expression.path}.${key.value}` }
            : { kind: 'member', of: expression, name: key.value };
      } else return expression;
    }
  }

  #primary(): CelExpression {
    const token = this.tokens[this.#index];
    if (!token) throw new CelFault();
    this.#index += 1;
    if (token.kind === 'text') return { kind: 'text', value: token.value };
    if (token.kind === 'number') return { kind: 'number', value: Number(token.value) };
    if (token.kind === 'name') {
      if (token.value === 'true' || token.value === 'false') return { kind: 'flag', value: token.value === 'true' };
      if (token.value === 'null') return { kind: 'null' };
      return this.#take('(') ? { kind: 'call', of: null, name: token.value, args: this.#list(')') } : { kind: 'path', path: token.value };
    }
    if (token.value === '[') return { kind: 'list', items: this.#list(']') };
    if (token.value !== '(') throw new CelFault();
    const inner = this.#choice();
    this.#expect(')');
    return inner;
  }

  #list(end: string): CelExpression[] {
    const items: CelExpression[] = [];
    while (!this.#take(end)) {
      if (items.length > 0) this.#expect(',');
      items.push(this.#choice());
    }
    return items;
  }

  #name(): string {
    const token = this.tokens[this.#index];
    if (token?.kind !== 'name') throw new CelFault();
    this.#index += 1;
    return token.value;
  }

  #take(sign: string): boolean {
    const token = this.tokens[this.#index];
    if (token?.kind !== 'sign' || token.value !== sign) return false;
    this.#index += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new CelFault();
  }
}
