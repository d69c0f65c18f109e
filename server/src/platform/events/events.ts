import { EventEmitter } from 'node:events';

/** Something about a tenant changed: what its consoles show of remotes and flags (`revision`), or its graph (`snapshot`). */
export interface TenantEvent {
  tenantId: string;
  kind: 'revision' | 'snapshot';
}

/** A tenant id that stands for all: a release or a channel changed. */
export const EVERY_TENANT = '*';

/** Carries an event to other processes and brings theirs. */
export interface EventTransport {
  send(event: TenantEvent): Promise<void>;
}

export class Events {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #transport: EventTransport | null = null;

  /** From now on events also go to other processes. */
  useTransport(transport: EventTransport): void {
    this.#transport = transport;
  }

  publish(event: TenantEvent): void {
    this.deliver(event);
    void this.#transport?.send(event);
  }

  /** Hands an event to the subscribers of this process only. */
  deliver(event: TenantEvent): void {
    this.#emitter.emit('event', event);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: TenantEvent) => void): () => void {
    this.#emitter.on('event', listener);
    return () => this.#emitter.off('event', listener);
  }
}
