/** Makes tickets about alerts in the products of other vendors, and keeps both sides together. */
export { Connections } from './connections';
export { Incoming } from './incoming';
export { ticketRoutes } from './routes';
export { Subjects } from './subjects';
export { TicketWork } from './ticket-work';
export { Tickets } from './tickets';
