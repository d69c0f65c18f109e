import { badRequest } from '../../platform/http/errors';
import { aboutOf, type ChatAction } from './chat-product';

/** An action in Slack. */
export interface Interaction extends ChatAction {
  /** Opens a form, within three seconds; empty after a form. */
  trigger: string;
}

/** The parts of Slack's payloads that CAM reads. @see https://docs.slack.dev/reference/interaction-payloads */
interface Payload {
  type?: string;
  trigger_id?: string;
  user?: { id?: string; username?: string; name?: string };
  container?: { channel_id?: string; message_ts?: string };
  actions?: { action_id?: string; value?: string }[];
  view?: {
    callback_id?: string;
    private_metadata?: string;
    state?: {
      values?: Record<string, Record<string, { value?: string | null; selected_date?: string | null; selected_option?: { value?: string } | null }>>;
    };
  };
}

/** Reads the body of an interaction. @returns null for one that needs nothing, such as a link that was opened @throws ApiError 400 for another body */
export function readInteraction(body: Buffer): Interaction | null {
  const text = new URLSearchParams(body.toString()).get('payload');
  let payload: Payload;
  try {
    payload = JSON.parse(text ?? '') as Payload;
  } catch {
    throw badRequest('The body is no interaction of Slack.');
  }
  const user = { id: payload.user?.id ?? '', name: payload.user?.username ?? payload.user?.name ?? '' };
  if (user.id === '') throw badRequest('The interaction names no user.');
  const trigger = payload.trigger_id ?? '';
  if (payload.type === 'block_actions') {
    const [action] = payload.actions ?? [];
    const about = aboutOf(action?.value ?? '');
    const act = action?.action_id;
    if (!about || (act !== 'dismiss' && act !== 'ticket' && act !== 'explain')) return null;
    return { user, trigger, place: { channel: payload.container?.channel_id ?? '', ts: payload.container?.message_ts ?? '' }, wish: { act, about } };
  }
  return payload.type === 'view_submission' && payload.view ? ofForm(payload.view, user) : null;
}

function ofForm(view: NonNullable<Payload['view']>, user: Interaction['user']): Interaction | null {
  const { about: value = '', channel = '', ts = '' } = metadataOf(view.private_metadata);
  const field = (name: string) => view.state?.values?.[name]?.[name];
  const form = { user, trigger: '', place: { channel, ts } };
  if (view.callback_id === 'link') return { ...form, wish: { act: 'link-form', code: field('code')?.value ?? '' } };
  const about = aboutOf(value);
  if (!about) return null;
  if (view.callback_id === 'dismiss')
    return { ...form, wish: { act: 'dismiss-form', about, reason: field('reason')?.value ?? '', endsOn: field('ends_on')?.selected_date ?? '' } };
  if (view.callback_id === 'ticket')
    return { ...form, wish: { act: 'ticket-form', about, connectionId: field('connection')?.selected_option?.value ?? '' } };
  return null;
}

function metadataOf(text: string | undefined): { about?: string; channel?: string; ts?: string } {
  try {
    return JSON.parse(text ?? '{}') as { about?: string };
  } catch {
    return {};
  }
}
