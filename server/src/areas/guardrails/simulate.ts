import type { AlertSuppression } from '@cam/contracts/server';
import { reconcile, type Finding, type LiveAlert } from '../alerts';

/** The findings of a guardrail on one day, and the entities of that day's graph. */
export interface DayFindings {
  day: string;
  findings: readonly Finding[];
  /** False if the findings exceed the limit. */
  complete: boolean;
  /** The entities of any day's findings that were in this day's graph. */
  present: ReadonlySet<string>;
}

export interface SimulatedDay {
  day: string;
  found: number;
  raised: Finding[];
  closed: number;
  /** Alerts that would be open at the end of the day. */
  open: number;
}

export interface Suppression {
  create: AlertSuppression;
  remove: AlertSuppression;
}

/** Simulates a guardrail over past days, earliest first, with the reconciliation that real alerts use. */
export function simulate(days: readonly DayFindings[], { create, remove }: Suppression): SimulatedDay[] {
  let live: LiveAlert[] = [];
  let before: ReadonlySet<string> | null = null;
  let made = 0;
  return days.map(({ day, findings, complete, present }) => {
    const was = before;
    const { raise, close, hold, drop } = reconcile(
      { findings, complete, live },
      {
        mayRaise: true,
        suppressCreate: create,
        suppressDelete: remove,
        // At the first evaluation, no entity counts as new.
        wasThere: (uri) => was?.has(uri) ?? true,
        isThere: (uri) => present.has(uri),
      },
    );
    const closed = new Set(close);
    const held = new Map(hold.map(({ alertId, reason }) => [alertId, reason]));
    const dropped = new Set(drop.map(({ alertId, objectUri }) => `${alertId} ${objectUri}`));
    const raised = raise.map(({ finding, suppressed }): LiveAlert => {
      made += 1;
      const status = suppressed ? 'ALERT_STATUS_NONE' : 'ALERT_STATUS_NEW';
      return {
        alertId: String(made),
        key: finding.key,
        subjectUri: finding.subject.uri,
        status,
        objectUris: [...finding.objects.keys()],
        goneReason: null,
        isRemediated: false,
      };
    });
    const closedNow = live.filter(({ alertId, status }) => closed.has(alertId) && status !== 'ALERT_STATUS_NONE').length;
    live = [
      ...live
        .filter(({ alertId }) => !closed.has(alertId))
        .map((alert) => ({
          ...alert,
          objectUris: alert.objectUris.filter((uri) => !dropped.has(`${alert.alertId} ${uri}`)),
          goneReason: held.get(alert.alertId) ?? alert.goneReason,
        })),
      ...raised,
    ];
    before = present;
    return {
      day,
      found: findings.length,
      raised: raise.filter(({ suppressed }) => !suppressed).map(({ finding }) => finding),
      closed: closedNow,
      open: live.filter(({ status }) => status !== 'ALERT_STATUS_NONE').length,
    };
  });
}
