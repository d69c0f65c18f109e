import { useState, type ReactNode } from 'react';
import { DEFAULT_TOKEN_DAYS, grantableScopes, type ApiTokenKind, type ApiTokenScope } from '@cam/contracts';
import { callApi, useSession } from '@cam/platform';
import { Checkbox, Form, Input, Radio, Select, SubmitDialog, TipField } from '@cam/ui';
import { AccountsField } from './AccountsField';
import styles from './tokens.module.css';
import { networksIn, SCOPE_WORDS, TOKEN_LIVES } from './words';

interface Props {
  /** Longest life that the tenant allows, days. */
  maxDays: number;
  onClose: () => void;
  /** Receives the value, which cannot be read again. */
  onCreated: (created: { token: string; name: string }) => void;
}

/** Asks for the name, the scopes and the life of a new API token. */
export function CreateToken({ maxDays, onClose, onCreated }: Props): ReactNode {
  const { rights, can } = useSession();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ApiTokenKind>('PERSONAL');
  const [scopes, setScopes] = useState<ApiTokenScope[]>(['cam:general:read']);
  const [days, setDays] = useState(Math.min(DEFAULT_TOKEN_DAYS, maxDays));
  const [networks, setNetworks] = useState('');
  const [accounts, setAccounts] = useState<string[]>([]);
  const lives = [...new Set([...TOKEN_LIVES.filter((life) => life < maxDays), maxDays])];
  const create = async (): Promise<void> => {
    const body = { name: name.trim(), kind, scopes, days, networks: networksIn(networks), accounts };
    const { token } = await callApi('POST /v1/tokens', { body }, { filtered: false });
    onCreated({ token, name: body.name });
  };
  return (
    <SubmitDialog
      title="Create API token"
      okText="Create"
      isComplete={name.trim() !== '' && scopes.length > 0}
      width={560}
      onClose={onClose}
      onSubmit={create}
    >
      {(submit) => (
        <>
          <TipField label="Name" required>
            <Input
              maxLength={100}
              placeholder="Program that uses it, such as nightly pipeline"
              value={name}
              onChange={({ target: { value } }) => setName(value)}
              onPressEnter={submit}
            />
          </TipField>
          {can('GENERAL') && (
            <Form.Item label="Kind">
              <Radio.Group
                aria-label="Kind"
                value={kind}
                options={[
                  { value: 'PERSONAL', label: 'Personal: ends with my account' },
                  { value: 'SERVICE', label: 'Service: belongs to the tenant' },
                ]}
                onChange={({ target: { value } }) => setKind(value as ApiTokenKind)}
              />
            </Form.Item>
          )}
          <Form.Item label="Scopes" required>
            <Checkbox.Group
              className={styles.choices}
              value={scopes}
              options={grantableScopes(rights).map((scope) => ({ value: scope, label: SCOPE_WORDS[scope] }))}
              onChange={setScopes}
            />
          </Form.Item>
          <TipField label="Expires after">
            <Select value={days} options={lives.map((life) => ({ value: life, label: life === 1 ? '1 day' : `${life} days` }))} onChange={setDays} />
          </TipField>
          <AccountsField value={accounts} onChange={setAccounts} />
          <TipField label="Allowed addresses">
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 4 }}
              placeholder="Any address. To limit it, enter addresses or networks such as 203.0.113.0/24"
              value={networks}
              onChange={({ target: { value } }) => setNetworks(value)}
            />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
