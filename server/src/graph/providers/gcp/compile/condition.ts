import type { Truth } from '../../../engine/truth';
import { truthOf, type CelContext } from './cel-evaluate';
import { CelFault, parseCel, type CelExpression } from './cel-syntax';
import { celInWords } from './cel-words';

/** A condition of a binding or deny rule. */
export interface Condition {
  /** The source text. Conditions with equal text share one object. */
  text: string;
  /** Null where it cannot be parsed, so it stays undecided. */
  expression: CelExpression | null;
  /** The condition in words, for display. */
  words: string;
}

/** Parses a condition; null where there is none. An unreadable condition is kept and stays undecided. */
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

/** Evaluates a condition. Without a condition the result is yes. */
export function holds(condition: Condition | null, context: CelContext): Truth {
  if (condition === null) return 'yes';
  return condition.expression === null ? 'unknown' : truthOf(condition.expression, context);
}
