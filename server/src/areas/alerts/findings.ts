import type { AccessRow, AlertSuppression } from '@cam/contracts/server';

/** A resource that is reached by what a guardrail found. */
export interface FoundObject {
  uri: string;
  name: string;
  type: string;
  accountId: string;
  actions: string;
}

/** What a guardrail finds of one identity or resource in one account. */
export interface Finding {
  /** The same text whenever it is found. */
  key: string;
  subject: { uri: string; name: string; type: string };
  /** Account of what is reached, or of the subject where nothing is. */
  accountId: string;
  /** By URI; empty where the guardrail asks about no access. */
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
  /** Somebody said that its cause was mended, and waits for a snapshot to show it. */
  isRemediated: boolean;
}

/** What has to be written so that the alerts of a guardrail tell what it finds now. */
export interface Settlement {
  /** New alerts; suppressed ones are kept and never shown, so that they are not raised by the next snapshot. */
  raise: { finding: Finding; suppressed: boolean }[];
  /** Alerts whose finding is gone. */
  close: string[];
  /** Alerts whose finding is gone because something was deleted, where that is not to be passed over. */
  hold: { alertId: string; reason: string }[];
  /** What single alerts tell of and is not found any more. */
  drop: { alertId: string; objectUri: string }[];
}

export interface SettleOptions {
  /** Whether somebody wants to hear of it; what is gone is closed all the same. */
  mayRaise: boolean;
  suppressCreate: AlertSuppression;
  suppressDelete: AlertSuppression;
  /** Whether an entity was in the graph when the guardrail looked last; always true at the first look. */
  wasThere: (uri: string) => boolean;
  /** Whether an entity that is not found any more is in the graph nevertheless. */
  isThere: (uri: string) => boolean;
}

/** What a guardrail finds now, and the alerts of before. */
export interface Found {
  findings: readonly Finding[];
  /** False where the findings were too many to read them all: what was not read is not taken to be gone. */
  complete: boolean;
  live: readonly LiveAlert[];
}

/** Rows of a query as findings: by the identity (or the resource, where no identity is asked about) and the account of what it reaches. */
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
      });
  }
  return [...findings.values()];
}

/**
 * Compares what a guardrail finds with the alerts that are not closed. What no alert covers yet raises one; an alert whose finding is
 * gone is closed. Doing it again on the same findings changes nothing.
 */
export function settle({ findings, complete, live }: Found, options: SettleOptions): Settlement {
  const byKey = new Map<string, LiveAlert[]>();
  for (const alert of live) byKey.set(alert.key, [...(byKey.get(alert.key) ?? []), alert]);
  const found = new Map(findings.map((finding) => [finding.key, finding]));
  const settlement: Settlement = { raise: [], close: [], hold: [], drop: [] };
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
    const reason = deletionToTell(alert, options);
    if (reason === null) settlement.close.push(alert.alertId);
    else if (alert.goneReason === null) settlement.hold.push({ alertId: alert.alertId, reason });
  }
  return settlement;
}

/** What of a finding no alert tells of: at most one alert that is raised, and one that is suppressed. */
function uncovered(finding: Finding, alerts: readonly LiveAlert[], { suppressCreate, wasThere }: SettleOptions): Settlement['raise'] {
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
 * Why an alert whose finding is gone waits for somebody nevertheless; null where it just closes, as those do that were dismissed, suppressed or
 * remediated.
 */
function deletionToTell({ status, subjectUri, objectUris, isRemediated }: LiveAlert, { suppressDelete, isThere }: SettleOptions): string | null {
  if (status === 'ALERT_STATUS_NONE' || status === 'ALERT_STATUS_IGNORE' || isRemediated) return null;
  if (!isThere(subjectUri)) return suppresses(suppressDelete, 'IDENTITY') ? null : 'The identity was deleted.';
  const deleted = objectUris.length > 0 && objectUris.every((uri) => !isThere(uri));
  return deleted && !suppresses(suppressDelete, 'OBJECT') ? 'What it reached was deleted.' : null;
}

function suppresses(word: AlertSuppression, what: 'IDENTITY' | 'OBJECT'): boolean {
  return word === 'ALERT_SUPPRESSION_BOTH' || word === `ALERT_SUPPRESSION_${what}`;
}
