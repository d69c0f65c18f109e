import type { AttributeTerm, EntityPattern, Text } from '../../../src/graph/query/ast';
import { findAttribute } from '../../../src/graph/query/vocabulary';
import type { StoredGraph } from './stored-graph';

export type Entity = StoredGraph['entities'][number];

/** True, false or unknown. */
type Truth = boolean | null;

export const and = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);
export const or = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);
export const not = (truth: Truth): Truth => (truth === null ? null : !truth);

const COLUMNS: Record<string, keyof Entity> = {
  accountid: 'account_id',
  cloudtype: 'cloud_type',
  region: 'region',
  uri: 'uri',
  name: 'name',
  type: 'type',
};

export function textFits(value: string, { text, quoted }: Text): boolean {
  const [have, want] = [value.toLowerCase(), text.toLowerCase()];
  if (quoted || !/[*?]/.test(want)) return have === want;
  const from = (i: number, j: number): boolean => {
    if (j === want.length) return i === have.length;
    if (want[j] === '*') return from(i, j + 1) || (i < have.length && from(i + 1, j));
    return i < have.length && (want[j] === '?' || want[j] === have[i]) && from(i + 1, j + 1);
  };
  return from(0, 0);
}

export function entityFits(entity: Entity, { types, names, filters }: EntityPattern, graph: StoredGraph): boolean {
  const isType = types === null || types.some((type) => type.toUpperCase() === entity.type);
  const isNamed = names.length === 0 || names.some((name) => textFits(entity.name, name));
  const truths = filters.map(({ negated, anyOf }) => {
    const truth = or(anyOf.map((all) => and(all.map((term) => termFits(entity, term, graph)))));
    return negated ? not(truth) : truth;
  });
  return isType && isNamed && and(truths) === true;
}

function termFits(entity: Entity, term: AttributeTerm, graph: StoredGraph): Truth {
  const { operator, values } = term;
  const { openports } = entity.attributes;
  if (term.attribute === 'port' && Array.isArray(openports)) return portFits(openports.map(String), term);
  const value = term.attribute === 'purpose' ? purposeOf(entity) : valueOf(entity, term.attribute, graph);
  if (value === null) return null;
  if (operator === '!=') return not(or(values.map((wanted) => compare(value, term.attribute, '=', wanted))));
  return or(values.map((wanted) => compare(value, term.attribute, operator, wanted)));
}

/** Reports whether a firewall opens a matching port. */
function portFits(open: readonly string[], { operator, values }: AttributeTerm): boolean {
  const ranges = open.map((text) => (text === '*' ? [0, 65535] : [Number(text.split('-')[0]), Number(text.split('-').at(-1))]) as [number, number]);
  const isOpen = ({ text }: Text, sign: string): boolean =>
    ranges.some(([low, high]) => {
      if (sign === '=') return text === '*' || (low <= Number(text) && Number(text) <= high);
      return order((sign.startsWith('>') ? high : low) - Number(text), sign);
    });
  return operator === '!=' ? !values.some((wanted) => isOpen(wanted, '=')) : values.some((wanted) => isOpen(wanted, operator));
}

/** Returns why an identity may stay idle, read from its name, tags and path. */
function purposeOf({ native_id: id, name, attributes }: Entity): string {
  const tag = (key: string): string => String(attributes[`tag.${key}`] ?? '').toLowerCase();
  const isReserve = (text: string): boolean => /break[-_ ]?glass|fire[-_ ]?call|emergency[-_ ]?(access|account|admin|user|role)/i.test(text);
  if (id.includes(':role/aws-service-role/')) return 'service-linked';
  if (id.includes(':role/aws-reserved/')) return 'provider-managed';
  const [, email = id] = /^serviceAccount:(.*)$/.exec(id) ?? [];
  if (/^service-\d+@.*\.iam\.gserviceaccount\.com$|^\d+@cloudservices\.gserviceaccount\.com$|@gcp-sa-.*\.iam\.gserviceaccount\.com$/.test(email))
    return 'provider-managed';
  const marks = [tag('break-glass'), tag('breakglass')].filter((value) => value !== '');
  const isTagged = marks.length > 0 && !['false', 'no', '0'].includes(marks[0] ?? '');
  return isReserve(name) || isReserve(tag('purpose')) || isTagged ? 'break-glass' : 'ordinary';
}

function valueOf(entity: Entity, attribute: string, { accounts }: StoredGraph): string | null {
  if (attribute === 'accountname') return accounts.find(({ account_id: id }) => id === entity.account_id)?.account_name ?? null;
  const column = COLUMNS[attribute];
  if (column) return String(entity[column]);
  const value = entity.attributes[attribute];
  if (value === undefined || value === null) return attribute.startsWith('tag.') && entity.attributes.inferred !== true ? '' : null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compare(value: string, attribute: string, operator: string, wanted: Text): Truth {
  if (operator === '~') return value.toLowerCase().includes(wanted.text.toLowerCase());
  if (operator === '=' && /^\*+$/.test(wanted.text) && !wanted.quoted) return true;
  const kind = findAttribute(attribute)?.kind ?? 'text';
  const ago = /^(\d+)d$/i.exec(wanted.text);
  if (kind === 'date' && ago) {
    const day = new Date(Date.now() - Number(ago[1]) * 86_400_000).toISOString().slice(0, 10);
    return compare(value, attribute, operator, { ...wanted, text: day });
  }
  if (kind === 'number') return /^\d{1,18}$/.test(value) ? order(Number(value) - Number(wanted.text), operator) : null;
  if (kind === 'date') return order(value.slice(0, 10) < wanted.text ? -1 : value.slice(0, 10) > wanted.text ? 1 : 0, operator);
  if (operator === '=') return textFits(value, wanted);
  return order(value < wanted.text ? -1 : value > wanted.text ? 1 : 0, operator);
}

function order(sign: number, operator: string): boolean {
  return { '=': sign === 0, '>': sign > 0, '<': sign < 0, '>=': sign >= 0, '<=': sign <= 0 }[operator] ?? false;
}
