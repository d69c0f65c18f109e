import type { AccountRelation, ActionType, Operator } from './vocabulary';

/** A name or value. A quoted one is literal; otherwise `*` matches any run of characters and `?` one character. */
export interface Text {
  text: string;
  quoted: boolean;
}

export interface AttributeTerm {
  attribute: string;
  operator: Operator;
  values: Text[];
}

/** A disjunction of conjunctions of terms. */
export interface AttributeFilter {
  negated: boolean;
  anyOf: AttributeTerm[][];
}

/** Matches entities by type (null: any), name and attributes. */
export interface EntityPattern {
  types: string[] | null;
  names: Text[];
  filters: AttributeFilter[];
}

/** Days since the last use. Both bounds are exclusive. */
export interface UsageTest {
  never: boolean;
  moreThan: number | null;
  lessThan: number | null;
}

export type Privilege =
  | { kind: 'types'; types: ActionType[] }
  | { kind: 'actions'; actions: Text[] }
  | { kind: 'accounts'; relations: AccountRelation[] };

export interface ViaClause {
  kind: 'via';
  negated: boolean;
  entity: EntityPattern;
}

/** A disjunction of conjunctions of privileges. */
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
  /** The subjects of the statement: one pattern, or all patterns of the parentheses before it. */
  subjects: EntityPattern[];
  /** True when the statement repeats the subject of an earlier one instead of naming its own. */
  isSameSubject: boolean;
  /** Null: the query asks for the entities themselves. */
  verb: { kind: 'access'; object: EntityPattern } | { kind: 'usage'; test: UsageTest; object: EntityPattern | null } | null;
  clauses: Clause[];
}

/** A combination of statements. A negation occurs only beside a positive part. */
export type Expression = Statement | { kind: 'and' | 'or'; parts: Expression[] } | { kind: 'not'; part: Expression };

export interface Query {
  expression: Expression;
  /** yyyy-MM-dd: read the graph as of the end of that day, UTC. */
  asOf: string | null;
  /** yyyy-MM-dd: return only rows added, removed or modified after that day. */
  changedSince: string | null;
}

export function statementsOf(expression: Expression): Statement[] {
  if (expression.kind === 'statement') return [expression];
  return expression.kind === 'not' ? statementsOf(expression.part) : expression.parts.flatMap(statementsOf);
}
