import { EventEmitter } from 'node:events';

/**
 * A change of a tenant: its remotes and flags (`revision`), its graph (`snapshot`), the revoked tokens of its users (`revocation`), or events for programs
 * (`feed`). An `import` ended and left the graph as it was.
 */
export interface TenantEvent {
  tenantId: string;
  kind: 'revision' | 'snapshot' | 'import' | 'revocation' | 'feed';
}

/** Reports whether an event tells that an import of the tenant ended, with changes of the graph or without. */
export function tellsOfImport({ kind }: TenantEvent): boolean {
  return kind === 'snapshot' || kind === 'import';
}

/** Stands for all tenants, for example when a release or a channel changes. */
export const EVERY_TENANT = '*';

/** Exchanges events with other processes. */
export interface EventTransport {
  send(event: TenantEvent): Promise<void>;
}

export class Events {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #transport: EventTransport | null = null;

  /** Sends later events to other processes too. */
  useTransport(transport: EventTransport): void {
    this.#transport = transport;
  }

  publish(event: TenantEvent): void {
    this.deliver(event);
    void this.#transport?.send(event);
  }

  /** Delivers an event to the subscribers in this process only. */
  deliver(event: TenantEvent): void {
    this.#emitter.emit('event', event);
  }

  /** @returns the function that ends the subscription */
  subscribe(listener: (event: TenantEvent) => void): () => void {
    this.#emitter.on('event', listener);
    return () => this.#emitter.off('event', listener);
  }
}
