import type { QueryStage, QueryState } from '@cam/contracts/server';
import type { AttributeFilter, AttributeTerm, EntityPattern, Text } from './ast';
import { expecting, orMore, type Expectation } from './expectation';
import type { Segment } from './lexer';
import { unknownWord } from './unknown-word';
import {
  attributesOf,
  findAttribute,
  isDaysAgo,
  isIdentityType,
  isType,
  OPERATORS,
  typesOf,
  type AttributeWord,
  type Operator,
  type TypeRole,
} from './vocabulary';
import type { WordReader } from './word-reader';
import { isDate } from '../../platform/calendar-day';

/** The entity read last, while its attributes may still follow. */
export interface Place {
  role: TypeRole;
  entity: EntityPattern;
  attributesState: QueryState;
}

interface PlaceStates {
  type: QueryState;
  name: QueryState;
  attributes: QueryState;
  stage: QueryStage;
}

const STATES: Record<TypeRole | 'resource', PlaceStates> = {
  subject: { type: 'IDENTITY_TYPE', name: 'IDENTITY_TYPE_NAME', attributes: 'IDENTITY_TYPE_ATTRIBUTES', stage: 'IDENTITY' },
  // A subject that is not an identity.
  resource: { type: 'OBJECT', name: 'OBJECT_NAME', attributes: 'RESOURCE_TYPE_ATTRIBUTES', stage: 'RESOURCE' },
  object: { type: 'RESOURCE_TYPE', name: 'RESOURCE_TYPE_NAME', attributes: 'RESOURCE_TYPE_ATTRIBUTES', stage: 'RESOURCE' },
  via: { type: 'VIA_TYPE', name: 'VIA_TYPE_NAME', attributes: 'VIA_TYPE_ATTRIBUTES', stage: 'STAGE_VIA' },
};

const STATE_OF_ANY: Record<TypeRole, QueryState> = { subject: 'IDENTITY_ANY', object: 'ANY', via: 'VIA_TYPE' };

/**
 * Reads the types and names of an entity. The caller reads its attributes.
 * @param following returns what may follow the entity so far, besides names
 */
export function readEntity(reader: WordReader, role: TypeRole, following: (place: Place) => Expectation): Place {
  const entity: EntityPattern = { types: null, names: [], filters: [] };
  if (reader.is('any')) {
    const { attributes, stage } = STATES[role];
    const place = { role, entity, attributesState: attributes };
    reader.take(STATE_OF_ANY[role], stage);
    reader.expect(following(place));
    return place;
  }
  const segments = reader.alternatives();
  const wrong = segments.find(({ text, quoted }) => quoted || !isType(text, role));
  if (wrong) throw reader.refuse(wrongType(wrong, role));
  const types = [...new Set(segments.map(({ text }) => text.toLowerCase()))];
  const { type, name, attributes, stage } = STATES[role === 'subject' && !types.every(isIdentityType) ? 'resource' : role];
  const place: Place = { role, entity: { ...entity, types }, attributesState: attributes };
  reader.take(type, stage);
  const behind = following(place);
  reader.expect({ ...behind, lists: [{ kind: 'names', types }, ...behind.lists] });
  if (!reader.isFree()) return place;
  place.entity.names = reader.alternatives().map(toText);
  reader.take(name, stage);
  reader.expect(following(place));
  return place;
}

function wrongType({ text }: Segment, role: TypeRole): string {
  if (role !== 'subject' && isType(text, 'subject'))
    return role === 'via' ? `"${text}" cannot be part of an access path.` : `"${text}" cannot be accessed.`;
  return unknownWord('type', text, typesOf(role));
}

/**
 * Reads `with-attribute` and its terms. A trailing `and` or `or` that starts something else stays as the reader's connective.
 * @param following returns what may follow the filter
 * @param joined returns what may follow an `and` or `or` after it, besides attributes
 */
export function readFilter(
  reader: WordReader,
  place: Place,
  negated: boolean,
  { following, joined }: { following: () => Expectation; joined: (connective: 'and' | 'or') => Expectation },
): AttributeFilter {
  const attributes = { kind: 'attributes' as const, types: place.entity.types, role: place.role };
  reader.take(place.attributesState, 'ATTRIBUTE');
  reader.expect(expecting([], attributes));
  const anyOf: AttributeTerm[][] = [[readTerm(reader, place.entity.types)]];
  for (;;) {
    reader.expect(orMore(following()));
    if (!reader.is('and', 'or')) return { negated, anyOf };
    const connective = reader.is('and') ? 'and' : 'or';
    reader.take(connective === 'and' ? 'AND' : 'OR');
    const { keywords, lists } = joined(connective);
    reader.expect({ keywords, lists: [attributes, ...lists] });
    const next = reader.peek();
    if (next === null || !findAttribute(next)) {
      reader.connective = connective;
      return { negated, anyOf };
    }
    reader.correct(place.attributesState);
    if (connective === 'or') anyOf.push([]);
    anyOf.at(-1)?.push(readTerm(reader, place.entity.types));
  }
}

function readTerm(reader: WordReader, types: readonly string[] | null): AttributeTerm {
  const attribute = findAttribute(reader.word().raw);
  if (!attribute) throw reader.refuse(unknownWord('attribute', reader.word().raw, attributesOf(types)));
  reader.take('ATTRIBUTES_VALUE', 'ATTRIBUTE');
  const values = { kind: 'values' as const, attribute, types };
  reader.expect(expecting([], { kind: 'operators', attribute }, values));
  let operator: Operator = '=';
  if (reader.is(...Object.keys(OPERATORS))) {
    operator = reader.word().raw as Operator;
    if (!fits(attribute, operator)) throw reader.refuse(`${attribute.word} is true or false, so "${operator}" does not apply.`);
    reader.take('ATTRIBUTES_VALUE', 'ATTRIBUTE');
    reader.expect(expecting([], values));
  }
  const segments = reader.freeAlternatives(`a value of ${attribute.word}`);
  const wrong = segments.find(({ text }) => !isValue(attribute, text));
  if (wrong) throw reader.refuse(wrongValue(attribute));
  reader.take('ATTRIBUTES_VALUE_NEXT', 'ATTRIBUTE');
  return { attribute: attribute.word, operator, values: segments.map(toText) };
}

function fits({ kind }: AttributeWord, operator: Operator): boolean {
  return kind !== 'boolean' || operator === '=' || operator === '!=';
}

/** Returns whether an attribute accepts the text. `*` is always valid and tests for any value. */
function isValue({ kind }: AttributeWord, text: string): boolean {
  if (text === '*' || kind === 'text') return true;
  if (kind === 'boolean') return /^(true|false)$/i.test(text);
  return kind === 'number' ? /^\d{1,9}$/.test(text) : isDate(text) || isDaysAgo(text);
}

function wrongValue({ word, kind }: AttributeWord): string {
  if (kind === 'boolean') return `${word} must be true or false.`;
  return kind === 'number' ? `${word} must be a whole number.` : `${word} must be a date such as 2026-01-31, or a number of days ago such as 90d.`;
}

export function toText({ text, quoted }: Segment): Text {
  return { text, quoted };
}
