import { WRITE_RIGHTS, type Right } from './rights';

/** Kinds of events, with the rights of which a reader needs one. */
export const EVENT_KINDS = {
  'alert.raised': ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'],
  'alert.changed': ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'],
  'alert.closed': ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'],
  'snapshot.published': ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE'],
  'snapshot.failed': ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE'],
  'review.started': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'review.decided': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'review.carried_out': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'review.overdue': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'review.closed': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.asked': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.approved': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.refused': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.withdrawn': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.lapsed': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.seen': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.ended': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'request.overdue': ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
  'sign_on.certificate_ending': WRITE_RIGHTS.GENERAL,
  'audit.entry': WRITE_RIGHTS.GENERAL,
} as const satisfies Record<string, readonly Right[]>;
export type EventKind = keyof typeof EVENT_KINDS;

/** All kinds of events. */
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[];

/** Formats of webhooks: CAM's own, the Open Cybersecurity Schema Framework, and the Common Event Format. */
export const EVENT_FORMATS = ['CAM', 'OCSF', 'CEF'] as const;
export type EventFormat = (typeof EVENT_FORMATS)[number];

/** Days that events are kept. */
export const EVENT_DAYS = 30;
