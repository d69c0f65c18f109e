/** Makes signed proofs of access, which a checker replays without the server. */
export { proofRoutes } from './routes';
export { ProofsService } from './service';
