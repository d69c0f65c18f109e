import type { IncomingMessage } from 'node:http';
import { Mutex } from '../../platform/db/mutex';

/** The cookie that holds a browser's session of the provider. */
export const SESSION_COOKIE = 'cam_idp_session';

const SESSION = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]*)`);

/**
 * Lets the requests of one session of the provider through one by one. Each reads the session when it comes and writes it whole when it ends: of
 * two tabs that come at once the later would write back what the earlier had changed, such as a sign-out that was just begun.
 */
export class SessionTurns {
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
