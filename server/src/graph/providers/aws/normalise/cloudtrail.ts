import { at, fields, text, type Fields } from '../../../engine/answer-values';
import { actionOfCall } from './cloudtrail-action';
import { resourceOfRecord } from './cloudtrail-resource';
import { UsageCounts } from '../../../engine/usage-counts';

/** Errors that refuse a call. Whoever gets any other error was allowed to make it. */
const REFUSED = /AccessDenied|Unauthori[sz]ed|Forbidden|AuthFailure|InvalidClientTokenId|Throttl|ExpiredToken|SignatureDoesNotMatch/i;

/** Adds up records of CloudTrail, by the account that they were written for: the trail of an organization has those of all its accounts. */
export class TrailCounts {
  readonly #byAccount = new Map<string, UsageCounts>();

  /** @returns false where the record is none of a call */
  add(record: Fields): boolean {
    const { eventSource, eventName, eventTime, eventType, userIdentity, errorCode, sourceIPAddress, awsRegion, recipientAccountId } = record;
    if (text(eventSource) === '' || text(eventName) === '') return false;
    // What a service does by itself is the use of nobody's permission.
    if (eventType === 'AwsServiceEvent') return true;
    const account = text(recipientAccountId) || text(at(userIdentity, 'accountId'));
    const counts = this.#byAccount.get(account) ?? new UsageCounts();
    this.#byAccount.set(account, counts);
    counts.add({
      identity: identityOf(fields(userIdentity)),
      action: actionOfCall(text(eventSource), text(eventName)),
      resource: resourceOfRecord(record),
      at: text(eventTime),
      succeeded: !REFUSED.test(text(errorCode)),
      sourceIp: text(sourceIPAddress),
      region: text(awsRegion),
      record: {
        id: text(record.eventID),
        name: text(eventName),
        userAgent: text(record.userAgent),
        session: /:assumed-role\/[^/]+\/(.+)$/.exec(text(at(userIdentity, 'arn')))?.[1] ?? '',
        raw: record,
      },
    });
    return true;
  }

  of(accountId: string): UsageCounts {
    return this.#byAccount.get(accountId) ?? new UsageCounts();
  }
}

/**
 * Who made a call, as policies name it: a session counts as its role, somebody whom a provider vouched for as the address that it gave.
 * Source: CloudTrail User Guide, "CloudTrail userIdentity element".
 */
function identityOf(identity: Fields): string {
  const { type, arn, userName, accountId, invokedBy } = identity;
  const issuer = text(at(identity, 'sessionContext', 'sessionIssuer', 'arn'));
  switch (type) {
    case 'IAMUser':
    case 'Root':
      return text(arn);
    case 'AssumedRole':
    case 'Role':
    case 'FederatedUser':
      return issuer || text(arn).replace(/^(arn:[^:]+):sts:(:\d+):assumed-role\/([^/]+)\/.*$/, '$1:iam:$2:role/$3');
    case 'SAMLUser':
    case 'WebIdentityUser':
      return text(userName).toLowerCase();
    case 'AWSService':
      return text(invokedBy);
    default:
      return text(accountId) === '' ? '' : `arn:aws:iam::${text(accountId)}:root`;
  }
}
