import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer, NO_ACCOUNTS, NoAnswer } from '../endpoint';
import { READ_RIGHTS, TENANT_ADMIN_RIGHTS, WRITE_RIGHTS } from '../rights';
import { StringEnum } from '../vocabulary';

/** A tool that assistants may use, as the settings show it. */
export const McpTool = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'text that assistants read' }),
  call: Type.String({ description: 'the call of the API behind it' }),
  any_right: Type.Array(StringEnum(READ_RIGHTS), { description: 'one of these reading rights is needed' }),
});
export type McpTool = Static<typeof McpTool>;

const Enabled = { enabled: Type.Boolean({ description: 'false: assistants get no answer in this tenant' }) };
const SIGN_IN = 'false: assistants need an API token, and those that users connected by signing in get no answer';
const Settings = { ...Enabled, sign_in: Type.Boolean({ description: SIGN_IN }) };

/** Model Context Protocol: tools with which assistants read what their token may read. */
export const mcpEndpoints = {
  'POST /v1/mcp': endpoint({
    summary: 'Serve one message of the Model Context Protocol (revisions 2026-07-28 and 2025-11-25 and before). Its tools only read',
    access: TENANT_ADMIN_RIGHTS,
    // Each tool makes a call of its own, which its own rule narrows to the accounts of the caller or refuses.
    accounts: NO_ACCOUNTS,
    audit: { exempt: 'each use of a tool is recorded with its arguments' },
    readOnly: true,
    assistants: true,
    consumes: 'application/json',
    produces: 'application/json',
    answer: FileAnswer,
  }),
  'GET /v1/mcp': endpoint({
    summary: 'Refuse to open a stream of server messages with status 405, as the protocol asks of servers without one',
    access: TENANT_ADMIN_RIGHTS,
    accounts: NO_ACCOUNTS,
    assistants: true,
    answer: NoAnswer,
  }),
  'GET /v1/mcp/settings': endpoint({
    summary: 'Read whether assistants may use this tenant, the address for them, and all tools',
    access: TENANT_ADMIN_RIGHTS,
    answer: Type.Object({ ...Settings, url: Type.String(), tools: Type.Array(McpTool) }),
  }),
  'PUT /v1/mcp/settings': endpoint({
    summary: 'Set whether assistants may use this tenant, and whether users may connect them by signing in',
    access: WRITE_RIGHTS.GENERAL,
    apiTokens: false,
    audit: 'change',
    body: { ...Enabled, sign_in: Type.Optional(Type.Boolean({ description: `${SIGN_IN}; without it, as before` })) },
    answer: Type.Object(Settings),
  }),
};
