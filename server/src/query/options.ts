import { sql } from 'kysely';
import type { OptionInfo } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { quoteName } from './lexer';
import type { Expectation } from './parser';
import { ACTION_TYPES, ACTOR_TYPES, ATTRIBUTES, IDENTITY_TYPES, isAttribute, isKeyword, OBJECT_TYPES, VIA_TYPES } from './vocabulary';

/** Options that are listed at once. */
const SHOWN = 20;

export interface Options {
  listed: OptionInfo[];
  total: number;
}

const WORDS: Record<string, string> = {
  any: 'all types',
  'with-access': 'what they can reach',
  'with-attribute': 'filter by an attribute',
  via: 'the way that access takes',
  for: 'the kind of action',
  not: 'leaves out',
  and: 'both',
  or: 'either',
};

/** What may follow, whose word begins with (or else holds) what is typed: ascending, at most 20, with the number of all. Never runs a query. */
export async function findOptions(tx: Tx, tenantId: string, expectation: Expectation, typed: string, accountId: string | null): Promise<Options> {
  const { keywords, types, names, attributes, valuesOf, actionTypes } = expectation;
  const words: OptionInfo[] = [
    ...keywords.map((option) => info(option, /^[<>=!~]/.test(option) ? 'operator' : 'keyword', WORDS[option] ?? '')),
    ...(types ? (await typeOptions(tx, tenantId, types)).map(({ option, count }) => ({ ...info(option, 'type', ''), count })) : []),
    ...(attributes ? ATTRIBUTES.map((option) => info(option, 'attribute', '')) : []),
    ...(actionTypes ? ACTION_TYPES.map((option) => info(option, 'keyword', '')) : []),
  ];
  const wanted = typed.toLowerCase().replace(/^"/, '');
  const prefixed = words.filter(({ option }) => option.startsWith(wanted));
  const fitting = prefixed.length > 0 ? prefixed : words.filter(({ option }) => option.includes(wanted));
  const looked = names
    ? await nameOptions(tx, tenantId, names, wanted, accountId)
    : valuesOf
      ? await valueOptions(tx, tenantId, valuesOf, wanted)
      : { listed: [], total: 0 };
  const sorted = fitting.sort((a, b) => (a.option < b.option ? -1 : 1));
  return { listed: [...sorted, ...looked.listed].slice(0, SHOWN), total: sorted.length + looked.total };
}

function info(option: string, kind: OptionInfo['kind'], description: string): OptionInfo {
  return { option, kind, description, count: null };
}

async function typeOptions(tx: Tx, tenantId: string, role: 'subject' | 'object' | 'via'): Promise<{ option: string; count: number | null }[]> {
  const fixed: readonly string[] =
    role === 'via' ? VIA_TYPES : role === 'object' ? OBJECT_TYPES : [...new Set([...IDENTITY_TYPES, ...ACTOR_TYPES, ...OBJECT_TYPES])];
  const counted = await sql<{
    type: string;
    n: string;
  }>`select type, count(*) n from graph_entity where tenant_id = ${tenantId} and valid_to is null group by type`.execute(tx);
  const counts = new Map(counted.rows.map(({ type, n }) => [type.toLowerCase(), Number(n)]));
  const own = role === 'via' ? [] : [...counts.keys()].filter((type) => /^(aws|azure|gcp)_/.test(type));
  return [...fixed, ...own].map((option) => ({ option, count: counts.get(option) ?? 0 }));
}

async function nameOptions(tx: Tx, tenantId: string, types: readonly string[], typed: string, accountId: string | null): Promise<Options> {
  const ofTypes = types.length > 0 ? sql`and type in (${sql.join(types.map((type) => type.toUpperCase()))})` : sql``;
  const ofAccount = accountId ? sql`and account_id = ${accountId}` : sql``;
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const found = await sql<{ name: string; n: string; total: string }>`
    select name, count(*) n, count(*) over () total from graph_entity
    where tenant_id = ${tenantId} and valid_to is null ${ofTypes} ${ofAccount} and name ilike ${pattern}
    group by name order by (name ilike ${pattern.slice(1)}) desc, name limit ${SHOWN}`.execute(tx);
  return toOptions(found.rows, 'name');
}

async function valueOptions(tx: Tx, tenantId: string, attribute: string, typed: string): Promise<Options> {
  const columns: Record<string, string> = {
    accountid: 'account_id',
    cloudtype: 'cloud_type',
    region: 'region',
    name: 'name',
    type: 'type',
    uri: 'uri',
  };
  const known = columns[attribute];
  const value = known ? sql.ref(known) : sql`(attributes ->> ${attribute})`;
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const found = await sql<{ name: string; n: string; total: string }>`
    select v name, count(*) n, count(*) over () total from (select ${value} v from graph_entity where tenant_id = ${tenantId} and valid_to is null) e
    where v is not null and v ilike ${pattern} group by v order by count(*) desc, v limit ${SHOWN}`.execute(tx);
  return toOptions(found.rows, 'value');
}

function toOptions(rows: readonly { name: string; n: string; total: string }[], kind: 'name' | 'value'): Options {
  const mustQuote = (name: string): boolean => isKeyword(name) || isAttribute(name) || name.startsWith('with');
  const listed = rows.map(({ name, n }) => ({ option: quoteName(name, mustQuote), kind, description: '', count: Number(n) }));
  return { listed: listed.sort((a, b) => (a.option.toLowerCase() < b.option.toLowerCase() ? -1 : 1)), total: Number(rows[0]?.total ?? 0) };
}
