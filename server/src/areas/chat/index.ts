/** Sends alerts to Slack and Microsoft Teams, and takes the actions of their users with their rights in CAM. */
export { chatRoutes } from './routes';
export { ChatService } from './service';
