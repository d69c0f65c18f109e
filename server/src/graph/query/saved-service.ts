import type { SavedSearch } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { unprocessable } from '../../platform/http/errors';
import { changeSearch, deleteSearch, forget, history, listSaved, saveSearch, type ChangedSearch, type SavedFields } from './saved-searches';
import type { SessionOwner } from './sessions';

/** Saved searches, private or shared with the tenant, and each user's search history. */
export class SavedSearches {
  constructor(
    private readonly ctx: Pick<Context, 'db'>,
    private readonly queries: { validate(input: string): void },
  ) {}

  list(owner: SessionOwner): Promise<SavedSearch[]> {
    return this.ctx.db.tenant(owner.tenantId, (tx) => listSaved(tx, owner));
  }

  /** @throws 422 when the query is invalid or the name is blank */
  async save(owner: SessionOwner, fields: SavedFields): Promise<SavedSearch> {
    const checked = this.#checked(fields);
    return this.ctx.db.tenant(owner.tenantId, (tx) => saveSearch(tx, owner, { ...fields, ...checked }));
  }

  /**
   * Changes the given fields of a search. Only its owner may do so.
   * @returns the search before and after
   */
  async change(owner: SessionOwner, id: string, fields: Partial<SavedFields>): Promise<ChangedSearch> {
    const named = Object.fromEntries(Object.entries(this.#checked(fields)).filter(([, value]) => value !== undefined));
    return this.ctx.db.tenant(owner.tenantId, (tx) => changeSearch(tx, owner, id, named));
  }

  /** Returns the deleted search. */
  remove(owner: SessionOwner, id: string, mayDeleteShared: boolean): Promise<SavedSearch> {
    return this.ctx.db.tenant(owner.tenantId, (tx) => deleteSearch(tx, owner, id, mayDeleteShared));
  }

  async history(owner: SessionOwner): Promise<{ query: string; searched_at: string }[]> {
    const searches = await this.ctx.db.tenant(owner.tenantId, (tx) => history(tx, owner));
    return searches.map(({ query, searched_at: at }) => ({ query, searched_at: at.toISOString() }));
  }

  forget(owner: SessionOwner): Promise<void> {
    return this.ctx.db.tenant(owner.tenantId, (tx) => forget(tx, owner));
  }

  #checked(fields: Partial<SavedFields>): Partial<SavedFields> {
    const { name, folder, query } = fields;
    if (name !== undefined && name.trim() === '') throw unprocessable('NAME_MISSING', 'Enter a name for the search.');
    if (query !== undefined) this.queries.validate(query);
    return { ...fields, name: name?.trim(), folder: folder?.trim(), query: query?.trim() };
  }
}
