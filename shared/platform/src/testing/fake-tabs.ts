import type { TabMessage } from '../session/tab-channel';

type Handler = (message: TabMessage) => void;

const handlers = new Set<Handler>();
let said: TabMessage[] = [];
let neighbour: Handler = () => undefined;

/** Takes the place of the package `broadcast-channel`: this tab on one side, one neighbour on the other. */
export class BroadcastChannel {
  async postMessage(message: TabMessage): Promise<void> {
    said.push(message);
    neighbour(message);
  }
  addEventListener(_type: 'message', handler: Handler): void {
    handlers.add(handler);
  }
  removeEventListener(_type: 'message', handler: Handler): void {
    handlers.delete(handler);
  }
}

/** What this tab has told the others. */
export function saidToTabs(): readonly TabMessage[] {
  return said;
}

/** Another tab says something. */
export function hearFromTab(message: TabMessage): void {
  for (const handler of handlers) handler(message);
}

/** Sets what the other tab does with what it hears, and forgets what was said. */
export function neighbourTab(onMessage: Handler = () => undefined): void {
  said = [];
  neighbour = onMessage;
}
