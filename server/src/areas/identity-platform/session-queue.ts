import type { IncomingMessage } from 'node:http';
import { Mutex } from '../../platform/db/mutex';

/** Returns the name of the cookie with the browser's session at the provider. Over HTTPS, the prefix keeps other hosts of the domain from setting it. */
export function sessionCookie(https: boolean): string {
  return https ? '__Host-cam_idp_session' : 'cam_idp_session';
}

const SESSION = /(?:^|;\s*)(?:__Host-)?cam_idp_session=([^;]*)/;

/**
 * Runs the requests of one provider session one after another. Each request reads the session first and writes it whole at its end, so the later of
 * two concurrent requests would overwrite changes of the other, such as a sign-out.
 */
export class SessionQueue {
  readonly #waiting = new Map<string, { mutex: Mutex; count: number }>();

  async take(request: IncomingMessage, work: () => Promise<unknown>): Promise<void> {
    const session = SESSION.exec(request.headers.cookie ?? '')?.[1];
    if (session === undefined) return void (await work());
    const line = this.#waiting.get(session) ?? { mutex: new Mutex(), count: 0 };
    this.#waiting.set(session, line);
    line.count++;
    const release = await line.mutex.acquire();
    try {
      await work();
    } finally {
      release();
      if (--line.count === 0) this.#waiting.delete(session);
    }
  }
}
