import type { Api, DetailRow, EntityRow, PublicObject, Rule, UnusedItem } from '@cam/contracts';
import { api, type CallArgs } from '../client';

/** One row of the access tables: an identity, a resource, and the letters of its access, such as "R W? A". */
export interface ShownAccess {
  identity: Pick<DetailRow, 'uri' | 'type' | 'account_id'>;
  resource: Pick<DetailRow, 'uri' | 'type' | 'account_id'>;
  letters: string;
}

type Call = Parameters<typeof api>[0];

/** The most rows of one page of a list. */
const PAGE = 500;

/** The pages of the console, as their calls answer. Each page is read once. */
export class Pages {
  readonly #read = new Map<string, Promise<unknown>>();

  constructor(
    private readonly token: string,
    private readonly base: string,
  ) {}

  /** Returns all rows of the list of entities of a type. */
  list(type: string): Promise<EntityRow[]> {
    return this.#once(`list ${type}`, async () => {
      const rows: EntityRow[] = [];
      for (let page_number = 0; ; page_number++) {
        const page = await this.get('GET /v1/graph-querymgr/entities', { query: { type, page_number, page_size: PAGE } });
        rows.push(...page.rows);
        if (page.rows.length === 0 || rows.length >= page.total) return rows;
      }
    });
  }

  /** Returns who has access to the resources of a type, by the table on the page of each resource. */
  accessTo(type: string, tile: 'ACCESS' | 'ADMIN' = 'ACCESS'): Promise<ShownAccess[]> {
    return this.#once(`access to ${type} ${tile}`, async () => {
      const found: ShownAccess[] = [];
      for (const resource of await this.list(type)) {
        const { object_detail_info: info } = await this.get('GET /v1/graph-querymgr/objects-service', {
          query: { uri: resource.uri, data_type: 'TABLE_DATA', tile },
        });
        for (const identity of wholeTable(resource.name, info)) found.push({ identity, resource, letters: identity.values.Access ?? '' });
      }
      return found;
    });
  }

  /** Returns the access of some identities, by the table of objects on the page of each identity. */
  async accessOf(identities: readonly EntityRow[]): Promise<ShownAccess[]> {
    const found: ShownAccess[] = [];
    for (const identity of identities) {
      const info = await this.#once(`access of ${identity.uri}`, async () => {
        const query = { uri: identity.uri, data_type: 'TABLE_DATA', tile: 'OBJECTS' } as const;
        return (await this.get('GET /v1/graph-querymgr/identity-service', { query })).identity_info;
      });
      for (const resource of wholeTable(identity.name, info)) found.push({ identity, resource, letters: resource.values.Access ?? '' });
    }
    return found;
  }

  /** Returns the rows of the page of public objects. */
  publicObjects(): Promise<PublicObject[]> {
    return this.#once('public objects', async () => (await this.get('GET /v1/graph-querymgr/public-objects')).entity_info);
  }

  /** Returns the rows of unused identities and roles. */
  unused(identity_type: 'UNUSED_ROLE' | 'UNUSED_IDENTITY' | 'UNUSED_IDENTITY_WITHOUT_ROLE'): Promise<UnusedItem[]> {
    return this.#once(`unused ${identity_type}`, async () => {
      const items: UnusedItem[] = [];
      for (let page_number = 0; ; page_number++) {
        const query = { identity_type, request_type: 'UNUSED_SUMMARY', page_number, page_size: PAGE } as const;
        const page = await this.get('GET /v1/graph-querymgr/unused-accesses', { query });
        items.push(...page.items);
        if (page.items.length === 0 || items.length >= page.total) return items;
      }
    });
  }

  /**
   * Returns the URIs of the objects that fail some rules of compliance.
   * @throws Error for a rule that does not exist, or whose page shows other objects than its list counts
   */
  async failed(ruleIds: readonly string[]): Promise<string[]> {
    const rules = await this.#once('rules', async () => (await this.get('GET /v1/intents/rules')).rules);
    const uris: string[] = [];
    for (const id of ruleIds) {
      const rule = rules.find((one: Rule) => one.id === id);
      if (!rule) throw new Error(`There is no rule ${id}`);
      const { failed_objects: objects } = await this.#once(`rule ${id}`, () => this.get('GET /v1/intents/rule', { query: { rule_id: id } }));
      if (objects.length !== rule.failed_count + rule.dismissed_count + rule.excluded_count)
        throw new Error(`${id} lists ${objects.length} objects and counts ${rule.failed_count}`);
      uris.push(...objects.map(({ object_uri: uri }) => uri));
    }
    return uris;
  }

  async get<K extends Call>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    const answer = await api(key, args, this.token, this.base);
    if (answer.status !== 200) throw new Error(`${key} ${JSON.stringify(args)}: ${answer.status} ${answer.error.user_message}`);
    return answer.body;
  }

  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#read.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    this.#read.set(key, reading);
    return reading;
  }
}

/** A page shows a part of a long table, so nothing could be compared with it. */
function wholeTable(name: string, { result_table: rows, result_total: total }: { result_table: DetailRow[]; result_total: number }): DetailRow[] {
  if (rows.length < total) throw new Error(`The page of ${name} shows ${rows.length} of ${total} rows`);
  return rows;
}
