import { SECRET_MASK, type Api, type EventBucket } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { SecretBox } from '../../platform/security/secret-box';
import { awsEndpoint } from '../../platform/storage';
import { bucketAddress } from './put-file';
import { newSecret, type SigningSecret } from './signature';
import type { WebhookRow } from './webhook-store';

export type NewBucket = NonNullable<Api['POST /v1/webhooks']['body']['bucket']>;

/** The receiver of events, with the signing secret that its owner gets once. */
export interface Receiver {
  secret: string;
  row: Pick<WebhookRow, 'url' | 'bucket' | 'secrets' | 'public_keys'>;
}

/** Checks where events are to be sent to, before it is stored. */
export class Receivers {
  constructor(private readonly deps: { secrets: SecretBox; targets: OutboundTargets }) {}

  /** @throws ApiError 422 for an address that must not be called */
  async address(url: string): Promise<Receiver> {
    await this.check(url);
    const { value, key, publicKey } = newSecret();
    const row = {
      url,
      bucket: null,
      secrets: sealSecrets(this.deps.secrets, [{ value, key, until: null }]),
      public_keys: [{ value: publicKey, until: null }],
    };
    return { secret: value, row };
  }

  /**
   * @param former the stored one, whose secret the mask keeps
   * @throws ApiError 422 for a storage that must not be called, or whose secret is missing
   */
  async bucket({ secret_access_key: secret, ...given }: NewBucket, former: WebhookRow | null): Promise<Receiver> {
    const endpoint = (given.endpoint?.trim() || awsEndpoint(given.region)).replace(/\/+$/, '');
    const isKept = secret === SECRET_MASK;
    // A stored secret is never sent to a storage that was not chosen with it.
    if (isKept && former?.bucket?.endpoint !== endpoint) throw refusedUrl('Enter the secret access key of this storage.');
    if (!URL.canParse(endpoint)) throw refusedUrl('Enter the address of the storage, which begins with https://.');
    const bucket: EventBucket = {
      ...{ endpoint, region: given.region, bucket: given.bucket, access_key_id: given.access_key_id },
      prefix: (given.prefix ?? '').split('/').filter(Boolean).join('/'),
      path_style: given.path_style ?? (Boolean(given.endpoint?.trim()) || given.bucket.includes('.')),
    };
    await this.check(bucketAddress(bucket).href);
    const secrets = isKept && former ? former.secrets : this.deps.secrets.seal(secret);
    return { secret: '', row: { url: endpoint, bucket, public_keys: [], secrets } };
  }

  /** @throws ApiError 422 for an address that must not be called */
  async check(text: string): Promise<void> {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain = url?.protocol === 'http:';
    if (!url || (!isPlain && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
      throw refusedUrl('Enter an address that begins with https://, without user and password.');
    if (await this.deps.targets.isForbidden(url.hostname))
      throw refusedUrl('Private and link-local addresses are refused. The operator can allow a network in CAM_ALLOWED_NETWORKS.');
    if (isPlain && !(await this.deps.targets.isTrusted(url.hostname)))
      throw refusedUrl('http:// is accepted only in networks that the operator allows in CAM_ALLOWED_NETWORKS. Use https://.');
  }
}

export function sealSecrets(box: SecretBox, secrets: readonly SigningSecret[]): Buffer {
  return box.seal(JSON.stringify(secrets));
}

export function openSecrets(box: SecretBox, sealed: Buffer): SigningSecret[] {
  return JSON.parse(box.open(Buffer.from(sealed))) as SigningSecret[];
}

export const refusedUrl = (message: string) => unprocessable('INVALID_INPUT', message, { fields: [{ in: 'body', field: 'url', message }] });
