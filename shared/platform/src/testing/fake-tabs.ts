import type { TabMessage } from '../session/tab-channel';

type Handler = (message: TabMessage) => void;

const handlers = new Set<Handler>();
let sent: TabMessage[] = [];
let neighbour: Handler = () => undefined;

/** Replaces the package `broadcast-channel`: this tab on one side, one other tab on the other. */
export class BroadcastChannel {
  async postMessage(message: TabMessage): Promise<void> {
    sent.push(message);
    neighbour(message);
  }
  addEventListener(_type: 'message', handler: Handler): void {
    handlers.add(handler);
  }
  removeEventListener(_type: 'message', handler: Handler): void {
    handlers.delete(handler);
  }
}

/** Messages that this tab has sent. */
export function sentToTabs(): readonly TabMessage[] {
  return sent;
}

/** Sends a message from the other tab. */
export function receiveFromTab(message: TabMessage): void {
  for (const handler of handlers) handler(message);
}

/** Sets the reaction of the other tab to messages, and clears the recorded messages. */
export function neighbourTab(onMessage: Handler = () => undefined): void {
  sent = [];
  neighbour = onMessage;
}
