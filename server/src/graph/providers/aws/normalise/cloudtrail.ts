import { at, fields, text, type Fields } from '../../../../platform/json-values';
import { actionOfCall } from './cloudtrail-action';
import { resourceOfRecord } from './cloudtrail-resource';
import { UsageCounts } from '../../../engine/usage-counts';

/** Errors that refuse a call. A call with any other error was authorized. */
const REFUSED = /AccessDenied|Unauthori[sz]ed|Forbidden|AuthFailure|InvalidClientTokenId|Throttl|ExpiredToken|SignatureDoesNotMatch/i;

/** Counts CloudTrail records by account. An organization trail holds the records of all its accounts. */
export class TrailCounts {
  readonly #byAccount = new Map<string, UsageCounts>();

  /** @returns false where the value is not a CloudTrail record */
  add(record: Fields): boolean {
    const { eventSource, eventName, eventTime, eventType, userIdentity, errorCode, sourceIPAddress, awsRegion, recipientAccountId } = record;
    if (text(eventSource) === '' || text(eventName) === '') return false;
    // Calls that a service makes for itself use no principal's permission.
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
 * Returns the caller as policies name it: a session as its role, a federated user by the address that the provider gave.
 * @see CloudTrail User Guide, "CloudTrail userIdentity element"
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
