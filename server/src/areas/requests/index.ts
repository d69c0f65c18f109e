/** Access requests: users ask for access that ends, others approve it, and snapshots show that it came and went. */
export { RequestDecisions } from './decisions';
export { RequestMails } from './mails';
export { requestsRoutes } from './routes';
export { RequestsService } from './service';
export { RequestWatch } from './watch';
export { requestTickets } from './ticket-subject';
