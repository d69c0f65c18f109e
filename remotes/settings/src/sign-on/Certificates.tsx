import { useState, type ReactNode } from 'react';
import { MOST_CERTIFICATES, type SamlCertificate } from '@cam/contracts';
import { callApi, confirm, notify } from '@cam/platform';
import { Button, formatZoned, Input, StatusTag, SubmitDialog, TipField } from '@cam/ui';
import styles from './sign-on.module.css';
import { certificateState } from './words';

/** Lists the certificates of the provider, and adds the next one before the provider signs with it. */
export function Certificates({ certificates, onChanged }: { certificates: readonly SamlCertificate[]; onChanged: () => void }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    await callApi('POST /v1/sign-on/saml/certificates', { body: { certificate: text } }, { filtered: false });
    notify.success('Certificate added. Both count now.');
    setText('');
    onChanged();
  };
  const remove = async ({ fingerprint, subject }: SamlCertificate): Promise<void> => {
    if (!(await confirm({ message: `Remove the certificate ${subject}? Sign-ins that it signed are refused at once.`, okText: 'Remove' }))) return;
    const path = { fingerprint };
    await callApi('DELETE /v1/sign-on/saml/certificates/{fingerprint}', { path }, { filtered: false }).catch(() => undefined);
    onChanged();
  };
  return (
    <section className={styles.card} aria-labelledby="certificates-heading">
      <div className={styles.head}>
        <h2 id="certificates-heading">Certificates of the provider</h2>
        <Button disabled={certificates.length >= MOST_CERTIFICATES} onClick={() => setAdding(true)}>
          Add certificate
        </Button>
      </div>
      <p>Before the provider changes its certificate, add the next one here. Remove the former one after the change.</p>
      <ul className={styles.list} aria-label="Certificates">
        {certificates.map((certificate) => {
          const { label, tone } = certificateState(certificate);
          return (
            <li key={certificate.fingerprint}>
              <div>
                <strong>{certificate.subject}</strong> <StatusTag tone={tone}>{label}</StatusTag>
                <div className={styles.detail}>Valid until {formatZoned(certificate.valid_until_time)}</div>
                <div className={styles.detail}>SHA-256 {certificate.fingerprint}</div>
              </div>
              {certificates.length > 1 && (
                <Button size="small" danger aria-label={`Remove ${certificate.fingerprint}`} onClick={() => void remove(certificate)}>
                  Remove
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {isAdding && (
        <SubmitDialog title="Add certificate" okText="Add" isComplete={text.trim() !== ''} onClose={() => setAdding(false)} onSubmit={add}>
          {() => (
            <TipField label="Certificate (PEM or base64)" required>
              <Input.TextArea
                rows={6}
                spellCheck={false}
                placeholder="-----BEGIN CERTIFICATE-----"
                value={text}
                onChange={({ target: { value } }) => setText(value)}
              />
            </TipField>
          )}
        </SubmitDialog>
      )}
    </section>
  );
}
