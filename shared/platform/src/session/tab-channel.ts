import { BroadcastChannel } from 'broadcast-channel';
import type { AuthValues } from './auth-values';

/** Messages between the tabs of a console. */
export type TabMessage = { kind: 'ask' } | { kind: 'values'; values: AuthValues } | { kind: 'signed-out'; expired: boolean };

let channel: BroadcastChannel<TabMessage> | null = null;

function open(): BroadcastChannel<TabMessage> {
  channel ??= new BroadcastChannel<TabMessage>('cam-session', { webWorkerSupport: false });
  return channel;
}

export function sendToTabs(message: TabMessage): void {
  void open().postMessage(message);
}

/** Listens to other tabs. Returns the function that stops listening. */
export function listenToTabs(handler: (message: TabMessage) => void): () => void {
  const opened = open();
  opened.addEventListener('message', handler);
  return () => opened.removeEventListener('message', handler);
}
