import type { AccountRelation, ActionType, Operator } from './vocabulary';

/** A name or value: quoted ones are taken as they stand, in others `*` is any run and `?` one character. */
export interface Text {
  text: string;
  quoted: boolean;
}

export interface AttributeTerm {
  attribute: string;
  operator: Operator;
  values: Text[];
}

/** Alternatives of conjunctions. */
export interface AttributeFilter {
  negated: boolean;
  anyOf: AttributeTerm[][];
}

/** Entities by type (null: any), name and attributes. */
export interface EntityPattern {
  types: string[] | null;
  names: Text[];
  filters: AttributeFilter[];
}

/** Days since the last use; both bounds are exclusive. */
export interface UsageTest {
  never: boolean;
  moreThan: number | null;
  lessThan: number | null;
}

export type Privilege =
  { kind: 'types'; types: ActionType[] } | { kind: 'actions'; actions: Text[] } | { kind: 'accounts'; relations: AccountRelation[] };

export interface ViaClause {
  kind: 'via';
  negated: boolean;
  entity: EntityPattern;
}

/** Alternatives of conjunctions of privileges. */
export interface ForClause {
  kind: 'for';
  negated: boolean;
  anyOf: Privilege[][];
}

export interface GrantClause {
  kind: 'role' | 'scope';
  negated: boolean;
  names: Text[];
}

export interface UsageClause {
  kind: 'usage';
  test: UsageTest;
}

export type Clause = ViaClause | ForClause | GrantClause | UsageClause;

export interface Statement {
  kind: 'statement';
  /** Whom it speaks of: one pattern, or those of a bracket that it follows. */
  subjects: EntityPattern[];
  /** It names no subject, but goes on about that of an earlier one. */
  isSameSubject: boolean;
  /** Absent: the entities themselves are asked for. */
  verb: { kind: 'access'; object: EntityPattern } | { kind: 'usage'; test: UsageTest; object: EntityPattern | null } | null;
  clauses: Clause[];
}

/** Questions combined. A negation stands only beside something positive. */
export type Expression = Statement | { kind: 'and' | 'or'; parts: Expression[] } | { kind: 'not'; part: Expression };

export interface Query {
  expression: Expression;
  /** yyyy-MM-dd: the graph as it was at the end of that day, UTC. */
  asOf: string | null;
  /** yyyy-MM-dd: only what came or went after that day. */
  changedSince: string | null;
}

export function statementsOf(expression: Expression): Statement[] {
  if (expression.kind === 'statement') return [expression];
  return expression.kind === 'not' ? statementsOf(expression.part) : expression.parts.flatMap(statementsOf);
}
