import type { Plan } from '../plan';

/** Something that is wrong in the company, and the question that finds it. */
export interface Fault {
  title: string;
  /** What happened, and why it matters. */
  story: string;
  /** In CAM's query language. */
  query: string;
  /** A name that stands in the answer: of an identity or a resource. */
  finds: string;
}

/** A name as it stands in a query. */
export function quoted(name: string): string {
  return /\s/.test(name) ? `"${name}"` : name;
}

/** Address of one of the cast. */
export function emailOf(plan: Plan, index: number): string {
  return plan.person(index).email;
}
