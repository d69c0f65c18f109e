import type { Context } from '../../platform/context';
import type { AuditRecord } from '../../platform/http/audit-record';
import { AssistantTokens, type ApiTokens, type OwnerOf } from '../api-tokens';
import { MCP_PATH, scopesOfTools, type McpSettings } from '../mcp';
import { OAuthClients } from './clients';
import { Consents } from './consents';
import { Grants } from './grants';
import type { OAuthParts } from './oauth-routes';

export interface AssistantSignInDependencies {
  tokens: ApiTokens;
  /** Null where another system manages the users. */
  ownerOf: OwnerOf | null;
  settings: McpSettings;
  record: (written: AuditRecord) => Promise<void>;
}

/** Opens the sign-in of assistants. */
export function openAssistantSignIn(
  ctx: Context,
  { tokens: all, ownerOf, settings, record }: AssistantSignInDependencies,
): {
  consents: Consents;
  parts: OAuthParts;
} {
  const issuer = ctx.publicUrl;
  const resource = new URL(MCP_PATH, issuer).href;
  const tokens = new AssistantTokens(ctx, { tokens: all, ownerOf });
  const clients = new OAuthClients(ctx);
  return {
    consents: new Consents(ctx, { clients, tokens, settings, issuer, resource, scopes: scopesOfTools() }),
    parts: { clients, grants: new Grants(ctx, { clients, tokens, settings, resource, record }), issuer, resource },
  };
}
