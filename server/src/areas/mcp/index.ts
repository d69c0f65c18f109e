/** Model Context Protocol: assistants read with the rights of their token. */
export { MCP_PATH, mcpRoutes, scopesOfTools } from './routes';
export { McpSettings } from './settings';
