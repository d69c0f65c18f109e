import type { EventFormat, Severity, TenantFeedEvent } from '@cam/contracts/server';

/** The body of a message and its media type. */
export interface Message {
  body: string;
  type: string;
}

/** The installation and tenant that a message comes from. */
export interface Sender {
  tenantId: string;
  /** Origin of the console. */
  console: string;
}

type Data = Record<string, unknown>;

/** Version of the schema of the Open Cybersecurity Schema Framework. */
const OCSF_VERSION = '1.3.0';

/** Severities of the two standards. @see https://schema.ocsf.io/1.3.0/classes/detection_finding */
const OCSF_SEVERITY: Readonly<Record<Severity, number>> = { LOW: 2, MEDIUM: 3, HIGH: 4 };
const CEF_SEVERITY: Readonly<Record<Severity, number>> = { LOW: 3, MEDIUM: 5, HIGH: 8 };

/** Returns an event in the format of a webhook. */
export function messageOf(event: TenantFeedEvent, format: EventFormat, sender: Sender): Message {
  if (format === 'CEF') return { body: cefOf(event, sender), type: 'text/plain; charset=utf-8' };
  return { body: JSON.stringify(format === 'OCSF' ? ocsfOf(event, sender) : ownOf(event, sender)), type: 'application/json; charset=utf-8' };
}

function ownOf({ seq, id, type, subject, timestamp, data }: TenantFeedEvent, { tenantId }: Sender): unknown {
  return { type, timestamp, data: { id, seq, tenant: tenantId, subject, ...data } };
}

/**
 * Returns an event in the Open Cybersecurity Schema Framework: alerts as Detection Finding (2004), writes as API Activity (6003), all else as Base Event.
 * @see https://schema.ocsf.io/1.3.0
 */
export function ocsfOf(event: TenantFeedEvent, sender: Sender): unknown {
  const { id, seq, type, timestamp, data } = event;
  const common = {
    time: Date.parse(timestamp),
    message: titleOf(event),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'CAM', vendor_name: 'CAM', url_string: sender.console },
      uid: id,
      sequence: seq,
      event_code: type,
      tenant_uid: sender.tenantId,
      profiles: ['cloud'],
    },
    cloud: { provider: text(data.cloud_type) || 'Other', ...(text(data.account_id) ? { account: { uid: text(data.account_id) } } : {}) },
  };
  if (type.startsWith('alert.')) {
    const activity = { 'alert.raised': 1, 'alert.changed': 2, 'alert.closed': 3 }[type as 'alert.raised'];
    return { ...common, ...classed(2, 2004, activity), ...findingOf(event, sender) };
  }
  if (type === 'audit.entry') {
    const service = { api: { operation: text(data.call), service: { name: 'CAM' } }, actor: { user: { name: text(data.actor), type_id: 0 } } };
    return { ...common, ...classed(6, 6003, 99), severity_id: 1, status_id: 1, ...service, src_endpoint: { ip: text(data.address) }, unmapped: data };
  }
  return { ...common, ...classed(0, 0, 99), severity_id: isTrouble(type) ? 3 : 1, unmapped: data };
}

/** Says whether an event beside alerts asks somebody to act. */
const isTrouble = (type: TenantFeedEvent['type']): boolean => type === 'snapshot.failed' || type === 'sign_on.certificate_ending';

function classed(category: number, classUid: number, activity: number): object {
  return { category_uid: category, class_uid: classUid, activity_id: activity, type_uid: classUid * 100 + activity };
}

function findingOf(event: TenantFeedEvent, { console: origin }: Sender): object {
  const { data } = event;
  const subject = (data.subject ?? {}) as Data;
  const status =
    { ALERT_STATUS_NEW: 1, ALERT_STATUS_OPEN: 2, ALERT_STATUS_IGNORE: 3, ALERT_STATUS_CLOSE: 4 }[text(data.status) as 'ALERT_STATUS_NEW'] ?? 99;
  return {
    severity_id: OCSF_SEVERITY[data.severity as Severity] ?? 99,
    status_id: status,
    finding_info: {
      uid: text(data.alert_id),
      title: text(data.guardrail),
      desc: titleOf(event),
      created_time: Date.parse(text(data.raised_at)),
      src_url: `${origin}/alerts/${encodeURIComponent(text(data.alert_id))}`,
      analytic: { name: text(data.guardrail), uid: text(data.guardrail_id), type_id: 1 },
    },
    resources: [{ uid: text(subject.uri), name: text(subject.name), type: text(subject.type) }],
    ...(text(data.assignee) ? { assignee: { email_addr: text(data.assignee), type_id: 1 } } : {}),
  };
}

