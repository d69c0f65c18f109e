/** Access reviews: people confirm or revoke access unit by unit, and snapshots check the revocations. */
export { ReviewDecisions } from './decisions';
export { ReviewEvidence } from './evidence-of-reviews';
export { ReviewMails } from './mails';
export { reviewsRoutes } from './routes';
export { ReviewsService } from './service';
export { ReviewWatch } from './watch';
export { reviewTickets } from './tickets';
