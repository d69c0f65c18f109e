import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../platform/context';
import { badRequest, notFound, unauthorized } from '../../platform/http/errors';
import { isSame, plainText, ProductError, type Connections, type Incoming, type IncomingMessage } from '../tickets';
import type { ChatActions } from './chat-actions';
import { ifGone, type ChatMessages } from './chat-messages';
import type { Reply } from './chat-product';
import type { Slack } from './slack';
import { dismissForm, linkForm, ticketForm } from './slack-forms';
import { readInteraction, type Interaction } from './slack-interaction';

const JOB = 'chat.act';

/** Tenants whose actions are taken side by side. Slack waits three seconds for a form. */
const AT_ONCE = 8;

/** Difference between the clocks of Slack and CAM that a signed time may have, s. */
const REPLAY_WINDOW = 300;

interface SlackDependencies {
  connections: Connections;
  incoming: Incoming;
  actions: ChatActions;
  messages: ChatMessages;
}

/** Takes the calls of Slack: it checks them, answers at once, and takes the action in a job. */
export class SlackIncoming {
  constructor(
    private readonly ctx: Context,
    private readonly deps: SlackDependencies,
  ) {
    ctx.jobs.define(JOB, (data: { tenantId: string; connectionId: string; interaction: Interaction }, { signal }) => this.#act(data, signal), {
      atOnce: AT_ONCE,
    });
  }

  /** Checks an interaction and queues its action. @throws ApiError 401 for a wrong signature, 400 for a stale or repeated one, and as `Incoming.receive` */
  async take(message: IncomingMessage): Promise<void> {
    const { tenantId, connection, body } = await this.deps.incoming.receive(message);
    if (connection.kind !== 'slack') throw notFound('There is no such connection.');
    checkSlackSignature(this.deps.connections.incomingSecret(connection), message.headers, body, Date.now());
    const interaction = readInteraction(body);
    await this.deps.incoming.remember(tenantId, connection.connection_id, body);
    if (interaction) await this.ctx.jobs.enqueue(JOB, { tenantId, connectionId: connection.connection_id, interaction });
  }

  async #act(
    { tenantId, connectionId, interaction }: { tenantId: string; connectionId: string; interaction: Interaction },
    signal: AbortSignal,
  ): Promise<void> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => this.deps.connections.found(tx, tenantId, connectionId)).catch(ifGone);
    if (!row) return;
    const slack = this.deps.messages.openSlack(row, signal);
    const reply = await this.deps.actions.take({ tenantId, row, action: interaction });
    try {
      await this.#show(slack, interaction, reply);
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      this.ctx.log.warn({ tenantId, connection: connectionId, message: error.message }, 'a user of Slack got no answer');
      // A form may be too late for its button; the message says so.
      await slack.whisper(interaction, `${error.message}.`).catch(() => undefined);
    }
  }

  async #show(slack: Slack, interaction: Interaction, reply: Reply): Promise<void> {
    const { place, trigger } = interaction;
    switch (reply.show) {
      case 'text':
        return slack.whisper(interaction, reply.text);
      case 'explanation':
        return slack.whisper(interaction, `${reply.title}\n\n${plainText(reply.blocks)}`);
      case 'link-form':
        if (trigger === '') return slack.whisper(interaction, 'Link yourself to CAM first: press the button again.');
        return slack.open(trigger, linkForm(place, this.ctx.publicUrl));
      case 'dismiss-form':
        return slack.open(trigger, dismissForm(reply.about, place, new Date()));
      case 'ticket-form':
        return slack.open(trigger, ticketForm(reply.about, place, reply.connections));
      case 'note':
        return undefined;
    }
  }
}

/**
 * Checks Slack's signature over the time and the bytes of the body.
 * @throws ApiError 401 for a wrong signature, 400 for a time that is more than five minutes away
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
function checkSlackSignature(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: number): void {
  const { 'x-slack-signature': given, 'x-slack-request-timestamp': time } = headers;
  const expected = `v0=${createHmac('sha256', secret)
    .update(`v0:${String(time)}:`)
    .update(body)
    .digest('hex')}`;
  if (typeof given !== 'string' || typeof time !== 'string' || !isSame(given, expected))
    throw unauthorized(
      'SIGNATURE_INVALID',
      'The signature of this message is missing or wrong. Enter the signing secret of the Slack app in the connection.',
    );
  if (Math.abs(now / 1000 - Number(time)) <= REPLAY_WINDOW) return;
  throw badRequest('The time of this message is more than 5 minutes away. Check the clocks.');
}