/** Returns an event in the Common Event Format, version 0 of ArcSight: one line, with escapes in header and extension. */
export function cefOf(event: TenantFeedEvent, { tenantId, console: origin }: Sender): string {
  const { id, type, timestamp, data } = event;
  const subject = (data.subject ?? {}) as Data;
  const isAlert = type.startsWith('alert.');
  const severity = isAlert ? (CEF_SEVERITY[data.severity as Severity] ?? 5) : isTrouble(type) ? 5 : 1;
  const values = {
    rt: String(Date.parse(timestamp)),
    externalId: id,
    cs1Label: 'tenant',
    cs1: tenantId,
    cs2Label: 'account',
    cs2: text(data.account_id),
    ...(isAlert ? { cs3Label: 'status', cs3: text(data.status), duid: text(subject.uri), dpriv: text(subject.type) } : {}),
    ...(isAlert ? { request: `${origin}/alerts/${encodeURIComponent(text(data.alert_id))}` } : {}),
    ...(type === 'audit.entry' ? { suser: text(data.actor), src: text(data.address), act: text(data.call) } : {}),
    msg: titleOf(event),
  };
  const header = ['CEF:0', 'CAM', 'CAM', '1.0', type, titleOf(event), String(severity)].map((field, index) =>
    index === 0 ? field : inHeader(field),
  );
  const extension = Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${inExtension(value)}`]));
  return `${header.join('|')}|${extension.join(' ')}`;
}

const inHeader = (value: string): string => value.replace(/[\\|]/g, String.raw`\$&`).replace(/\s+/g, ' ');
const inExtension = (value: string): string => value.replace(/[\\=]/g, String.raw`\$&`).replace(/\r?\n|\r/g, String.raw`\n`);

const REVIEW_OUTCOMES = { 'review.decided': 'decided', 'review.carried_out': 'gone', 'review.overdue': 'revoked but still there' } as const;

const REQUEST_OUTCOMES = {
  'request.asked': 'waits for approval',
  'request.approved': 'approved',
  'request.refused': 'refused',
  'request.withdrawn': 'withdrawn',
  'request.lapsed': 'lapsed without a decision',
  'request.seen': 'given',
  'request.ended': 'ended',
  'request.overdue': 'still there after its end',
} as const;

/** Says in one sentence what happened. */
function titleOf({ type, subject, data }: TenantFeedEvent): string {
  const about = (data.subject ?? {}) as Data;
  switch (type) {
    case 'alert.raised':
      return `${text(data.guardrail)}: ${text(about.name)}`;
    case 'alert.changed':
      return `Alert changed: ${text(data.guardrail)}: ${text(about.name)}`;
    case 'alert.closed':
      return `Alert closed: ${text(data.guardrail)}: ${text(about.name)}`;
    case 'snapshot.published':
      return `Snapshot of ${text(data.source) || subject}`;
    case 'snapshot.failed':
      return `No snapshot of ${text(data.source) || subject}: ${text(data.reason)}`;
    case 'review.started':
    case 'review.closed':
      return `Access review ${type === 'review.started' ? 'started' : 'closed'}: ${text(data.campaign)}`;
    case 'review.decided':
    case 'review.carried_out':
    case 'review.overdue':
      return `${text(data.campaign)}: ${text(data.identity)}, ${text(data.unit)}: ${REVIEW_OUTCOMES[type]}`;
    case 'request.asked':
    case 'request.approved':
    case 'request.refused':
    case 'request.withdrawn':
    case 'request.lapsed':
    case 'request.seen':
    case 'request.ended':
    case 'request.overdue':
      return `Access request of ${text(data.asked_by)}: ${text(data.identity)} to ${text(data.resource)}: ${REQUEST_OUTCOMES[type]}`;
    case 'sign_on.certificate_ending':
      return `The last certificate of ${text(data.provider)} for single sign-on ends on ${text(data.valid_until).slice(0, 10)}`;
    case 'audit.entry':
      return `${text(data.actor)}: ${text(data.call)} ${text(data.subject)}`.trim();
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
