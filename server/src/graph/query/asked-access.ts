import { statementsOf, type Expression, type Query, type Statement, type Text } from './ast';
import { listText } from './print';
import { kindsOfPrivilege, requestedPrivileges } from './privilege-conditions';

/** The access that a query asks for, and the days that it names. */
export interface AskedAccess {
  /** Kinds of access. */
  kinds: ReadonlySet<'READ' | 'WRITE' | 'ADMIN'>;
  /** Names of actions. An unquoted one may hold `*` and `?`. */
  actions: readonly Text[];
  /** The privileges as the query language writes them. */
  privileges: readonly string[];
  /** YYYY-MM-DD */
  asOf: string | null;
  /** YYYY-MM-DD */
  changedSince: string | null;
}

/** Returns the access that a query asks for. It asks neither for excluded privileges nor for those of an excluded part. */
export function askedAccess({ expression, asOf, changedSince }: Query): AskedAccess {
  const privileges = wantedStatements(expression).flatMap(({ clauses }) => requestedPrivileges(clauses));
  const types = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
  const actions = privileges.flatMap((privilege) => (privilege.kind === 'actions' ? privilege.actions : []));
  const words = [...types, ...actions.map((action) => listText([action]))];
  return { kinds: new Set(types.flatMap(kindsOfPrivilege)), actions, privileges: [...new Set(words)], asOf, changedSince };
}

function wantedStatements(expression: Expression): Statement[] {
  if (expression.kind === 'not') return [];
  return expression.kind === 'statement' ? statementsOf(expression) : expression.parts.flatMap(wantedStatements);
}
