import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import type { Right } from './rights';
import type { RemoteId } from './remote-ids';

/**
 * Access rule of a call. `public` needs no token, `session` any valid token, and a list one of its rights. `operator-key` needs the key of the
 * installation, which the command line on the same machine has.
 */
export type Access = 'public' | 'session' | 'operator-key' | readonly Right[];

/**
 * Content of the audit entry of a call that may write. `add` keeps the new state, `change` both states, and `remove` the old state. `asked` keeps the
 * request only and says why there is nothing to compare. `exempt` keeps no entry and says why: the call changes nothing, or only data that the caller
 * alone sees.
 */
export type AuditRule = 'add' | 'change' | 'remove' | { readonly requestOnly: string } | { readonly exempt: string };

/**
 * Rule for callers who are limited to accounts. `FILTER`: the account filter narrows the whole answer to them; such a caller may not use the parameters in
 * `without`, which the filter does not narrow. `ROWS`: the database also hides all other accounts from the call, so that an answer that joins accounts
 * does not tell of them. `NONE`: the answer has no data of accounts. `REFUSED`: the call refuses these callers, and `why` says why it cannot be narrowed. A
 * call without a rule refuses them too.
 */
export type AccountRule =
  | { readonly by: 'FILTER' | 'ROWS'; readonly without?: readonly string[] }
  | { readonly by: 'NONE' }
  | { readonly by: 'REFUSED'; readonly why: string };

/** The account filter narrows the whole answer of the call. */
export const NARROWED = { by: 'FILTER' } as const satisfies AccountRule;
/** The account filter narrows the call, and the database shows it no other account. */
export const OWN_ROWS = { by: 'ROWS' } as const satisfies AccountRule;
/** The call cannot be narrowed to accounts. @param why sentence without a full stop, for the API reference */
export const refusedWithin = (why: string): AccountRule => ({ by: 'REFUSED', why });
/** The answer of the call has no data of accounts. */
export const NO_ACCOUNTS = { by: 'NONE' } as const satisfies AccountRule;

/** One call of the API: who may use it, and the schemas of its parameters and answer. */
export interface Endpoint<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema, A extends TSchema = TSchema> {
  /** Summary in the API document. */
  summary: string;
  access: Access;
  /** The remote that owns the call. The server answers 403 while the remote is off for the tenant. With several owners, one that is on suffices. */
  owner?: RemoteId | readonly RemoteId[];
  /** The call also accepts a publisher token of the remote that `id` in the path names. */
  publisher?: true;
  /**
   * Lets API tokens make the call, or refuses them. By default a token may make a call whose `access` lists rights, one of which it needs, but not a call for
   * which any session suffices: such a call is about the user at a browser.
   */
  apiTokens?: boolean;
  /** The call also accepts access tokens of assistants that a user connected by signing in (OAuth). They are for these calls alone. */
  assistants?: true;
  /** How the call serves API tokens that are limited to accounts; without it, such a token is refused. */
  accounts?: AccountRule;
  /** Required for every call except GET; the server does not serve a call without it. */
  audit?: AuditRule;
  /** The call only reads, like every GET. When the caller disconnects, the server stops its work. */
  readOnly?: true;
  path: P;
  query: Q;
  body: B;
  answer: A;
  /** Media type of the request body when it is not JSON. */
  consumes?: string;
  /** Media type of the answer when it is not JSON: a file or `text/event-stream`. */
  produces?: string;
  /** Status of a successful answer; 200 by default. */
  status?: number;
}

const RequestHeader = Type.Optional(Type.Object({ tid: Type.String() }, { description: 'random id of this request', additionalProperties: true }));

/** Query parameters of every data request: the account filter of the console and a request id. */
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
  apiTokens?: boolean;
  assistants?: true;
  accounts?: AccountRule;
  audit?: AuditRule;
  readOnly?: true;
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
 * Declares one call. `path`, `query` and `body` are the properties of JSON objects. The server refuses unknown properties of a body and ignores
 * unknown query parameters. A body that is not JSON (`consumes`) has no schema.
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

/** The parameters and the answer of a call as plain types, the only part of an endpoint that reaches a browser. */
export interface Call<E extends Endpoint> {
  path: E['path']['static'];
  query: E['query']['static'];
  body: E['body']['static'];
  answer: E['answer']['static'];
}

/** A file. The browser receives a Blob named by Content-Disposition; the server sends a stream or a buffer. */
export const FileAnswer = Type.Unsafe<Blob>({ type: 'string', format: 'binary' });

/** An answer without a body (204). */
export const NoAnswer = Type.Unsafe<undefined>({ description: 'no content' });
