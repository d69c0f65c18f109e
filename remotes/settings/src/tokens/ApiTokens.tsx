import { useState, type ReactNode } from 'react';
import { ROTATION_HOURS, type ApiToken } from '@cam/contracts';
import { callApi, confirm, notify, useAddress, useApi, useSession } from '@cam/platform';
import { Button, DataGrid, StatusTag, timeColumn, Tooltip, type GridColumn, formatZoned } from '@cam/ui';
import { Assistants } from './Assistants';
import { ConnectProgram } from './ConnectProgram';
import { CreateToken } from './CreateToken';
import { NewTokenValue } from './NewTokenValue';
import { TokenPolicy } from './TokenPolicy';
import { TabIntro } from '../TabIntro';
import styles from './tokens.module.css';
import { stateOf, type TokenState } from './words';

const TONES = { Valid: 'ok', Expired: 'neutral', Revoked: 'neutral' } as const satisfies Record<TokenState, string>;

/** Lists the API tokens that the user may see, and creates, rotates and revokes them. */
export function ApiTokens(): ReactNode {
  const { can } = useSession();
  const { data, error, mutate } = useApi('GET /v1/tokens', {}, { filtered: false });
  const address = useAddress();
  const [creating, setCreating] = useState(false);
  // A program that signs in opens this page with its code.
  const [connecting, setConnecting] = useState(address.get('connect') !== '');
  const [made, setMade] = useState<{ token: string; name: string } | null>(null);

  const rotate = async ({ token_id, name }: ApiToken): Promise<void> => {
    const message = `Give "${name}" a new value? The present value stays valid for ${ROTATION_HOURS} hours.`;
    if (!(await confirm({ message, okText: 'Rotate' }))) return;
    const answer = await callApi('POST /v1/tokens/{token_id}/rotate', { path: { token_id } }, { filtered: false }).catch(() => null);
    if (answer) setMade({ token: answer.token, name });
    await mutate();
  };
  const revoke = async ({ token_id, name }: ApiToken): Promise<void> => {
    if (!(await confirm({ message: `Revoke "${name}"? Programs that use it are refused at once.`, okText: 'Revoke' }))) return;
    const isRevoked = await callApi('DELETE /v1/tokens/{token_id}', { path: { token_id } }, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (isRevoked) notify.success(`Revoked ${name}.`);
    await mutate();
  };

  return (
    <section className={styles.tokens} aria-label="API tokens">
      <TabIntro
        actions={
          <>
            <Button onClick={() => setConnecting(true)}>Connect a program</Button>
            <Button type="primary" onClick={() => setCreating(true)}>
              Create token
            </Button>
          </>
        }
      >
        An API token lets a program call CAM without a browser: the command line on another machine, a pipeline or a SIEM. It has the scopes that you
        choose, and never more rights than its owner. Assistants that you connected by signing in are listed too.
      </TabIntro>
      {made && <NewTokenValue {...made} onClose={() => setMade(null)} />}
      <DataGrid<ApiToken>
        title="API tokens"
        rows={data?.tokens}
        rowKey={({ token_id: id }) => id}
        columns={columns({ rotate: (row) => void rotate(row), revoke: (row) => void revoke(row) })}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No API tokens', text: 'Create a token to call CAM from a program.' }}
      />
      {can('GENERAL') && data && <TokenPolicy maxDays={data.max_days} onSaved={() => void mutate()} />}
      <Assistants />
      {connecting && data && (
        <ConnectProgram
          code={address.get('connect')}
          maxDays={data.max_days}
          onClose={() => {
            setConnecting(false);
            // The code is of no more use, and a reload must not ask again.
            address.set({ connect: null }, { replace: true });
          }}
          onAllowed={() => void mutate()}
        />
      )}
      {creating && data && (
        <CreateToken
          maxDays={data.max_days}
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setMade(created);
            void mutate();
          }}
        />
      )}
    </section>
  );
}

function lastUseOf({ last_used_time: at, last_used_from: from }: ApiToken): string {
  return at === null ? 'Never' : `${formatZoned(at)}${from ? `, from ${from}` : ''}`;
}

/** Says whose token it is. The host of an assistant tells assistants of the same name apart. */
function kindOf({ kind, assistant_host: host }: ApiToken): string {
  if (host !== null) return `Assistant at ${host}`;
  return kind === 'SERVICE' ? 'Service' : 'Personal';
}

function accountsOf({ accounts }: Pick<ApiToken, 'accounts'>): string {
  if (accounts.length === 0) return 'All';
  return accounts.length === 1 ? (accounts[0] ?? '') : `${accounts.length} accounts`;
}

function columns({ rotate, revoke }: Record<'rotate' | 'revoke', (row: ApiToken) => void>): GridColumn<ApiToken>[] {
  const now = Date.now();
  return [
    { key: 'name', title: 'Name', value: ({ name }) => name, width: 170 },
    {
      key: 'state',
      title: 'State',
      value: (row) => stateOf(row, now),
      render: (row) => <StatusTag tone={TONES[stateOf(row, now)]}>{stateOf(row, now)}</StatusTag>,
    },
    { key: 'kind', title: 'Kind', value: kindOf },
    { key: 'owner', title: 'Owner', value: ({ owner }) => owner },
    {
      key: 'scopes',
      title: 'Scopes',
      width: 150,
      value: ({ scopes }) => scopes.join(', '),
      render: ({ scopes }) => (
        <Tooltip title={scopes.join(', ')}>
          <span className={styles.scopes}>{scopes.map((scope) => scope.replace('cam:', '')).join(', ')}</span>
        </Tooltip>
      ),
    },
    {
      key: 'accounts',
      title: 'Accounts',
      value: ({ accounts }) => accounts.length,
      text: accountsOf,
      render: ({ accounts }) => (
        <Tooltip title={accounts.join(', ')}>
          <span>{accountsOf({ accounts })}</span>
        </Tooltip>
      ),
    },
    timeColumn({ key: 'expires', title: 'Expires', at: ({ expires_time: at }) => at }),
    {
      key: 'used',
      title: 'Last Used',
      width: 210,
      value: ({ last_used_time: at }) => at,
      text: lastUseOf,
      render: lastUseOf,
    },
    {
      key: 'actions',
      title: '',
      label: 'Actions',
      value: () => null,
      sortable: false,
      sticky: true,
      width: 170,
      render: (row) =>
        stateOf(row, now) === 'Valid' && (
          <span className={styles.actions}>
            {row.assistant_host === null && (
              <Button size="small" aria-label={`Rotate ${row.name}`} onClick={() => rotate(row)}>
                Rotate
              </Button>
            )}
            <Button size="small" danger aria-label={`Revoke ${row.name}`} onClick={() => revoke(row)}>
              Revoke
            </Button>
          </span>
        ),
    },
  ];
}
