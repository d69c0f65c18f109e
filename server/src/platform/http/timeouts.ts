/** Limits for clients that are slow or silent, seconds; 0: no limit. */
export interface Timeouts {
  /** From the start of a connection or request to the end of its headers. */
  headers: number;
  /** For a whole body, and for the longest pause in an upload. */
  body: number;
  /** For a whole upload: a bundle or a release. */
  upload: number;
  /** Between two requests on one connection. Longer than the 60 s of nginx, so that no proxy sends a request into a closing connection. */
  idle: number;
  /** For the requests in flight when the server stops. */
  stop: number;
}

export const TIMEOUTS: Timeouts = { headers: 15, body: 30, upload: 1800, idle: 72, stop: 20 };
