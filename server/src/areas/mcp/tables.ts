/** The switch for assistants of a tenant. Without a row, it is off. */
export interface McpSettingTable {
  tenant_id: string;
  enabled: boolean;
}

export interface McpTables {
  mcp_setting: McpSettingTable;
}

declare module '../../platform/db/schema' {
  interface Database extends McpTables {}
}
