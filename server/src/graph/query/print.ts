import type { AttributeFilter, AttributeTerm, Clause, EntityPattern, Expression, Privilege, Query, Statement, Text, UsageTest } from './ast';

/** Prints a query in its own syntax. Parsing the text returns the same query. */
export function printQuery({ expression, asOf, changedSince }: Query): string {
  return words(expressionText(expression), asOf && `as-of ${asOf}`, changedSince && `changed-since ${changedSince}`);
}

function words(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function expressionText(expression: Expression): string {
  if (expression.kind === 'statement') return statementText(expression);
  if (expression.kind === 'not') return `not ${inBrackets(expression.part)}`;
  return expression.parts
    .map((part) => (part.kind === 'or' || part.kind === expression.kind ? inBrackets(part) : expressionText(part)))
    .join(` ${expression.kind} `);
}

function inBrackets(expression: Expression): string {
  return expression.kind === 'statement' ? statementText(expression) : `(${expressionText(expression)})`;
}

function statementText({ subjects, isSameSubject, verb, clauses }: Statement): string {
  const subject = isSameSubject ? null : subjects.map(entityText).join(' or ');
  const said =
    verb?.kind === 'access'
      ? `with-access ${entityText(verb.object)}`
      : verb?.kind === 'usage' && words(`with-usage ${usageText(verb.test)}`, verb.object && entityText(verb.object));
  return words(subject, said ?? null, ...clauses.map(clauseText));
}

export function entityText({ types, names, filters }: EntityPattern): string {
  return words(types ? types.join('|') : 'any', listText(names), ...filters.map(filterText));
}

export function filterText({ negated, anyOf }: AttributeFilter): string {
  return words(negated && 'not', 'with-attribute', anyOf.map((all) => all.map(termText).join(' and ')).join(' or '));
}

function termText({ attribute, operator, values }: AttributeTerm): string {
  return words(attribute, operator !== '=' && operator, listText(values));
}

export function clauseText(clause: Clause): string {
  if (clause.kind === 'usage') return `with-usage ${usageText(clause.test)}`;
  const not = clause.negated && 'not';
  if (clause.kind === 'via') return words(not, 'via', entityText(clause.entity));
  if (clause.kind === 'for') return words(not, 'for', clause.anyOf.map((all) => all.map(privilegeText).join(' and ')).join(' or '));
  return words(not, `with-${clause.kind}`, listText(clause.names));
}

function privilegeText(privilege: Privilege): string {
  if (privilege.kind === 'types') return privilege.types.join('|');
  if (privilege.kind === 'actions') return `action ${listText(privilege.actions)}`;
  return `xaccount ${privilege.relations.join('|')}`;
}

function usageText({ never, moreThan, lessThan }: UsageTest): string {
  return never ? 'never' : words(moreThan !== null && `> ${moreThan}`, lessThan !== null && `< ${lessThan}`);
}

export function listText(names: readonly Text[]): string {
  return names.map(({ text, quoted }) => (quoted ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text)).join('|');
}
