import { firstPage, isJudged, lastUse, reaches, type AccessFilter, type Pair } from './by-hand';
import type { MemoryEntity, MemoryGraph } from './memory-graph';

/** One query of a kind, with its first page from the reference in memory. */
export interface Question {
  query: string;
  byHand: () => readonly (Pair | string)[];
}

/** A kind of query, run repeatedly with different names and accounts. */
export interface Kind {
  kind: string;
  /** Set if a name is completed instead of running the query. */
  completes?: true;
  questions: Question[];
}

/** Usage windows of the queries, in days. */
export const UNUSED_DAYS = 90;
const USED_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** Different names and accounts per kind. */
const VARIED = 10;

/** Returns the kinds of queries with names and accounts of a tenant's graph. */
export function kindsOf(graph: MemoryGraph): Kind[] {
  const { entities } = graph;
  const of =
    (...types: string[]) =>
    (entity: MemoryEntity): boolean =>
      types.includes(entity.type);
  const [user, store] = [of('USER'), of('OBJECT_STORE')];
  const stores = spread(entities.filter((entity) => store(entity) && isBare(entity.name)));
  const accounts = [...new Set(stores.map(({ account }) => account))];
  const outside = spread(entities.filter((entity) => of('USER', 'EXT_ACCOUNT')(entity) && entity.acts && !graph.connected.has(entity.account)));
  const networks = spread(entities.filter((entity) => of('NETWORK_NODE')(entity) && entity.acts));
  const names = spread(entities.filter((entity) => user(entity) && /^[a-z0-9.]{4,}$/i.test(entity.name)));
  const ask = (query: string, filter: AccessFilter): Question => ({ query, byHand: () => firstPage(graph, filter) });
  const inAccount =
    (account: string) =>
    (entity: MemoryEntity): boolean =>
      entity.account === account;
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
  const inAws = (resource: MemoryEntity): boolean => store(resource) && resource.uri.split(':')[1] === 'AWS';
  const decrypting = graph.setsWith('kms:Decrypt');
  const [hasStore, hasDatabase, hasKey] = ['OBJECT_STORE', 'RELATIONAL_DB', 'KEYSTORE'].map((type) => reaches(graph, of(type)));
  const kinds: Kind[] = [
    {
      kind: 'external identities with access to an account',
      questions: outside.map(({ account: theirs }, index) => {
        const account = accounts[index % accounts.length] ?? '';
        return ask(`user|ext_account with-attribute accountid ${theirs} with-access any with-attribute accountid ${account}`, {
          who: (identity) => of('USER', 'EXT_ACCOUNT')(identity) && identity.account === theirs,
          what: inAccount(account),
        });
      }),
    },
    {
      kind: 'access of a network',
      questions: networks.map(({ uri }, index) => {
        const account = accounts[index % accounts.length] ?? '';
        return ask(`network_node with-attribute uri ${uri} with-access object_store|security_group with-attribute accountid ${account}`, {
          who: (identity) => identity.uri === uri,
          what: (resource) => of('OBJECT_STORE', 'SECURITY_GROUP')(resource) && resource.account === account,
        });
      }),
    },
    {
      kind: 'users with access to anything in an account',
      questions: accounts.map((account) => ask(`user with-access any with-attribute accountid ${account}`, { who: user, what: inAccount(account) })),
    },
    {
      kind: 'identities with access to one resource',
      questions: stores.map(({ name }) =>
        ask(`any with-access object_store ${name}`, {
          who: () => true,
          what: (resource) => store(resource) && resource.name.toLowerCase() === name.toLowerCase(),
        }),
      ),
    },
    {
      kind: 'via a role, for writing',
      questions: [
        ask('user with-access object_store with-attribute cloudtype AWS via role for write', {
          who: user,
          what: inAws,
          edge: ({ modes }) => modes[1] > 0,
          way: ({ hops }, { writes }) => writes && hops.some(({ type }) => type === 'ROLE'),
        }),
      ],
    },
    {
      kind: 'not via a group',
      questions: [
        ask('user with-access object_store with-attribute cloudtype AWS not via group', {
          who: user,
          what: inAws,
          way: ({ hops }, { direct }) => direct && !hops.some(({ type }) => type === 'GROUP'),
        }),
      ],
    },
    {
      kind: 'a single action',
      questions: [
        ask('any with-access keystore for action kms:Decrypt', {
          who: () => true,
          what: of('KEYSTORE'),
          edge: ({ actions }) => decrypting.has(actions),
        }),
      ],
    },
    {
      kind: `used within ${USED_DAYS} days`,
      questions: [
        ask(`user with-access object_store with-usage < ${USED_DAYS}`, {
          who: user,
          what: store,
          pair: (identity, resource, way) => lastUse(graph, identity, resource, way) > daysAgo(USED_DAYS),
        }),
      ],
    },
    {
      kind: `not used for ${UNUSED_DAYS} days`,
      questions: [
        ask(`user with-access object_store with-usage > ${UNUSED_DAYS}`, {
          who: user,
          what: store,
          pair: (identity, resource, way, edge) =>
            isJudged(graph, identity, resource, way, edge, daysAgo(UNUSED_DAYS).slice(0, 10)) &&
            lastUse(graph, identity, resource, way) <= daysAgo(UNUSED_DAYS),
        }),
      ],
    },
    {
      kind: 'access to two types but not to a third',
      questions: [
        ask('user with-access object_store and with-access relational_db and not with-access keystore', {
          who: (identity) => user(identity) && hasStore?.(identity) === true && hasDatabase?.(identity) === true && hasKey?.(identity) === false,
          what: of('OBJECT_STORE', 'RELATIONAL_DB'),
        }),
      ],
    },
    {
      kind: 'completing a name',
      completes: true,
      questions: names.map(({ name }) => {
        const typed = name.slice(0, 3).toLowerCase();
        return { query: `user ${name.slice(0, 3)}`, byHand: () => completed(entities.filter(user), typed) };
      }),
    },
  ];
  return kinds.filter(({ questions }) => questions.length > 0);
}

/** Names that begin with what is typed, then those that hold it. */
function completed(entities: readonly MemoryEntity[], typed: string): string[] {
  const fitting = [...new Set(entities.map(({ name }) => name).filter((name) => name.toLowerCase().includes(typed)))];
  return [
    ...fitting.filter((name) => name.toLowerCase().startsWith(typed)),
    ...fitting.filter((name) => !name.toLowerCase().startsWith(typed)),
  ].slice(0, 20);
}

/** Returns a sample, spread over the whole list. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(all.length / VARIED));
  return all.filter((_item, index) => index % step === 0).slice(0, VARIED);
}

/** Returns whether a name needs no quotes in a query. */
function isBare(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]*$/.test(name) && !name.startsWith('with');
}
