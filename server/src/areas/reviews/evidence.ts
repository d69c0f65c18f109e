import { createHash } from 'node:crypto';
import JSZip from 'jszip';
import { toCsv, type Campaign, type CsvColumn, type ReviewItem } from '@cam/contracts/server';
import type { LogEntry } from './store';

/** The time over which keeps are counted, ms. */
const PACE = 60_000;

/** Every number of the summary, each a sum over the items and the log in the same file. */
export interface EvidenceSummary {
  items: number;
  by_state: Record<string, number>;
  /** Decisions that stand at the end. */
  decided: number;
  kept_with_reason: number;
  /** Decisions that were taken back. */
  undone: number;
  delegated: number;
  reminders: number;
  fell_back: number;
  /** Times that an item went on to the next stage. */
  went_on: number;
  by_reviewer: {
    reviewer: string;
    kept: number;
    revoked: number;
    first_decision: string | null;
    last_decision: string | null;
    /** Most keeps within one minute. */
    most_keeps_a_minute: number;
  }[];
}

const README = `Evidence of an access review

campaign.json  what was reviewed, by whom, until when, and the snapshot of CAM that the items were made from
items.json     every item with the last decision; items.csv has the same for spreadsheets
log.json       everything that happened, in order: decisions, reasons, delegations, reminders, and what snapshots showed
summary.json   numbers, each a sum over items.json and log.json
manifest.json  SHA-256 of each file

An item is DONE when a snapshot after the decision, of the source that holds the access, shows that the access is gone; checked_snapshot names it.
In a review with stages, "earlier" has the decisions of the stages before, and each stage was decided by somebody else.
`;

/** Returns the files that tell of a review, by name. */
export function filesOf(campaign: Campaign, items: readonly ReviewItem[], log: readonly LogEntry[]): Record<string, string> {
  const written = log.map(({ itemId, kind, at, actor, detail }) => ({ item_id: itemId, kind, at: at.toISOString(), actor, detail }));
  return {
    'campaign.json': json(campaign),
    'items.json': json(items),
    'items.csv': toCsv(items, COLUMNS),
    'log.json': json(written),
    'summary.json': json(summaryOf(items, log)),
  };
}

/** Returns the evidence of a review as a zip. */
export async function evidenceFile(
  campaign: Campaign,
  items: readonly ReviewItem[],
  log: readonly LogEntry[],
): Promise<{ fileName: string; contentType: string; buffer: Buffer }> {
  const files = { 'README.txt': README, ...filesOf(campaign, items, log) };
  const manifest = {
    campaign_id: campaign.campaign_id,
    made_at: new Date().toISOString(),
    files: Object.entries(files).map(([name, text]) => ({ name, sha256: createHash('sha256').update(text).digest('hex') })),
  };
  const zip = new JSZip();
  for (const [name, text] of Object.entries({ ...files, 'manifest.json': json(manifest) })) zip.file(name, text);
  const buffer = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
  return { fileName: fileNameOf(campaign), contentType: 'application/zip', buffer };
}

/** Returns the name of the file of evidence. */
export function fileNameOf({ name, campaign_id: id }: Campaign): string {
  const short = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `access-review-${short || id}.zip`;
}

/** Returns the numbers of a review. */
export function summaryOf(items: readonly ReviewItem[], log: readonly LogEntry[]): EvidenceSummary {
  const byState: Record<string, number> = {};
  for (const { state } of items) byState[state] = (byState[state] ?? 0) + 1;
  const decisions = log.filter(({ kind }) => kind === 'DECIDED');
  const ofKind = (kind: LogEntry['kind']): LogEntry[] => log.filter((entry) => entry.kind === kind);
  const reviewers = [...new Set([...items.map(({ reviewer }) => reviewer), ...decisions.map(({ actor }) => actor)])].filter(Boolean).sort();
  return {
    items: items.length,
    by_state: byState,
    decided: items.filter(({ decided_by: by }) => by !== '').length,
    kept_with_reason: items.filter(({ state, reason }) => state === 'KEPT' && reason !== '').length,
    undone: decisions.filter(({ detail }) => detail.decision === 'UNDO').length,
    delegated: ofKind('DELEGATED').length,
    reminders: ofKind('REMINDED').filter(({ detail }) => detail.failed === undefined).length,
    fell_back: ofKind('FELL_BACK').length,
    went_on: ofKind('WENT_ON').length,
    by_reviewer: reviewers.map((reviewer) => {
      const own = decisions.filter(({ actor }) => actor === reviewer).map(({ at, detail }) => ({ at: at.getTime(), decision: detail.decision }));
      const standing = items.filter(({ decided_by: by }) => by === reviewer);
      const times = own.map(({ at }) => at).sort((a, b) => a - b);
      return {
        reviewer,
        kept: standing.filter(({ state }) => state === 'KEPT').length,
        revoked: standing.filter(({ state }) => state !== 'KEPT').length,
        first_decision: timeOf(times[0]),
        last_decision: timeOf(times.at(-1)),
        most_keeps_a_minute: mostWithin(own.filter(({ decision }) => decision === 'KEEP').map(({ at }) => at)),
      };
    }),
  };
}

const timeOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the most times within one minute. */
export function mostWithin(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= PACE) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

const COLUMNS: CsvColumn<ReviewItem>[] = [
  { title: 'Item', value: ({ item_id: id }) => id },
  { title: 'Identity', value: ({ identity }) => identity.name },
  { title: 'Identity URI', value: ({ identity }) => identity.uri },
  { title: 'Kind', value: ({ unit }) => unit.kind },
  { title: 'Unit', value: ({ unit }) => unit.name },
  { title: 'Unit URI', value: ({ unit }) => unit.uri },
  { title: 'Change', value: ({ action }) => action },
  { title: 'Tier 0', value: ({ reach }) => reach[0] },
  { title: 'Tier 1', value: ({ reach }) => reach[1] },
  { title: 'Tier 2', value: ({ reach }) => reach[2] },
  { title: 'Tier 3', value: ({ reach }) => reach[3] },
  { title: 'Used in 90 days', value: ({ used }) => used },
  { title: 'Last used', value: ({ last_used: at }) => at },
  { title: 'Suggestion', value: ({ suggestion, suggestion_reason: reason }) => `${suggestion}: ${reason}` },
  { title: 'Stage', value: ({ stage }) => stage },
  { title: 'Earlier', value: ({ earlier }) => earlier.map(({ stage, decision, by }) => `${stage}: ${decision} by ${by}`).join('; ') },
  { title: 'Reviewer', value: ({ reviewer }) => reviewer },
  { title: 'State', value: ({ state }) => state },
  { title: 'Reason', value: ({ reason }) => reason },
  { title: 'Decided by', value: ({ decided_by: by }) => by },
  { title: 'Decided at', value: ({ decided_at: at }) => at },
  { title: 'Checked snapshot', value: ({ checked_snapshot: id }) => id },
];
