/** Makes tickets about alerts in the products of other vendors, and keeps both sides together. Chat services share the connections. */
export type { ConnectionRow } from './connection-store';
export { Connections } from './connections';
export { Incoming, isSame, type IncomingMessage } from './incoming';
export { plainText } from './markup';
export { cloudOf, isServiceUrl, type MicrosoftCloud } from './microsoft-cloud';
export { ProductError } from './products';
export { callProduct, type Reach } from './products/call';
export { ticketRoutes } from './routes';
export { TicketRules } from './rules';
export { Subjects } from './subjects';
export { blocksOf, titleOf, type Subject } from './template';
export { TicketWork } from './ticket-work';
export { Tickets } from './tickets';
export type { TeamsChannel } from './tables';
export type { Phase } from './settle';
export type { TicketMatter } from './subjects';
export type { Block } from './template';
