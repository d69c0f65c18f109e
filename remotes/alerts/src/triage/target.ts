/** Alerts that an action changes. */
export interface TriageTarget {
  /** Number of the alerts. */
  count: number;
  /** Returns the ids of the alerts. A group loads them. */
  ids: () => Promise<readonly string[]>;
}

/** Returns the target for alerts that are loaded. */
export function targetOf(alerts: readonly { alert_id: string }[]): TriageTarget {
  return { count: alerts.length, ids: async () => alerts.map(({ alert_id: id }) => id) };
}

/** Props of the dialogs that ask for the values of a change. */
export interface TriageDialogProps {
  target: TriageTarget;
  onClose: () => void;
  onChanged: () => Promise<void>;
}
