/** Sends alerts to Slack, and takes the actions of its users with their rights in CAM. */
export { chatRoutes } from './routes';
export { ChatService, slackOf } from './service';
