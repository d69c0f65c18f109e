/** The door of this folder: everything that other folders may use. */
export type { Mail, MailAttachment } from './compose';
export { DailyDigest } from './digest/service';
export { html, page, plain } from './mail-text';
export { type Outcome, waitAfter } from './outcome';
export { notificationsRoutes } from './routes';
export { sendMail } from './send-mail';
export { NotificationsService } from './service';
