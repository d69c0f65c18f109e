import { changeSetText, type AccessUnitPart } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { isOneOf } from '../../platform/db/is-one-of';
import { plain } from '../notifications';
import type { Block, Phase, TicketMatter } from '../tickets';
import { stepsOf } from './steps';
import { findRequest, type StoredRequest } from './store';
import { accessWords, LONGEST_REASON, minute } from './words';

/** Phases of a ticket by the state of its request: open while something has to be done, and over when the access is. */
const PHASES: Readonly<Record<StoredRequest['state'], Phase>> = {
  ASKED: 'OPEN',
  APPROVED: 'OPEN',
  SEEN: 'REMEDIATED',
  OVERDUE: 'OPEN',
  ENDED: 'GONE',
  REFUSED: 'GONE',
  LAPSED: 'GONE',
  WITHDRAWN: 'GONE',
};

/** The comments of CAM on tickets about access requests. */
const WORDS: TicketMatter['words'] = {
  CLOSE: 'CAM: a snapshot shows that the access ended.',
  REOPEN: 'CAM: a snapshot shows the access after its end, so this ticket is open again. Take the access away.',
  SAY_REMEDIATED: 'CAM: a snapshot shows the access. Take it away at its end.',
  SAY_DISMISSED: 'CAM: the access is no longer watched.',
  SAY_BACK: 'CAM: a snapshot shows the access after its end. Take it away.',
};

/** Returns what tickets about access requests say, and when they are done. */
export function requestTickets(ctx: Context): TicketMatter {
  return {
    // A closed ticket says that the access was given. Only a snapshot shows it.
    reported: null,
    words: WORDS,
    content: async (tenantId, requestId) => {
      const row = await ctx.db.tenant(tenantId, (tx) => findRequest(tx, tenantId, requestId));
      return row ? { title: plain(`Give access: ${accessWords(row)}`, LONGEST_TITLE), blocks: requestBlocks(row, ctx.publicUrl) } : null;
    },
    phases: async (tx, tenantId, requestIds) => {
      if (requestIds.length === 0) return new Map();
      const rows = await tx
        .selectFrom('access_request')
        .select(['request_id', 'state'])
        .where('tenant_id', '=', tenantId)
        .where(isOneOf('request_id', requestIds))
        .execute();
      return new Map(rows.map(({ request_id: id, state }) => [id, PHASES[state]]));
    },
  };
}

/** Limit of a title, characters. ServiceNow allows 160, the others more. */
const LONGEST_TITLE = 150;
/** Limit of the change as JSON, characters. */
const LONGEST_CHANGE = 5000;

/** Returns one step of the change, with its edits where CAM knows them. @param place for example "1. " */
function stepBlocks({ action, edits, source_uid: uid }: Pick<AccessUnitPart, 'action' | 'edits' | 'source_uid'>, place: string): Block[] {
  const change = edits.length === 0 ? [] : [textBlock(changeSetText({ edits, verdict: { source_uid: uid } }), LONGEST_CHANGE)];
  return [textBlock(`${place}${action}`), ...change];
}

const textBlock = (text: string, longest = LONGEST_REASON): Block => ({ kind: 'text', text: plain(text, longest) });

/** Returns the text of the ticket about an approved request. */
export function requestBlocks(row: StoredRequest, origin: string): Block[] {
  const { unit } = row;
  const approvers = row.approvals.map(({ by }) => by).join(', ');
  return [
    {
      kind: 'text',
      text: `${plain(row.asked_by)} asked for ${plain(accessWords(row), LONGEST_REASON)}, until ${minute(row.until)}. Approved by ${plain(approvers)}.`,
    },
    { kind: 'link', text: 'Open the request in CAM', url: `${origin}/requests/${encodeURIComponent(row.request_id)}` },
    { kind: 'heading', text: 'Reason' },
    { kind: 'text', text: plain(row.reason, LONGEST_REASON) },
    { kind: 'heading', text: 'Change' },
    ...(unit ? stepsOf(unit).flatMap((step, index) => stepBlocks(step, unit.parts.length > 0 ? `${index + 1}. ` : '')) : [textBlock(row.steps)]),
    {
      kind: 'text',
      text: `Take the access away at ${minute(row.until)}. CAM watches the snapshots: it closes this ticket when the access is over, and raises an alert if a snapshot after the end still shows it.`,
    },
  ];
}
