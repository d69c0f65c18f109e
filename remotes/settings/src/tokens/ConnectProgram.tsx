import { useState, type ReactNode } from 'react';
import { DEFAULT_TOKEN_DAYS, grantableScopes, type ApiTokenScope } from '@cam/contracts';
import { callApi, notify, useApi, useSession } from '@cam/platform';
import { Alert, Button, Checkbox, Form, Input, Select, SubmitDialog, TipField, formatZoned } from '@cam/ui';
import { AccountsField } from './AccountsField';
import styles from './tokens.module.css';
import { SCOPE_WORDS, TOKEN_LIVES } from './words';

interface Props {
  /** The code that the program shows, from the address; empty: the user types it. */
  code: string;
  /** Longest life that the tenant allows, days. */
  maxDays: number;
  onClose: () => void;
  onAllowed: () => void;
}

/** Asks whether a program that shows a code may have a token. The user sees who asks before anything is allowed. */
export function ConnectProgram({ code: given, maxDays, onClose, onAllowed }: Props): ReactNode {
  const { rights } = useSession();
  const [typed, setTyped] = useState(given);
  const code = typed.toUpperCase().replace(/[^A-Z]/g, '');
  const isWhole = code.length === 8;
  const { data, error } = useApi('GET /v1/tokens/requests/{user_code}', isWhole ? { path: { user_code: code } } : null, { filtered: false });
  const [scopes, setScopes] = useState<ApiTokenScope[]>(['cam:general:read']);
  const [accounts, setAccounts] = useState<string[] | null>(null);
  // The accounts that the program asks for, until the user chooses others.
  const limit = accounts ?? data?.accounts ?? [];
  const [days, setDays] = useState(Math.min(DEFAULT_TOKEN_DAYS, maxDays));
  const lives = [...new Set([...TOKEN_LIVES.filter((life) => life < maxDays), maxDays])];
  const path = { user_code: code };
  const allow = async (): Promise<void> => {
    await callApi('POST /v1/tokens/requests/{user_code}', { path, body: { scopes, days, accounts: limit } }, { filtered: false });
    notify.success('The program has its token now. It goes on by itself.');
    onAllowed();
  };
  const refuse = async (): Promise<void> => {
    const isRefused = await callApi('DELETE /v1/tokens/requests/{user_code}', { path }, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (!isRefused) return;
    notify.success('The program was refused.');
    onClose();
  };
  return (
    <SubmitDialog
      title="Connect a program"
      okText="Allow"
      isComplete={data !== undefined && scopes.length > 0}
      width={560}
      onClose={onClose}
      onSubmit={allow}
    >
      {() => (
        <>
          <TipField label="Code that the program shows" required error={isWhole && error ? error.userMessage : null}>
            <Input placeholder="BCDF-GHJK" maxLength={9} value={typed} onChange={({ target: { value } }) => setTyped(value)} />
          </TipField>
          {data && (
            <>
              <Alert
                type="warning"
                showIcon
                className={styles.request}
                title={`"${data.name}" asks for a token, from ${data.address}, since ${formatZoned(data.created_time)}.`}
                description={
                  <>
                    <p>Allow it only if you started it yourself just now. The token acts with your rights.</p>
                    <Button danger onClick={() => void refuse()}>
                      Refuse
                    </Button>
                  </>
                }
              />
              <Form.Item label="Scopes" required>
                <Checkbox.Group
                  className={styles.choices ?? ''}
                  value={scopes}
                  options={grantableScopes(rights).map((scope) => ({ value: scope, label: SCOPE_WORDS[scope] }))}
                  onChange={setScopes}
                />
              </Form.Item>
              <AccountsField value={limit} onChange={setAccounts} />
              <TipField label="Expires after">
                <Select
                  value={days}
                  options={lives.map((life) => ({ value: life, label: life === 1 ? '1 day' : `${life} days` }))}
                  onChange={setDays}
                />
              </TipField>
            </>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
