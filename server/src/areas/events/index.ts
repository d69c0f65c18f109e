/** Tells programs what happens in a tenant: a list to poll, a stream, and signed webhooks. */
export { eventRoutes } from './routes';
export { EventFeed } from './feed';
export { Webhooks } from './webhooks';
