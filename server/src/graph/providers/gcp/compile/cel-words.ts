import type { CelExpression } from './cel-syntax';

const OPERATORS: Record<string, string> = {
  '||': 'or',
  '&&': 'and',
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  in: 'is one of',
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divided by',
  '%': 'modulo',
};

/** Comparison words for times. */
const BEFORE_AND_AFTER: Record<string, string> = { '<': 'is before', '<=': 'is not after', '>': 'is after', '>=': 'is not before' };

const METHODS: Record<string, string> = { startsWith: 'starts with', endsWith: 'ends with', contains: 'contains', matches: 'matches' };

/** Returns an expression in words. */
export function celInWords(expression: CelExpression): string {
  switch (expression.kind) {
    case 'text':
      return `"${expression.value}"`;
    case 'number':
    case 'flag':
      return String(expression.value);
    case 'null':
      return 'nothing';
    case 'list':
      return expression.items.map(celInWords).join(', ');
    case 'path':
      return expression.path;
    case 'member':
      return `${celInWords(expression.of)}.${expression.name}`;
    case 'not':
      return `not (${celInWords(expression.of)})`;
    case 'minus':
      return `-${celInWords(expression.of)}`;
    case 'choice':
      return `${celInWords(expression.then)} if ${celInWords(expression.test)}, else ${celInWords(expression.otherwise)}`;
    case 'binary': {
      const { operator, left, right } = expression;
      const word = isTime(left) || isTime(right) ? (BEFORE_AND_AFTER[operator] ?? OPERATORS[operator]) : OPERATORS[operator];
      return `${inBrackets(left, operator)} ${word ?? operator} ${inBrackets(right, operator)}`;
    }
    case 'call':
      return callInWords(expression);
  }
}

function callInWords({ of, name, args }: Extract<CelExpression, { kind: 'call' }>): string {
  const words = args.map(celInWords);
  if (of === null) {
    const [only] = args;
    return (name === 'timestamp' || name === 'duration') && only?.kind === 'text' ? only.value : `${name}(${words.join(', ')})`;
  }
  if (of.kind === 'path' && of.path === 'resource' && /^(?:matchTag|hasTagKey)(?:Id)?$/.test(name)) {
    return name.startsWith('matchTag') ? `the resource has the tag ${words.join(' with the value ')}` : `the resource has a tag ${words.join('')}`;
  }
  const method = METHODS[name];
  return method === undefined ? `${celInWords(of)}.${name}(${words.join(', ')})` : `${celInWords(of)} ${method} ${words.join(', ')}`;
}

function isTime(expression: CelExpression): boolean {
  return (expression.kind === 'path' && expression.path === 'request.time') || (expression.kind === 'call' && expression.name === 'timestamp');
}

/** Adds brackets around an `or` inside an `and`, and the reverse. */
function inBrackets(expression: CelExpression, within: string): string {
  const words = celInWords(expression);
  const mixes = expression.kind === 'binary' && expression.operator !== within && (expression.operator === '||' || expression.operator === '&&');
  return mixes ? `(${words})` : words;
}
