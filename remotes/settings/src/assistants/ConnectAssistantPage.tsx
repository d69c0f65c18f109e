import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ApiTokenScope, AssistantRequest, AuthorizationParameters } from '@cam/contracts';
import { callApi, useApi, useSession, type ApiFailure } from '@cam/platform';
import { Alert, Button, Checkbox, EmptyState, FactList, LoadingState, PageHeader } from '@cam/ui';
import { SCOPE_WORDS } from '../tokens/words';
import { authorizationParameters, redirectIn } from './authorization-parameters';
import styles from './assistants.module.css';

/** Asks the user whether an assistant may read, in the authorization code flow of OAuth. The address has the request of the assistant. */
export default function ConnectAssistantPage(): ReactNode {
  const [search] = useSearchParams();
  const parameters = useMemo(() => authorizationParameters(search), [search]);
  const isRequest = parameters.client_id !== undefined;
  const { data, error } = useApi('POST /v1/oauth/requests/check', isRequest ? { body: parameters } : null, { filtered: false });
  return (
    <>
      <PageHeader title="Connect an assistant" />
      {!isRequest ? (
        <EmptyState
          icon="settings"
          title="No assistant asks for access"
          text="An assistant opens this page itself, after you entered the address of CAM’s tools there."
          action={<Link to="/settings/tokens">Open API Tokens for the address</Link>}
        />
      ) : error ? (
        <Refused error={error} />
      ) : data ? (
        <Decision parameters={parameters} request={data} />
      ) : (
        <LoadingState label="Loading the request" rows={5} />
      )}
    </>
  );
}

/** Says why the request cannot be decided. The assistant learns it only if the user goes back to it. */
function Refused({ error }: { error: ApiFailure }): ReactNode {
  const redirect = redirectIn(error.details);
  return (
    <EmptyState
      icon="settings"
      title="This assistant cannot be connected"
      text={error.userMessage}
      action={
        redirect === null ? (
          <Link to="/settings/tokens">Open API Tokens</Link>
        ) : (
          <Button onClick={() => leaveTo(redirect)}>Return to the assistant</Button>
        )
      }
    />
  );
}

interface DecisionProps {
  parameters: AuthorizationParameters;
  request: AssistantRequest;
}

function Decision({ parameters, request }: DecisionProps): ReactNode {
  const { tenant, user } = useSession();
  const { name, redirect_host: host, is_local: isLocal, scopes, days } = request;
  const [chosen, setChosen] = useState<ApiTokenScope[]>(scopes.filter(({ held }) => held).map(({ scope }) => scope));
  const [busy, setBusy] = useState<'allow' | 'refuse' | 'left' | null>(null);
  const decide = async (decision: 'allow' | 'refuse'): Promise<void> => {
    setBusy(decision);
    try {
      const { redirect } =
        decision === 'allow'
          ? await callApi('POST /v1/oauth/requests', { body: { ...parameters, scopes: chosen } }, { filtered: false })
          : await callApi('POST /v1/oauth/requests/refusal', { body: parameters }, { filtered: false });
      setBusy('left');
      leaveTo(redirect);
    } catch {
      // The platform has shown the reason.
      setBusy(null);
    }
  };
  if (busy === 'left') return <EmptyState icon="check" title="Your answer was sent to the assistant" text="Go on there. You can close this page." />;
  const isNothingHeld = scopes.every(({ held }) => !held);
  return (
    <section className={styles.request} aria-labelledby="assistant-name">
      <h2 id="assistant-name">“{name}” asks for access</h2>
      <p>It wants to read data of {tenant.name} with your rights, and to answer questions with them. It can change nothing.</p>
      <FactList
        facts={[
          ['Tenant', tenant.name],
          ['You are signed in as', user.email],
          [
            'The answer goes to',
            <Fragment key="host">
              <code>{host}</code>
              {isLocal && ', a program on this computer'}
            </Fragment>,
          ],
          ['Access ends', `After ${days === 1 ? '1 day' : `${days} days`}, or when you revoke it in Settings, API Tokens`],
        ]}
      />
      <Alert
        type="warning"
        showIcon
        title={
          isLocal
            ? 'Allow it only if you started this connection yourself just now.'
            : `Allow it only if you started this connection yourself just now, and trust ${host} with this data.`
        }
        description="The assistant chose its name itself, so the name proves nothing."
      />
      <fieldset>
        <legend>It may</legend>
        {scopes.map(({ scope, held }) => (
          <Checkbox
            key={scope}
            checked={chosen.includes(scope)}
            disabled={!held || busy !== null}
            onChange={({ target: { checked } }) => setChosen(checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          >
            {SCOPE_WORDS[scope]}
            {!held && <span className={styles.missing}> (you do not have this right)</span>}
          </Checkbox>
        ))}
      </fieldset>
      {isNothingHeld && <p>You have none of these rights, so there is nothing to allow. Ask an administrator for them.</p>}
      <div className={styles.decision}>
        <Button size="large" disabled={busy !== null} loading={busy === 'refuse'} onClick={() => void decide('refuse')}>
          Refuse
        </Button>
        <Button
          size="large"
          type="primary"
          disabled={chosen.length === 0 || busy !== null}
          loading={busy === 'allow'}
          onClick={() => void decide('allow')}
        >
          Allow access
        </Button>
      </div>
    </section>
  );
}

/** Takes the browser to the assistant. The server gives addresses with https, or of the own computer, alone. */
function leaveTo(redirect: string): void {
  window.location.assign(redirect);
}
