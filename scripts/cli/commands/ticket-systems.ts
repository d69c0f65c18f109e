import { isChatKind, type Connection } from '@cam/contracts';
import type { ApiClient } from '../api-client';
import { CliFailure } from '../failure';

/** Returns the connections that have tickets: chat services have messages. */
export async function ticketSystems(client: ApiClient): Promise<Connection[]> {
  const { connections } = await client.call('GET /v1/connections');
  return connections.filter(({ kind }) => !isChatKind(kind));
}

/** Returns the connection that a name means, or the only one. @throws CliFailure if that does not tell which one */
export function chosen(connections: readonly Connection[], name: string | undefined): Connection {
  const [only] = name === undefined ? connections : connections.filter(({ label }) => label === name);
  if (only && (name !== undefined || connections.length === 1)) return only;
  const names = connections.map(({ label }) => `"${label}"`).join(', ');
  if (connections.length === 0) throw new CliFailure('No ticket system is connected. Connect one in the console: Settings, Connections.');
  if (name === undefined) throw new CliFailure(`Several ticket systems are connected. Name one with --in: ${names}.`);
  throw new CliFailure(`No connection has the name "${name}". There is ${names}.`);
}
