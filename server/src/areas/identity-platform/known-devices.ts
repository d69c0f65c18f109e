import { isIPv4 } from 'node:net';
import type { Db } from '../../platform/db/database';
import { deviceOf } from './device';
import type { SecurityMails } from './security-mails';
import type { Client } from './user-sessions';

/** A device that was not seen for this time counts as new again, ms. */
const REMEMBERED = 180 * 24 * 3600_000;

/** The devices and networks that users signed in from. A sign-in from another one is reported to the user by mail. */
export class KnownDevices {
  constructor(
    private readonly db: Db,
    private readonly mails: SecurityMails,
  ) {}

  /** Records a sign-in, and tells the user if the device or the network is new. The first sign-in of a user is not reported. */
  async signedIn(user: { userId: string; tenantId: string; email: string }, { address, userAgent }: Client): Promise<void> {
    const seen = { user_id: user.userId, device: deviceOf(userAgent), network: networkOf(address) };
    const isNew = await this.db.system(async (tx) => {
      const known = await tx.selectFrom('identity_device').select(['device', 'network']).where('user_id', '=', user.userId).execute();
      await tx
        .insertInto('identity_device')
        .values(seen)
        .onConflict((conflict) => conflict.columns(['user_id', 'device', 'network']).doUpdateSet({ last_seen_at: new Date() }))
        .execute();
      return known.length > 0 && !known.some(({ device, network }) => device === seen.device && network === seen.network);
    });
    if (isNew) await this.mails.tell(user, 'new-device', `${seen.device}, ${address}`);
  }

  /** Forgets devices that were not used for long. */
  async sweep(): Promise<void> {
    const before = new Date(Date.now() - REMEMBERED);
    await this.db.system((tx) => tx.deleteFrom('identity_device').where('last_seen_at', '<', before).execute());
  }
}

/** Returns the network of an address: providers change the last part of an address often, and the rest seldom. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(bare)) return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = bare.toLowerCase().split('::');
  const groups = [...head.split(':'), '0', '0', '0'].map((group) => group || '0');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
