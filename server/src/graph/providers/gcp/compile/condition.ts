import type { Truth } from '../../../engine/truth';
import { truthOf, type CelContext } from './cel-evaluate';
import { CelFault, parseCel, type CelExpression } from './cel-syntax';
import { celInWords } from './cel-words';

/** A condition of a binding or of a deny rule. */
export interface Condition {
  /** As it is written: conditions of the same text are one. */
  text: string;
  /** Null: it cannot be read, so nobody can decide it. */
  expression: CelExpression | null;
  /** As a person reads it. */
  words: string;
}

/** Null where there is none. What cannot be read is kept, as a condition that is never decided. */
export function readCondition(value: unknown): Condition | null {
  if (value === undefined || value === null) return null;
  const { expression } = value as { expression?: unknown };
  const written = typeof value === 'string' ? value : typeof expression === 'string' ? expression : '';
  const text = written.trim();
  if (text === '') return null;
  try {
    const parsed = parseCel(text);
    return { text, expression: parsed, words: celInWords(parsed) };
  } catch (error) {
    if (!(error instanceof CelFault)) throw error;
    return { text, expression: null, words: text.replace(/\s+/g, ' ') };
  }
}

/** No condition always holds. */
export function holds(condition: Condition | null, context: CelContext): Truth {
  if (condition === null) return 'yes';
  return condition.expression === null ? 'unknown' : truthOf(condition.expression, context);
}
