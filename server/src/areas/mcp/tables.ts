/** The switches for assistants of a tenant. Without a row, assistants are off. */
export interface McpSettingTable {
  tenant_id: string;
  enabled: boolean;
  sign_in: boolean;
}

export interface McpTables {
  mcp_setting: McpSettingTable;
}

declare module '../../platform/db/schema' {
  interface Database extends McpTables {}
}
