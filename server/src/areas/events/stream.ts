import type { FastifyBaseLogger } from 'fastify';
import type { EventKind } from '@cam/contracts/server';
import type { SendEvent } from '../../platform/http/event-stream';
import type { EventFeed } from './feed';

/** Events that are read at once. */
const BATCH = 200;

/**
 * Sends events after a position, and then each new one. The reader continues after the last id that it received.
 * @returns the function that ends the stream
 */
export function streamEvents(
  feed: EventFeed,
  { tenantId, kinds, after, log }: { tenantId: string; kinds: readonly EventKind[]; after: number; log: FastifyBaseLogger },
  send: SendEvent,
): () => void {
  let position = after;
  let isReading = false;
  let isWoken = false;
  let isOver = false;
  const read = async (): Promise<void> => {
    isWoken = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isWoken && !isOver) {
        isWoken = false;
        const { events, next, last } = await feed.page(tenantId, { after: position, limit: BATCH, kinds });
        for (const event of events) send(event.type, event, String(event.seq));
        position = next;
        if (position < last) isWoken = true;
      }
    } catch (err) {
      // The next change tries again from the same position.
      log.error({ err }, 'events could not be read for a stream');
    } finally {
      isReading = false;
    }
  };
  const unsubscribe = feed.whenWoken(tenantId, () => void read());
  void read();
  return () => {
    isOver = true;
    unsubscribe();
  };
}
