import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import type { Right } from './rights';
import type { RemoteId } from './remote-ids';

/**
 * Who may call: `public` needs no token, `session` any valid token, a list any one of its rights, `operator-key` the
 * installation's own key (command line on the same machine).
 */
export type Access = 'public' | 'session' | 'operator-key' | readonly Right[];

/**
 * What the audit log keeps of a call that may write. `add`: how it is since; `change`: how it was and how it is; `remove`: how it was.
 * `asked`, with the reason: what was asked for alone, for there is nothing to compare. `not`, with the reason: nothing, for it changes nothing, or nothing
 * but what the caller alone sees.
 */
export type AuditRule = 'add' | 'change' | 'remove' | { readonly asked: string } | { readonly not: string };

export interface Endpoint<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema, A extends TSchema = TSchema> {
  /** One line for the API document. */
  summary: string;
  access: Access;
  /** The remote that this call belongs to: while it is off for a tenant, the call is refused with 403. Of several one that is on is enough. */
  owner?: RemoteId | readonly RemoteId[];
  /** A publisher token of the remote that `id` in the path names is let in as well. */
  publisher?: true;
  /** Every call but GET says it: without it nothing serves the call. */
  audit?: AuditRule;
  /** A question, whatever its method, as every GET is: whoever asks may hang up, and nothing that was begun for them goes on. */
  asks?: true;
  path: P;
  query: Q;
  body: B;
  answer: A;
  /** Media type of the request body where it is not JSON. */
  consumes?: string;
  /** Media type of the answer where it is not JSON: a file, or `text/event-stream`. */
  produces?: string;
  /** Success status, 200 unless said otherwise. */
  status?: number;
}

const RequestHeader = Type.Optional(Type.Object({ tid: Type.String() }, { description: 'random id of this request', additionalProperties: true }));

/** Every data request may carry the account filter of the console and a request id. */
const commonQuery = {
  account_id: Type.Optional(Type.String({ description: 'account filter: provider id of the account or organization' })),
  account_uid: Type.Optional(Type.String({ description: 'account filter: uid of the source' })),
  'req_hdr.tid': Type.Optional(Type.String()),
};

const commonBody = {
  req_hdr: RequestHeader,
  account_id: Type.Optional(Type.String()),
  account_uid: Type.Optional(Type.String()),
};

interface EndpointInput<P extends TProperties, Q extends TProperties, B extends TProperties, A extends TSchema> {
  summary: string;
  access: Access;
  owner?: RemoteId | readonly RemoteId[];
  publisher?: true;
  audit?: AuditRule;
  asks?: true;
  path?: P;
  query?: Q;
  body?: B;
  answer: A;
  consumes?: string;
  produces?: string;
  status?: number;
}

type NoProperties = Record<never, never>;

/**
 * Declares one call. `path`, `query` and `body` are the properties of JSON objects; unknown properties of a body are refused
 * by the server, unknown query parameters are ignored. A body that is not JSON (`consumes`) has no schema of its own.
 */
export function endpoint<
  A extends TSchema,
  P extends TProperties = NoProperties,
  Q extends TProperties = NoProperties,
  B extends TProperties = NoProperties,
>(input: EndpointInput<P, Q, B, A>): Endpoint<TObject<P>, TObject<Q & typeof commonQuery>, TObject<B & typeof commonBody>, A> {
  const { path, query, body, ...rest } = input;
  return {
    ...rest,
    path: Type.Object(path ?? ({} as P)),
    query: Type.Object({ ...commonQuery, ...(query ?? ({} as Q)) }),
    body: Type.Object({ ...commonBody, ...(body ?? ({} as B)) }, { additionalProperties: false }),
  };
}

/** What a call takes and gives, as plain types: the only thing of an endpoint that reaches a browser. */
export interface Call<E extends Endpoint> {
  path: E['path']['static'];
  query: E['query']['static'];
  body: E['body']['static'];
  answer: E['answer']['static'];
}

/** A file: the browser gets a Blob with the name of Content-Disposition, the server sends a stream or a buffer. */
export const FileAnswer = Type.Unsafe<Blob>({ type: 'string', format: 'binary' });

/** An answer without a body (204). */
export const NoAnswer = Type.Unsafe<undefined>({ description: 'no content' });
