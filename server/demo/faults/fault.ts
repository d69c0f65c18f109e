import type { Plan } from '../plan';

/** A deliberate weakness of the company, with the query that finds it. */
export interface Fault {
  title: string;
  /** Cause and risk. */
  story: string;
  /** Query in CAM's query language. */
  query: string;
  /** Name of an identity or a resource in the result. */
  finds: string;
}

/** Quotes a name for a query. */
export function quoted(name: string): string {
  return /\s/.test(name) ? `"${name}"` : name;
}

/** Returns the e-mail address of a cast member. */
export function emailOf(plan: Plan, index: number): string {
  return plan.person(index).email;
}
