import { useState, type ReactNode } from 'react';
import { MOST_PROVISIONING_TOKENS, ROTATION_HOURS, type GroupRule, type ProvisioningToken } from '@cam/contracts';
import { callApi, confirm, notify, useApi } from '@cam/platform';
import { Button, ErrorState, formatCount, formatZoned, Input, LoadingState, SubmitDialog, TipField } from '@cam/ui';
import { copyText } from '../copy-text';
import { ShownOnce } from '../tokens/ShownOnce';
import { GroupRulesForm } from './GroupRulesForm';
import styles from './sign-on.module.css';

/** Lets the provider add, change and remove users and groups with SCIM 2.0. */
export function Provisioning(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/provisioning', {}, { filtered: false });
  const [isNaming, setNaming] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [made, setMade] = useState<{ token: string; name: string } | null>(null);
  const reload = (): void => void mutate();
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={reload} />;
  if (!data) return <LoadingState label="Loading provisioning" rows={4} />;
  if (!data.is_available) return null;
  const act = async (message: string, okText: string, work: () => Promise<void>): Promise<void> => {
    if (!(await confirm({ message, okText }))) return;
    // The platform shows why it failed.
    await work().catch(() => undefined);
    reload();
  };
  const rotate = ({ token_id, name }: ProvisioningToken): Promise<void> =>
    act(`Give "${name}" a new value? The present value stays valid for ${ROTATION_HOURS} hours.`, 'Rotate', async () => {
      const path = { token_id };
      setMade({ token: (await callApi('POST /v1/provisioning/tokens/{token_id}/rotate', { path }, { filtered: false })).token, name });
    });
  const revoke = ({ token_id, name }: ProvisioningToken): Promise<void> =>
    act(`Revoke "${name}"? Your provider can no longer change users. Present users stay.`, 'Revoke', async () => {
      await callApi('DELETE /v1/provisioning/tokens/{token_id}', { path: { token_id } }, { filtered: false });
      notify.success(`Revoked ${name}.`);
    });
  return (
    <section className={styles.card} aria-labelledby="provisioning-heading">
      <div className={styles.head}>
        <h2 id="provisioning-heading">Provisioning with SCIM</h2>
        <Button disabled={data.tokens.length >= MOST_PROVISIONING_TOKENS} onClick={() => setNaming(true)}>
          Create token
        </Button>
      </div>
      <p>
        Your provider adds users and groups before they sign in, and takes the access away when people leave: their sessions and personal API tokens
        end at once. Enter this address and a token in the provider. The userName is the e-mail.
      </p>
      <div className={styles.copied}>
        <span className={styles.label}>SCIM 2.0 base address</span>
        <code>{data.url}</code>
        <Button size="small" aria-label="Copy SCIM address" onClick={() => void copyText(data.url, 'SCIM address copied.')}>
          Copy
        </Button>
      </div>
      {made && (
        <ShownOnce
          title={`Copy the value of "${made.name}" now. It is not shown again.`}
          value={made.token}
          copies={[{ label: 'Copy token', text: made.token, done: 'Token copied.' }]}
          note="Enter it in the provider as the bearer token, also called secret token."
          onClose={() => setMade(null)}
        />
      )}
      {data.tokens.length > 0 && (
        <ul className={styles.list} aria-label="Provisioning tokens">
          {data.tokens.map((token) => (
            <li key={token.token_id}>
              <div>
                <strong>{token.name}</strong>
                <div className={styles.detail}>
                  Created {formatZoned(token.created_time)} by {token.created_by}
                </div>
                <div className={styles.detail}>{lastUseOf(token)}</div>
              </div>
              <span className={styles.buttons}>
                <Button size="small" aria-label={`Rotate ${token.name}`} onClick={() => void rotate(token)}>
                  Rotate
                </Button>
                <Button size="small" danger aria-label={`Revoke ${token.name}`} onClick={() => void revoke(token)}>
                  Revoke
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {data.users_count === 1 ? '1 provisioned user' : `${formatCount(data.users_count)} provisioned users`}, {formatCount(data.active_users_count)}{' '}
        active. {data.groups_count === 1 ? '1 group' : `${formatCount(data.groups_count)} groups`}.
      </p>
      <div className={styles.head}>
        <h3>Rights of groups</h3>
        <Button onClick={() => setEditing(true)}>Change rights</Button>
      </div>
      {data.rules.length === 0 ? (
        <p>No group gives rights yet. Provisioned users can sign in once a group here or a role gives them rights.</p>
      ) : (
        <ul className={styles.list} aria-label="Rights of groups">
          {data.rules.map((rule) => (
            <li key={rule.group}>
              <span>{nameOf(rule)}</span>
              <span className={styles.detail}>{rule.scopes.map((scope) => scope.replace('cam:', '')).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {isEditing && <GroupRulesForm rules={data.rules} groups={data.groups} onClose={() => setEditing(false)} onSaved={reload} />}
      {isNaming && (
        <NewToken
          onClose={() => setNaming(false)}
          onMade={(created) => {
            setMade(created);
            reload();
          }}
        />
      )}
    </section>
  );
}

function NewToken({ onClose, onMade }: { onClose: () => void; onMade: (made: { token: string; name: string }) => void }): ReactNode {
  const [name, setName] = useState('');
  const create = async (): Promise<void> => {
    const body = { name: name.trim() };
    const { token } = await callApi('POST /v1/provisioning/tokens', { body }, { filtered: false });
    onMade({ token, name: body.name });
  };
  return (
    <SubmitDialog title="Create provisioning token" okText="Create" isComplete={name.trim() !== ''} onClose={onClose} onSubmit={create}>
      {(submit) => (
        <TipField label="Name" required hint="Name the provider that will use it.">
          <Input maxLength={100} placeholder="Okta" value={name} onChange={({ target: { value } }) => setName(value)} onPressEnter={submit} />
        </TipField>
      )}
    </SubmitDialog>
  );
}

function nameOf({ group }: GroupRule): string {
  return group === '*' ? 'Any group' : group;
}

function lastUseOf({ last_used_time: at, last_used_from: from }: ProvisioningToken): string {
  return at === null ? 'Never used' : `Last used ${formatZoned(at)}${from ? `, from ${from}` : ''}`;
}
