import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';

/** The address of a page with a list, such as /identities. */
export const ListPage = Type.String({ pattern: '^/[a-z][a-z/-]*$', maxLength: 100, description: 'path of the page, such as /identities' });

/** A saved view of a list: its filters, order and grouping under a name. */
export const ListView = Type.Object({
  view_id: Type.String(),
  name: Type.String(),
  parameters: Type.String({ description: 'filters, order and grouping as query parameters of the page' }),
  shared: Type.Boolean({ description: 'visible to every user of the tenant' }),
  owner: Type.String(),
  is_own: Type.Boolean(),
});
export type ListView = Static<typeof ListView>;

/** The fields of a view that a user saves. */
export const viewFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  parameters: Type.String({ maxLength: 2000 }),
};

/** Saved views of the lists of all pages. Views of alerts have calls of their own, which their rights guard. */
export const viewEndpoints = {
  'GET /v1/views': endpoint({
    summary: "List the user's saved views of a page and those shared with the tenant",
    access: 'session',
    query: { page: ListPage },
    answer: Type.Object({ views: Type.Array(ListView) }),
  }),
  'POST /v1/views': endpoint({
    summary: 'Save a view of a page. A view of the user with the same name is replaced',
    access: 'session',
    audit: 'add',
    body: { page: ListPage, ...viewFields, shared: Type.Optional(Type.Boolean({ description: 'needs the right to change the tenant' })) },
    status: 201,
    answer: ListView,
  }),
  'DELETE /v1/views/{view_id}': endpoint({
    summary: 'Delete a saved view. A shared view of another user requires the right to change the tenant',
    access: 'session',
    audit: 'remove',
    path: { view_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
};
