import { randomBytes } from 'node:crypto';
import type { Api, EndpointKey } from '@cam/contracts/server';
import { ended, send, zipOf } from '../../../server/test/support/bundle';
import { api, type CallArgs } from '../../../server/test/support/client';
import { plantTexts } from '../canaries';
import type { Payloads } from './payloads';
import { bundlesWithHostileNames, bundlesWithHostileTexts } from './poisoned-bundles';

/** An address without hosts, which the attacked server may send messages to. */
export const RECEIVER = '203.0.113.9';

/** A tenant full of hostile texts, with its administrator. */
export interface HostileTenant {
  email: string;
  password: string;
  token: string;
}

/**
 * Creates a tenant whose settings, objects, imports and events carry hostile texts.
 * @param url address of a server with the embedded identity platform
 * @param everyProvider imports bundles of all providers too, which takes longer
 * @throws if the server refuses one of the texts with which it must cope
 */
export async function plantHostileTenant(
  { url, operatorKey }: { url: string; operatorKey: string },
  payloads: Payloads,
  { everyProvider }: { everyProvider: boolean },
): Promise<HostileTenant> {
  const headers = { authorization: `Operator ${operatorKey}` };
  const tenantId = `hostile-${randomBytes(4).toString('hex')}`;
  const [email, password] = [`ann@${tenantId}.example`, `Right-${randomBytes(8).toString('hex')}-1`];
  await must('POST /v1/operator/tenants', { body: { tenant_id: tenantId, name: payloads.text(), admin_email: email, admin_password: password } });
  const { access_token: token } = await must('POST /v1/operator/token', { body: { user: email } });
  await plantTexts(url, token, email, { withOrganization: false, text: payloads.text, receiver: RECEIVER });
  if (everyProvider) {
    for (const { cloud, account, files } of [...bundlesWithHostileTexts(payloads), ...bundlesWithHostileNames(payloads)]) {
      const { status, body } = await send(token, await zipOf(files), { cloud, account, name: payloads.text(), base: url });
      // A bundle in which no text is right may be refused as a whole.
      if (status < 300) await ended(token, body.account.uid, url);
    }
  }
  return { email, password, token };

  async function must<K extends EndpointKey>(key: K, args: CallArgs<K>): Promise<Api[K]['answer']> {
    const answer = await api(key, { ...args, headers }, undefined, url);
    if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.error)}`);
    return answer.body;
  }
}
