import { at, fields, text, type Fields } from '../../../../platform/json-values';
import { actionOfCall } from './cloudtrail-action';
import { resourceOfRecord } from './cloudtrail-resource';
import { UsageCounts } from '../../../engine/usage-counts';
import { RoleSessions } from './role-sessions';
import { identityOf } from './trail-identity';

/** Errors that refuse a call. A call with any other error was authorized. */
const REFUSED = /AccessDenied|Unauthori[sz]ed|Forbidden|AuthFailure|InvalidClientTokenId|Throttl|ExpiredToken|SignatureDoesNotMatch/i;

/** Counts CloudTrail records by account. An organization trail holds the records of all its accounts. */
export class TrailCounts {
  readonly #byAccount = new Map<string, UsageCounts>();
  /** One list for all accounts, because a session may have been started from another one. */
  readonly sessions = new RoleSessions();

  /** @returns false where the value is not a CloudTrail record */
  add(record: Fields): boolean {
    const { eventSource, eventName, eventTime, eventType, userIdentity, errorCode, sourceIPAddress, awsRegion, recipientAccountId } = record;
    if (text(eventSource) === '' || text(eventName) === '') return false;
    // Calls that a service makes for itself use no principal's permission.
    if (eventType === 'AwsServiceEvent') return true;
    const session = this.sessions.add(record);
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
      ...(session === null ? {} : { session }),
      record: {
        id: text(record.eventID),
        name: text(eventName),
        userAgent: text(record.userAgent),
        raw: record,
      },
    });
    return true;
  }

  of(accountId: string): UsageCounts {
    return this.#byAccount.get(accountId) ?? new UsageCounts();
  }
}
