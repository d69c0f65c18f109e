import type { Operator } from './vocabulary';

/** A name or value: quoted ones are taken as they stand, others may hold `*` and `?`. */
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

export interface ViaClause {
  negated: boolean;
  entity: EntityPattern;
}

/** Alternatives of conjunctions of action types. */
export interface ForClause {
  negated: boolean;
  anyOf: string[][][];
}

export interface Statement {
  subject: EntityPattern;
  /** Null: the entities themselves are asked for. */
  object: EntityPattern | null;
  via: ViaClause[];
  privileges: ForClause[];
}
