import type { ListView } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, unprocessable } from '../../platform/http/errors';
import { deleteView, listViews, saveView, type NewView, type ViewReader } from './store';

/** Saved views of lists, private or shared with the tenant. */
export class ViewsService {
  constructor(private readonly ctx: Context) {}

  /** Returns the user's own and all shared views of a page. */
  list(reader: ViewReader, page: string): Promise<ListView[]> {
    return this.ctx.db.tenant(reader.tenantId, (tx) => listViews(tx, reader, page));
  }

  /**
   * Saves a view.
   * @param right the name of the right that sharing requires, for the message
   * @throws ApiError 403 if the user shares a view without this right, and 422 without a name
   */
  async save(reader: ViewReader, view: NewView, right: string): Promise<ListView> {
    if (view.name.trim() === '') throw unprocessable('NAME_MISSING', 'Enter a name for the view.');
    if (view.shared && !reader.mayWrite) throw new ApiError(403, 'RIGHT_MISSING', `Sharing a view requires the right to change ${right}.`);
    return this.ctx.db.tenant(reader.tenantId, (tx) => saveView(tx, reader, { ...view, name: view.name.trim() }));
  }

  /** Deletes a view and returns it. @throws ApiError 404 if there is none that the user may delete */
  remove(reader: ViewReader, viewId: string, of: 'alerts' | 'others'): Promise<ListView> {
    return this.ctx.db.tenant(reader.tenantId, (tx) => deleteView(tx, reader, viewId, of));
  }
}
