import type { RemoteId } from '@cam/contracts';
import { request, type CallOptions } from './call-api';
import { unreadable } from './api-failure';

/** Values of a call to a team's own server, by the parameters of its OpenAPI document. */
export interface BackEndArgs {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  /** Sent as JSON. */
  body?: unknown;
}

type BackEndOptions = Omit<CallOptions, 'file' | 'onSent' | 'owner' | 'filtered'>;

/**
 * Calls the server of the remote's own team through CAM, which adds the user's verified identity. The build requires the call in `openapi.json`.
 * Neither the account filter nor a request id is added.
 * @param remote id of the calling remote
 * @param call `GET /orders/{id}`, written out, so that the build finds it
 * @throws ApiFailure after a toast, unless `toast` is false; Aborted; SessionEnded
 */
export function callBackEnd<Answer>(remote: RemoteId, call: string, args: BackEndArgs = {}, options: BackEndOptions = {}): Promise<Answer> {
  const [method, path] = call.split(' ');
  const own = { ...options, owner: remote, filtered: false };
  return request({ key: `${method} /x/${remote}${path}`, args, isPlain: true }, own, async (response) => {
    const text = await response.text();
    if (text === '') return undefined as Answer;
    try {
      return JSON.parse(text) as Answer;
    } catch {
      throw unreadable(response);
    }
  });
}
