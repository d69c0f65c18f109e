/** Model Context Protocol: assistants read with the rights of their token. */
export { mcpRoutes } from './routes';
export { McpSettings } from './settings';
