import type { EventFormat, EventKind, Webhook } from '@cam/contracts';

/** Says what each kind of event means. */
export const KIND_WORDS: Record<EventKind, string> = {
  'alert.raised': 'An alert is raised',
  'alert.changed': 'An alert is dismissed, reopened, assigned or remediated',
  'alert.closed': 'An alert closes because its finding is gone',
  'snapshot.published': 'A source has a new snapshot',
  'snapshot.failed': 'A source could not be read',
  'review.started': 'An access review starts',
  'review.decided': 'A reviewer keeps or revokes access, or takes that back',
  'review.carried_out': 'A snapshot shows that revoked access is gone',
  'review.overdue': 'Revoked access is still there after its last day',
  'review.closed': 'An access review closes',
  'request.asked': 'A user asks for access',
  'request.approved': 'An access request is approved',
  'request.refused': 'An access request is refused',
  'request.withdrawn': 'An access request is withdrawn',
  'request.lapsed': 'An access request lapses without a decision',
  'request.seen': 'A snapshot shows requested access',
  'request.ended': 'A snapshot shows that requested access is gone',
  'request.overdue': 'Requested access is still there after its end',
  'sign_on.certificate_ending': 'The last certificate of the SAML provider ends within 30 days',
  'audit.entry': 'A user or program changes something in CAM',
};

export const FORMAT_WORDS: Record<EventFormat, string> = {
  CAM: 'CAM (JSON)',
  OCSF: 'OCSF (JSON for SIEMs)',
  CEF: 'CEF (text for SIEMs)',
};

export interface WebhookState {
  label: 'On' | 'Retrying' | 'Off';
  tone: 'ok' | 'medium' | 'neutral';
}

/** Returns the state of a webhook in a word. */
export function stateOf({ state, failing }: Pick<Webhook, 'state' | 'failing'>): WebhookState {
  if (state === 'OFF') return { label: 'Off', tone: 'neutral' };
  return failing ? { label: 'Retrying', tone: 'medium' } : { label: 'On', tone: 'ok' };
}
