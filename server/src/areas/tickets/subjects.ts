import type { GroupElement, Ticket } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound } from '../../platform/http/errors';
import type { AlertBrief, GroupNews } from '../notifications';
import { blocksOf, labelOf, titleOf, type Block, type Subject } from './template';
import { MATTERS, type Matter, type TicketAbout } from './tables';
import type { AlertStanding, Phase, StepWords } from './settle';

/** Alerts that tickets are about. */
export interface TicketAlerts {
  /** Returns what a message says about alerts; it skips deleted ones. */
  briefs(tx: Tx, tenantId: string, ids: readonly string[]): Promise<AlertBrief[]>;
  standings(tx: Tx, tenantId: string, ids: readonly string[]): Promise<({ alertId: string } & AlertStanding)[]>;
  successors(tx: Tx, tenantId: string, ids: readonly string[]): Promise<{ alertId: string; of: string }[]>;
  findingOf(tenantId: string, alertId: string): Promise<string>;
  groupBy(tenantId: string, key: string): Promise<{ element: GroupElement; name: string; detail: string; open: number; ids: string[] } | null>;
  objects(tenantId: string, alertId: string, page: { offset: number; limit: number }): Promise<{ rows: { object_name: string }[] }>;
  act(tenantId: string, act: 'remediate', ids: readonly string[], by: string): Promise<unknown>;
}

/** Something else than alerts that tickets are about. */
export interface TicketMatter {
  /** Returns what a ticket says; null: its subject does not exist. */
  content(tenantId: string, key: string): Promise<{ title: string; blocks: Block[] } | null>;
  /** Returns the phases of subjects, by key. */
  phases(tx: Tx, tenantId: string, keys: readonly string[]): Promise<ReadonlyMap<string, Phase>>;
  /** Takes note that a ticket was closed in its product while its subject is open; null: only a snapshot counts. @param by the product and the ticket */
  reported: ((tenantId: string, key: string, by: string) => Promise<void>) | null;
  /** The comments of CAM. */
  words: StepWords;
}

export interface SubjectDependencies {
  alerts: TicketAlerts;
  matters: Readonly<Record<Matter, TicketMatter>>;
  /** Returns what guardrails recommend, by id. */
  remediations(tx: Tx, tenantId: string, monitorIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function isMatter(kind: TicketAbout): kind is Matter {
  return MATTERS.some((one) => one === kind);
}

/** Resources of a single alert that a ticket names. */
const RESOURCES = 25;

/** Most alerts of a ticket. */
const MOST = 5000;

/** Finds the alerts that a ticket is about, and their facts. */
export class Subjects {
  constructor(
    private readonly ctx: Context,
    private readonly deps: SubjectDependencies,
  ) {}

  /** Returns the title and the content of a ticket. @throws ApiError 404 if its subject does not exist, 409 if the alert is closed */
  async content(tenantId: string, { kind, key }: { kind: TicketAbout; key: string }): Promise<{ title: string; blocks: Block[] }> {
    if (isMatter(kind)) {
      const content = await this.deps.matters[kind].content(tenantId, key);
      if (!content) throw notFound('The access request or review of this ticket does not exist. Reload the list.');
      return content;
    }
    const { subject } = await this.read(tenantId, { kind, key });
    return { title: titleOf(subject), blocks: blocksOf(subject) };
  }

  /** @throws ApiError 404 if the alert or group does not exist, 409 if the alert is closed */
  async read(tenantId: string, { kind, key }: Ticket['about']): Promise<{ subject: Subject; label: string; ids: string[] }> {
    const { alerts } = this.deps;
    if (kind === 'GROUP') {
      const group = await alerts.groupBy(tenantId, key);
      if (!group) throw notFound('This group has no open alerts any more. Reload the list.');
      const subject = await this.#subject(tenantId, kind, { ...group, key });
      return { subject, label: labelOf(tenantId, kind, key), ids: group.ids.slice(0, MOST) };
    }
    const finding = await alerts.findingOf(tenantId, key);
    const [standing] = await this.ctx.db.tenant(tenantId, (tx) => alerts.standings(tx, tenantId, [key]));
    if (standing?.isClosed) throw conflict('ALERT_IS_CLOSED', 'This alert is closed: its finding is gone. It needs no ticket.');
    const subject = await this.#subject(tenantId, kind, { key, element: 'NONE', name: '', detail: '', open: 1, ids: [key] });
    return { subject, label: labelOf(tenantId, kind, finding), ids: [key] };
  }

  async #subject(
    tenantId: string,
    kind: Subject['kind'],
    group: Omit<GroupNews, 'alerts' | 'remediation'> & { ids: readonly string[] },
  ): Promise<Subject> {
    const { alerts } = this.deps;
    const { first, others, remediation } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const briefs = (await alerts.briefs(tx, tenantId, group.ids.slice(0, MOST))).sort((a, b) => (b.risk?.score ?? -1) - (a.risk?.score ?? -1));
      const [riskiest, ...rest] = briefs;
      if (!riskiest) throw notFound('This alert no longer exists. Reload the list.');
      const steps = await this.deps.remediations(tx, tenantId, [riskiest.monitorId]);
      return { first: riskiest, others: rest, remediation: steps.get(riskiest.monitorId) ?? '' };
    });
    const { key, element, name, detail, open } = group;
    const resources = kind === 'ALERT' ? (await alerts.objects(tenantId, key, { offset: 0, limit: RESOURCES })).rows : [];
    return {
      kind,
      group: { key, element, name, detail, open, alerts: [first, ...others], remediation },
      resources: resources.map(({ object_name: one }) => one),
      console: this.ctx.publicUrl,
    };
  }
}
