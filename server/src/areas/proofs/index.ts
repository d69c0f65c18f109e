/** Makes signed proofs of access, which a checker replays without the server. */
export { proofRoutes } from './routes';
export type { EvidenceClaim } from './evidence-file';
export { ProofsService } from './service';
