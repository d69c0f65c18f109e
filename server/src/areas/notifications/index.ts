/** Delivers alerts and daily digests by mail, webhook and syslog. */
export {
  about,
  alertLink,
  factorText,
  firstSteps,
  groupLink,
  placeOf,
  type AlertBrief,
  type GroupNews,
  type Mail,
  type MailAttachment,
} from './compose';
export {
  adaptiveCard,
  CARD_TYPE,
  cardMessage,
  cardText,
  execute,
  openUrl,
  type AdaptiveCard,
  type CardElement,
  type TeamsMessage,
} from './adaptive-card';
export { mrkdwn, type SlackBlock, type SlackMessage } from './compose-chat';
export { DailyDigest } from './digest/service';
export { html, page, plain } from './mail-text';
export { type Outcome, waitAfter } from './outcome';
export { notificationsRoutes } from './routes';
export { sendMail } from './send-mail';
export { NotificationsService, type ChannelMessages } from './service';
