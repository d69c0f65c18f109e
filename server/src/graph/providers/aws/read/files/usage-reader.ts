import { at, fields, list, text } from '../../../../../platform/json-values';
import type { AwsLastAccess, AwsUsage } from '../../normalise/usage';
import { TrailCounts } from '../../normalise/cloudtrail';
import type { Warning } from '../../../../engine/model';
import { missingFile } from '../../../../engine/bundle/missing-files';

type Answer = Readonly<Record<string, unknown>>;

/** Reads usage data: CloudTrail files, `aws cloudtrail lookup-events`, and IAM's last-accessed data. It counts records while reading. */
export class UsageReader {
  readonly usage: AwsUsage = { trail: null, lastAccess: null };
  readonly #warnings: Warning[] = [];

  /** @returns false where the file is of no supported kind */
  add(file: string, answer: Answer): boolean {
    if (Array.isArray(answer.Records)) this.#addRecords(file, '/Records', answer.Records);
    else if (isLookup(answer.Events)) {
      this.#addRecords(file, '/Events', list(answer.Events).map(recordOf));
    } else if ('ServicesLastAccessed' in answer) this.#addLastAccess(file, answer);
    else return false;
    return true;
  }

  warnings(): Warning[] {
    const { trail, lastAccess } = this.usage;
    return [...this.#warnings, ...(trail || lastAccess ? [] : [missingFile('cloudtrail', 'usage is known only from the credential report')])];
  }

  #addRecords(file: string, place: string, records: readonly unknown[]): void {
    const trail = (this.usage.trail ??= new TrailCounts());
    const strange = records.flatMap((record, index) => (trail.add(fields(record)) ? [] : [index]));
    const [first] = strange;
    if (first === undefined) return;
    const count = strange.length === 1 ? 'One record is' : `${strange.length} records are`;
    this.#warnings.push({ file, place: `${place}/${first}`, message: `${count} not a CloudTrail event and left out.` });
  }

  #addLastAccess(file: string, { ServicesLastAccessed: services, JobStatus: status, IsTruncated: isTruncated }: Answer): void {
    const found = (this.usage.lastAccess ??= []);
    if (!Array.isArray(services)) {
      const message =
        status === 'IN_PROGRESS' ? 'IAM had not completed this report. Export it again.' : 'ServicesLastAccessed is not a list, so it was left out.';
      this.#warnings.push({ file, place: '/ServicesLastAccessed', message });
      return;
    }
    for (const service of services) found.push(...lastAccessOf(fields(service)));
    if (isTruncated === true) this.#warnings.push({ file, place: '/IsTruncated', message: 'This is one page of several. Export all pages.' });
  }
}

/** An empty list still counts as a log. */
function isLookup(events: unknown): boolean {
  return Array.isArray(events) && (events.length === 0 || events.some((event) => text(at(event, 'CloudTrailEvent')) !== ''));
}

/** `lookup-events` contains each record as text. */
function recordOf(event: unknown): unknown {
  try {
    return JSON.parse(text(at(event, 'CloudTrailEvent'))) as unknown;
  } catch {
    return null;
  }
}

function lastAccessOf(service: Record<string, unknown>): AwsLastAccess[] {
  const { ServiceNamespace, LastAuthenticated, LastAuthenticatedEntity, LastAuthenticatedRegion, TrackedActionsLastAccessed } = service;
  const name = text(ServiceNamespace);
  const all: AwsLastAccess[] = [
    { identity: text(LastAuthenticatedEntity), service: name, action: null, at: text(LastAuthenticated), region: text(LastAuthenticatedRegion) },
    ...list(TrackedActionsLastAccessed)
      .map(fields)
      .map(({ ActionName, LastAccessedEntity, LastAccessedTime, LastAccessedRegion }) => ({
        identity: text(LastAccessedEntity),
        service: name,
        action: text(ActionName),
        at: text(LastAccessedTime),
        region: text(LastAccessedRegion),
      })),
  ];
  return all.filter(({ identity, at: time }) => name !== '' && identity !== '' && time !== '');
}
