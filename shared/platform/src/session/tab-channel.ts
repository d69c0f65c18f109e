import { BroadcastChannel } from 'broadcast-channel';
import type { AuthValues } from './auth-values';

/** What tabs of one console say to each other. */
export type TabMessage = { kind: 'ask' } | { kind: 'values'; values: AuthValues } | { kind: 'signed-out'; expired: boolean };

let channel: BroadcastChannel<TabMessage> | null = null;

function open(): BroadcastChannel<TabMessage> {
  channel ??= new BroadcastChannel<TabMessage>('cam-session', { webWorkerSupport: false });
  return channel;
}

export function tell(message: TabMessage): void {
  void open().postMessage(message);
}

/** Returns the function that ends it. */
export function listen(handler: (message: TabMessage) => void): () => void {
  const opened = open();
  opened.addEventListener('message', handler);
  return () => opened.removeEventListener('message', handler);
}
