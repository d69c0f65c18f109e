import type { AccessRow, AlertSuppression } from '@cam/contracts/server';

/** A resource that the subject of a finding can access. */
export interface FoundObject {
  uri: string;
  name: string;
  type: string;
  accountId: string;
  actions: string;
  conditionalActions: string;
}

/** A finding of a guardrail: one identity or resource in one account. */
export interface Finding {
  /** Identifies the finding across evaluations. */
  key: string;
  subject: { uri: string; name: string; type: string };
  /** Account of the resources, or of the subject if there are none. */
  accountId: string;
  /** Resources by URI; empty if the guardrail does not query access. */
  objects: ReadonlyMap<string, FoundObject>;
}

/** An alert that is not closed, and what it covers. */
export interface LiveAlert {
  alertId: string;
  key: string;
  subjectUri: string;
  status: 'ALERT_STATUS_NONE' | 'ALERT_STATUS_NEW' | 'ALERT_STATUS_OPEN' | 'ALERT_STATUS_IGNORE';
  objectUris: readonly string[];
  goneReason: string | null;
  /** A user marked the alert as remediated, and it waits for a snapshot that confirms it. */
  isRemediated: boolean;
}

/** The writes that bring a guardrail's alerts in line with its findings. */
export interface Reconciliation {
  /** New alerts. Suppressed ones are stored but never shown, so that the next snapshot does not raise them. */
  raise: { finding: Finding; suppressed: boolean }[];
  /** Alerts without a finding. */
  close: string[];
  /** Alerts without a finding because an entity was deleted, which a user has to confirm. */
  hold: { alertId: string; reason: string }[];
  /** Resources that alerts cover and the findings no longer contain. */
  drop: { alertId: string; objectUri: string }[];
}

export interface ReconcileOptions {
  /** New alerts may be raised; alerts without findings close either way. */
  mayRaise: boolean;
  suppressCreate: AlertSuppression;
  suppressDelete: AlertSuppression;
  /** Reports whether an entity was in the graph at the guardrail's last evaluation; always true at the first one. */
  wasThere: (uri: string) => boolean;
  /** Reports whether an entity without a finding is still in the graph. */
  isThere: (uri: string) => boolean;
}

/** The current findings of a guardrail, and its live alerts. */
export interface Found {
  findings: readonly Finding[];
  /** False if the findings exceed the limit: then a missing finding does not close its alert. */
  complete: boolean;
  live: readonly LiveAlert[];
}

/** Groups the rows of a query into findings, by the identity (or the resource if the query has none) and the account of the resource. */
export function findingsOf(rows: Iterable<AccessRow>): Finding[] {
  const findings = new Map<string, Finding & { objects: Map<string, FoundObject> }>();
  for (const row of rows) {
    const byIdentity = row.identity_uri !== '';
    const subject = byIdentity
      ? { uri: row.identity_uri, name: row.identity, type: row.identity_type }
      : { uri: row.resource_uri, name: row.resource, type: row.resource_type };
    const reaches = byIdentity && row.resource_uri !== '';
    const accountId = byIdentity && !reaches ? row.identityAccountID : row.resourceAccountID;
    const key = `${subject.uri} ${accountId}`;
    const finding = findings.get(key) ?? { key, subject, accountId, objects: new Map<string, FoundObject>() };
    findings.set(key, finding);
    if (reaches)
      finding.objects.set(row.resource_uri, {
        uri: row.resource_uri,
        name: row.resource,
        type: row.resource_type,
        accountId: row.resourceAccountID,
        actions: row.actions_str,
        conditionalActions: row.conditional_actions_str,
      });
  }
  return [...findings.values()];
}

/**
 * Compares the findings of a guardrail with its live alerts. A finding that no alert covers raises one; an alert without a finding closes. Repeating
 * it with the same findings changes nothing.
 */
export function reconcile({ findings, complete, live }: Found, options: ReconcileOptions): Reconciliation {
  const byKey = new Map<string, LiveAlert[]>();
  for (const alert of live) byKey.set(alert.key, [...(byKey.get(alert.key) ?? []), alert]);
  const found = new Map(findings.map((finding) => [finding.key, finding]));
  const settlement: Reconciliation = { raise: [], close: [], hold: [], drop: [] };
  for (const finding of findings) {
    const alerts = byKey.get(finding.key) ?? [];
    if (options.mayRaise) settlement.raise.push(...uncovered(finding, alerts, options));
  }
  if (!complete) return settlement;
  for (const alert of live) {
    const finding = found.get(alert.key);
    const left = alert.objectUris.filter((uri) => finding?.objects.has(uri));
    if (finding && (alert.objectUris.length === 0 || left.length > 0)) {
      const kept = new Set(left);
      settlement.drop.push(...alert.objectUris.filter((uri) => !kept.has(uri)).map((objectUri) => ({ alertId: alert.alertId, objectUri })));
      continue;
    }
    const reason = deletionToConfirm(alert, options);
    if (reason === null) settlement.close.push(alert.alertId);
    else if (alert.goneReason === null) settlement.hold.push({ alertId: alert.alertId, reason });
  }
  return settlement;
}

/** Returns alerts for the part of a finding that none covers: at most one to raise and one suppressed. */
function uncovered(finding: Finding, alerts: readonly LiveAlert[], { suppressCreate, wasThere }: ReconcileOptions): Reconciliation['raise'] {
  const isNewSubject = suppresses(suppressCreate, 'IDENTITY') && !wasThere(finding.subject.uri);
  if (finding.objects.size === 0) return alerts.length === 0 ? [{ finding, suppressed: isNewSubject }] : [];
  const covered = new Set(alerts.flatMap(({ objectUris }) => objectUris));
  const added = [...finding.objects.values()].filter(({ uri }) => !covered.has(uri));
  const isQuiet = ({ uri }: FoundObject): boolean => isNewSubject || (suppresses(suppressCreate, 'OBJECT') && !wasThere(uri));
  return [false, true].flatMap((suppressed) => {
    const objects = added.filter((object) => isQuiet(object) === suppressed);
    return objects.length === 0 ? [] : [{ finding: { ...finding, objects: new Map(objects.map((object) => [object.uri, object])) }, suppressed }];
  });
}

/**
 * Returns why an alert without a finding waits for a user; null if it closes. Dismissed, suppressed and remediated alerts always close.
 */
function deletionToConfirm(
  { status, subjectUri, objectUris, isRemediated }: LiveAlert,
  { suppressDelete, isThere }: ReconcileOptions,
): string | null {
  if (status === 'ALERT_STATUS_NONE' || status === 'ALERT_STATUS_IGNORE' || isRemediated) return null;
  if (!isThere(subjectUri)) return suppresses(suppressDelete, 'IDENTITY') ? null : 'The identity was deleted.';
  const deleted = objectUris.length > 0 && objectUris.every((uri) => !isThere(uri));
  return deleted && !suppresses(suppressDelete, 'OBJECT') ? 'The resource was deleted.' : null;
}

function suppresses(word: AlertSuppression, what: 'IDENTITY' | 'OBJECT'): boolean {
  return word === 'ALERT_SUPPRESSION_BOTH' || word === `ALERT_SUPPRESSION_${what}`;
}
