import type { ForClause, GrantClause, Privilege, UsageTest } from './ast';
import { expecting, orMore, type Expectation, type WordList } from './expectation';
import { toText } from './parse-entity';
import { ACCOUNT_RELATIONS, ACTION_TYPES, type AccountRelation, type ActionType } from './vocabulary';
import type { WordReader } from './word-reader';

const PRIVILEGES: Expectation = expecting(['action', 'action-type', 'xaccount'], { kind: 'action-types' });

/** The most privileges of one `for`. Each privilege joined by "and" needs its own lookup. */
const MAX_PRIVILEGES = 12;

/**
 * Reads `for` and its privileges. A trailing `and` or `or` that starts something else stays as the reader's connective.
 * @param following returns what may follow the clause
 * @param joined returns what may follow an `and` or `or` after it, besides privileges
 */
export function readFor(
  reader: WordReader,
  negated: boolean,
  { following, joined }: { following: () => Expectation; joined: (connective: 'and' | 'or') => Expectation },
): ForClause {
  reader.take('FOR', 'PRIVILEGE');
  reader.expect(PRIVILEGES);
  const anyOf: Privilege[][] = [[readPrivilege(reader)]];
  for (;;) {
    reader.expect(orMore(following()));
    if (!reader.is('and', 'or')) return { kind: 'for', negated, anyOf };
    const connective = reader.is('and') ? 'and' : 'or';
    reader.take(connective === 'and' ? 'AND' : 'OR');
    const behind = joined(connective);
    const isFull = anyOf.flat().length >= MAX_PRIVILEGES;
    reader.expect(isFull ? behind : { keywords: [...PRIVILEGES.keywords, ...behind.keywords], lists: [...PRIVILEGES.lists, ...behind.lists] });
    if (isFull && isPrivilege(reader)) throw reader.refuse(`"for" takes at most ${MAX_PRIVILEGES} privileges. List alternative actions with "|".`);
    if (!isPrivilege(reader)) {
      reader.connective = connective;
      return { kind: 'for', negated, anyOf };
    }
    if (connective === 'or') anyOf.push([]);
    anyOf.at(-1)?.push(readPrivilege(reader));
  }
}

function isPrivilege(reader: WordReader): boolean {
  const [first = ''] = reader.peek()?.split('|') ?? [];
  return reader.is('action', 'action-type', 'xaccount') || Object.hasOwn(ACTION_TYPES, first);
}

function readPrivilege(reader: WordReader): Privilege {
  if (reader.is('action')) {
    reader.take('READING_ACTION', 'PRIVILEGE');
    reader.expect(expecting([], { kind: 'actions' }));
    const actions = reader.freeAlternatives('an action').map(toText);
    reader.take('ACTION_TYPE', 'PRIVILEGE');
    return { kind: 'actions', actions };
  }
  if (reader.is('xaccount')) {
    reader.take('READING_XACCOUNT_TYPE', 'PRIVILEGE');
    reader.expect(expecting([], { kind: 'relations' }));
    const relations = fixedAlternatives<AccountRelation>(reader, ACCOUNT_RELATIONS, 'is not an account relation');
    reader.take('ACTION_TYPE', 'PRIVILEGE');
    return { kind: 'accounts', relations };
  }
  if (reader.is('action-type')) {
    reader.take('READING_ACTION_TYPE', 'PRIVILEGE');
    reader.expect(expecting([], { kind: 'action-types' }));
  }
  const types = fixedAlternatives<ActionType>(reader, ACTION_TYPES, 'is not an action type');
  reader.take('ACTION_TYPE', 'PRIVILEGE');
  return { kind: 'types', types };
}

function fixedAlternatives<W extends string>(reader: WordReader, words: Record<W, string>, wrong: string): W[] {
  const segments = reader.alternatives();
  const unknown = segments.find(({ text, quoted }) => quoted || !Object.hasOwn(words, text.toLowerCase()));
  if (unknown) throw reader.refuse(`"${unknown.text.slice(0, 60)}" ${wrong}.`);
  return [...new Set(segments.map(({ text }) => text.toLowerCase() as W))];
}

/** Reads `with-role` or `with-scope` and its names. */
export function readGrant(reader: WordReader, kind: 'role' | 'scope', negated: boolean): GrantClause {
  reader.take(kind === 'role' ? 'WITH_ROLE' : 'WITH_SCOPE', 'STAGE_VIA');
  reader.expect(expecting([], { kind: kind === 'role' ? 'roles' : 'scopes' }));
  const names = reader.freeAlternatives(`the name of a ${kind}`).map(toText);
  reader.take('END');
  return { kind, negated, names };
}

/**
 * Reads `with-usage` and its test: never, more than some days ago, less than some days ago, or both.
 * @param following returns what may follow the test
 */
export function readUsageTest(reader: WordReader, following: () => Expectation): UsageTest {
  reader.take('READING_USAGE_OPERATOR', 'PRIVILEGE');
  reader.expect(expecting(['never'], { kind: 'bounds', operators: ['>', '<'] }));
  if (reader.is('never')) {
    reader.take('END');
    reader.expect(following());
    return { never: true, moreThan: null, lessThan: null };
  }
  const test: UsageTest = { never: false, moreThan: null, lessThan: null };
  readBound(reader, test);
  const other = test.moreThan === null ? '>' : '<';
  const behind = following();
  // No use is less than 0 days ago, so `< 0` cannot combine with another bound.
  const mayBound: WordList[] = test.lessThan === 0 ? [] : [{ kind: 'bounds', operators: [other] }];
  reader.expect({ ...behind, lists: [...mayBound, ...behind.lists] });
  if (mayBound.length === 0 || !reader.is(other)) return test;
  readBound(reader, test);
  reader.expect(following());
  return test;
}

function readBound(reader: WordReader, test: UsageTest): void {
  if (!reader.is('>', '<')) throw reader.refuse(/^[<>]/.test(reader.word().raw) ? 'Put a blank between the sign and the number of days.' : undefined);
  const isLower = reader.is('>');
  reader.take(isLower ? 'READING_USAGE_GT_OPERAND' : 'READING_USAGE_LT_OPERAND', 'PRIVILEGE');
  reader.expect(
    expecting([], { kind: 'days', above: isLower ? -1 : (test.moreThan ?? -1), below: isLower ? (test.lessThan ?? Infinity) : Infinity }),
  );
  const { raw } = reader.word();
  if (!/^\d{1,5}$/.test(raw)) throw reader.refuse('Enter a whole number of days.');
  if (isLower) test.moreThan = Number(raw);
  else test.lessThan = Number(raw);
  if (test.moreThan !== null && test.lessThan !== null && test.moreThan >= test.lessThan) {
    throw reader.refuse(`No use can be both more than ${test.moreThan} and less than ${test.lessThan} days ago.`);
  }
  reader.take('END');
}
