import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, grantableScopes, READ_RIGHTS, type Api, type ApiTokenScope, type Endpoint, type Right } from '@cam/contracts/server';
import { heldRights } from '../../platform/http/acting-principal';
import { ApiError, forbidden } from '../../platform/http/errors';
import { accountLimitOf } from '../../platform/http/limited-token';
import { HIJACKED, partyOf, type Mount, type ReadWithin } from '../../platform/http/mount';
import type { Principal } from '../../platform/http/principal';
import { readRaw } from '../../platform/http/raw-body';
import { CallLimits } from '../../platform/security/call-limits';
import type { McpSettings } from './settings';
import type { Tool } from './tool';
import { TOOLS } from './tools';

/** The largest message, bytes. */
const LARGEST_MESSAGE = 256 * 1024;
/** Uses of tools that a token or user may make in a minute. */
const USES_PER_MINUTE = 60;
/** Path of the tools. */
export const MCP_PATH = '/v1/mcp';

export interface McpDependencies {
  settings: McpSettings;
  publicUrl: string;
  /** Version of this build, for clients. */
  version: string;
  readWithin: ReadWithin;
  /** Records the use of a tool in the audit log. */
  record: (used: { principal: Principal; address: string; tool: string; args: unknown }) => Promise<void>;
}

/** Mounts the Model Context Protocol and its settings. */
export function mcpRoutes(mount: Mount, { settings, publicUrl, version, readWithin, record }: McpDependencies): void {
  const limits = new CallLimits(USES_PER_MINUTE);
  const url = new URL(MCP_PATH, publicUrl).href;

  mount('POST /v1/mcp', async ({ raw, principal, request, reply }) => {
    refuseOtherOrigins(request, publicUrl);
    await settings.require(principal);
    const body = await readRaw(raw, LARGEST_MESSAGE);
    // The library of the protocol is loaded with the first message: most installations never receive one.
    const { serveMessage, toolsFor } = await import('./protocol');
    const response = await serveMessage(new Request(url, { method: 'POST', headers: headersOf(request), body: new Uint8Array(body) }), {
      tools: toolsFor(servedTools(principal), heldRights(principal), neededBy),
      read: (call, input) => readWithin(call, input, request, reply),
      consoleUrl: publicUrl,
      version,
      used: async ({ name }, args) => {
        const wait = limits.admit(partyOf(principal));
        if (wait !== null) throw new Error(`This token used ${USES_PER_MINUTE} tools within a minute. Wait ${Math.ceil(wait / 1000)} s.`);
        await record({ principal, address: request.ip, tool: name, args });
      },
    });
    await sendResponse(reply, response);
    return HIJACKED;
  });

  mount('GET /v1/mcp', async ({ reply }) => {
    reply.header('allow', 'POST');
    throw new ApiError(405, 'METHOD_NOT_ALLOWED', 'This server sends no messages of its own. Send each message with POST.');
  });

  mount('GET /v1/mcp/settings', async ({ tenantId }) => ({ ...(await settings.read(tenantId)), url, tools: TOOLS.map(shown) }));

  mount('PUT /v1/mcp/settings', async ({ tenantId, body, audit }) => {
    const { before, after } = await settings.set(tenantId, body);
    audit({ before, after });
    return after;
  });
}

/** A page of another site must not reach the server through a browser. @throws ApiError 403 */
function refuseOtherOrigins({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  throw forbidden('Pages of other sites may not use the tools of CAM.', 'MCP_ORIGIN');
}

function headersOf({ headers }: FastifyRequest): Headers {
  const passed = Object.entries(headers).filter(([name]) => /^(?:accept|content-type|mcp-[a-z-]+)$/.test(name));
  return new Headers(passed.map(([name, value]): [string, string] => [name, String(value)]));
}

/** Returns the scopes that tools need. */
export function scopesOfTools(): ApiTokenScope[] {
  return grantableScopes(READ_RIGHTS.filter((right) => TOOLS.some((tool) => neededBy(tool).includes(right))));
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<void> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'content-length' && name !== 'connection') reply.header(name, value);
  await reply.send(await response.text());
}

/** Returns the tools that can answer the caller: who is limited to accounts sees none whose call cannot be narrowed to them. */
function servedTools(principal: Principal): readonly Tool[] {
  if (!accountLimitOf(principal)) return TOOLS;
  return TOOLS.filter(({ call }) => {
    const { accounts } = endpoints[call] as Endpoint;
    return accounts !== undefined && accounts.by !== 'REFUSED';
  });
}

/** Returns the rights one of which the call of a tool needs. */
function neededBy({ call }: Tool): readonly Right[] {
  const { access } = endpoints[call] as Endpoint;
  return Array.isArray(access) ? (access as readonly Right[]) : [];
}

function shown(tool: Tool): Api['GET /v1/mcp/settings']['answer']['tools'][number] {
  const { name, title, description, call } = tool;
  const needed = neededBy(tool);
  return { name, title, description, call, any_right: READ_RIGHTS.filter((right) => needed.includes(right)) };
}
