import type { AttributeFilter, EntityPattern, Statement } from './ast';

const PLURALS: Record<string, string> = {
  policy: 'policies',
  account_data: 'the account itself',
  serverless_compute: 'serverless compute',
  relational_db: 'relational databases',
  nosql_db: 'NoSQL databases',
  ext_account: 'external accounts',
};

function plural(type: string): string {
  return PLURALS[type] ?? `${type.replaceAll('_', ' ')}s`;
}

function either(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function filterWords({ negated, anyOf }: AttributeFilter): string {
  const words = anyOf.map((all) =>
    all
      .map(
        ({ attribute, operator, values }) =>
          `${attribute} ${operator === '=' ? 'is' : operator === '~' ? 'contains' : operator} ${either(values.map(({ text }) => text))}`,
      )
      .join(' and '),
  );
  return `${negated ? 'not ' : ''}with ${words.join(' or ')}`;
}

function entityWords({ types, names, filters }: EntityPattern, any: string): string {
  const what = types ? either(types.map(plural)) : any;
  const named = names.length > 0 ? ` named ${either(names.map(({ text }) => text))}` : '';
  return [what + named, ...filters.map(filterWords)].join(' ');
}

/** A query as one English sentence. */
export function meaningOf({ subject, object, via, privileges }: Statement): string {
  const who = entityWords(subject, 'identities of any type');
  if (!object) return `Every one of the ${who}.`;
  const what = entityWords(object, 'resources of any type');
  const kinds = privileges.map(
    ({ negated, anyOf }) => `${negated ? 'other than' : 'for'} ${anyOf.map((all) => all.map(either).join(' and ')).join(' or ')}`,
  );
  const ways = via.map(({ negated, entity }) => `${negated ? 'not through' : 'through'} ${entityWords(entity, 'any way')}`);
  return [`Access of ${who} to ${what}`, ...kinds, ...ways].join(', ').concat('.');
}
