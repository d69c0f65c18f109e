import type { ReactNode } from 'react';
import { MOST_OWN_KEYS, type SamlOwnKey } from '@cam/contracts';
import { callApi, confirm, notify } from '@cam/platform';
import { Button, formatZoned, saveFile, StatusTag } from '@cam/ui';
import styles from './sign-on.module.css';

interface Props {
  keys: readonly SamlOwnKey[];
  signsRequests: boolean;
  onChanged: () => void;
}

/** Lists the keys of CAM, and replaces one by the next without an interruption. */
export function OwnKeys({ keys, signsRequests, onChanged }: Props): ReactNode {
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    // The platform shows why it failed.
    const isDone = await work().then(
      () => true,
      () => false,
    );
    if (isDone) notify.success(done);
    onChanged();
  };
  const add = (): Promise<void> =>
    act(() => callApi('POST /v1/sign-on/saml/keys', { body: {} }, { filtered: false }), 'Key made. Let the provider read the metadata of CAM again.');
  const use = ({ fingerprint }: SamlOwnKey): Promise<void> =>
    act(
      () => callApi('POST /v1/sign-on/saml/keys/{fingerprint}/use', { path: { fingerprint }, body: {} }, { filtered: false }),
      'The key is in use.',
    );
  const remove = async ({ fingerprint }: SamlOwnKey): Promise<void> => {
    if (!(await confirm({ message: 'Remove this key? Assertions that are encrypted for it are refused at once.', okText: 'Remove' }))) return;
    await act(() => callApi('DELETE /v1/sign-on/saml/keys/{fingerprint}', { path: { fingerprint } }, { filtered: false }), 'Key removed.');
  };
  return (
    <section className={styles.card} aria-labelledby="own-keys-heading">
      <div className={styles.head}>
        <h2 id="own-keys-heading">Keys of CAM</h2>
        <Button disabled={keys.length >= MOST_OWN_KEYS} onClick={() => void add()}>
          Make next key
        </Button>
      </div>
      <p>
        {signsRequests ? 'CAM signs its requests with the key in use.' : 'CAM does not sign its requests. To let it, choose Change provider.'} The
        provider may encrypt assertions for any of these keys. To replace a key, make the next one, let the provider read the metadata again, use the
        next key, and remove the former one.
      </p>
      <ul className={styles.list} aria-label="Keys of CAM">
        {keys.map((key) => (
          <li key={key.fingerprint}>
            <div>
              <strong>{key.subject}</strong>{' '}
              <StatusTag tone={key.is_signing ? 'ok' : 'neutral'}>{key.is_signing ? 'In use' : 'Not in use'}</StatusTag>
              <div className={styles.detail}>Valid until {formatZoned(key.valid_until_time)}</div>
              <div className={styles.detail}>SHA-256 {key.fingerprint}</div>
            </div>
            <div className={styles.keyButtons}>
              <Button
                size="small"
                aria-label={`Download certificate ${key.fingerprint}`}
                onClick={() => saveFile(key.certificate, 'application/x-pem-file', 'cam-saml.pem')}
              >
                Download certificate
              </Button>
              {!key.is_signing && (
                <>
                  <Button size="small" aria-label={`Use ${key.fingerprint}`} onClick={() => void use(key)}>
                    Use
                  </Button>
                  <Button size="small" danger aria-label={`Remove key ${key.fingerprint}`} onClick={() => void remove(key)}>
                    Remove
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
