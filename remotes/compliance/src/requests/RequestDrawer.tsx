import { useState, type ReactNode } from 'react';
import { MIN_REQUEST_REASON, type AccessRequest, type AccessUnitPart, type RequestLogEntry } from '@cam/contracts';
import { callApi, EntityLink, notify, useApi } from '@cam/platform';
import { Alert, Button, Drawer, ErrorState, FactList, formatZoned, Input, LoadingState, StatusTag, SubmitDialog, TipField, TypeIcon } from '@cam/ui';
import styles from './requests.module.css';
import { TrialResult } from './TrialResult';
import { accessText, endText, eventText, moreText, STATES, timeLeft } from './words';

interface Props {
  id: string;
  now: number;
  onClose: () => void;
  onChanged: () => void;
  onExtend: (request: AccessRequest) => void;
}

/** Shows a request with all that happened to it, and lets users decide. */
export function RequestDrawer({ id, now, onClose, onChanged, onExtend }: Props): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/access-requests/{request_id}', { path: { request_id: id } }, { filtered: false });
  const reload = (): void => {
    void mutate();
    onChanged();
  };
  const request = data?.request;
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(680px, 100vw)"
      title={request ? `${request.identity.name} to ${request.resource.name}` : 'Access request'}
      footer={request && hasActions(request) && <Actions request={request} onChanged={reload} onExtend={() => onExtend(request)} />}
    >
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!data && !error && <LoadingState label="Loading the request" rows={8} />}
      {data && <Shown request={data.request} log={data.log} now={now} />}
    </Drawer>
  );
}

function Shown({ request, log, now }: { request: AccessRequest; log: RequestLogEntry[]; now: number }): ReactNode {
  const { state, identity, resource, reason, unit, steps, tier, approvals, approvals_needed: needed, ticket, more } = request;
  const left = timeLeft(request, now);
  const [isTried, setTried] = useState(false);
  const wanted = {
    ...{ identity_uri: identity.uri, resource_uri: resource.uri },
    ...(request.level === null ? { actions: request.actions } : { level: request.level }),
  };
  const facts: [string, ReactNode][] = [
    [
      'State',
      <StatusTag key="state" tone={STATES[state].tone}>
        {STATES[state].label}
      </StatusTag>,
    ],
    [
      'Identity',
      <span key="identity">
        <TypeIcon type={identity.type} /> <EntityLink uri={identity.uri} name={identity.name} />
      </span>,
    ],
    [
      'Resource',
      <span key="resource">
        <TypeIcon type={resource.type} /> <EntityLink uri={resource.uri} name={resource.name} page="objects" />
      </span>,
    ],
    ['Access', accessText(request)],
    ['Tier', String(tier)],
    ['End', left === '' ? endText(request) : `${endText(request)} (${left})`],
    ['Reason', reason],
    ['Change', unit && unit.parts.length > 0 ? <Steps key="change" request={request} parts={unit.parts} /> : (unit?.action ?? steps)],
    ['Asked by', `${request.asked_by}, ${formatZoned(request.asked_at)}`],
    [
      'Approvals',
      approvals.length === 0
        ? `0 of ${needed}`
        : `${approvals.map(({ by }) => by).join(', ')}${approvals.length < needed ? `, 1 more is needed` : ''}`,
    ],
    ...(request.decision_reason === '' ? [] : [['Decision', request.decision_reason] as [string, ReactNode]]),
    ...(ticket === null ? [] : [['Ticket', <TicketFact key="ticket" ticket={ticket} />] as [string, ReactNode]]),
    ...(request.checked_at === null ? [] : [['Last snapshot', formatZoned(request.checked_at)] as [string, ReactNode]]),
  ];
  return (
    <>
      <div className={styles.notes}>
        {state === 'OVERDUE' && <Alert type="error" showIcon title="A snapshot after the end still shows the access. Take it away." />}
        {request.is_past_end && <Alert type="warning" showIcon title="The end is over. The next snapshot shows whether the access is gone." />}
        {moreText(more) !== '' && <Alert type="warning" showIcon title="More than was asked for" description={moreText(more)} />}
      </div>
      <FactList facts={facts} />
      {state === 'ASKED' && unit && unit.edits.length > 0 && !isTried && <Button onClick={() => setTried(true)}>Try the change</Button>}
      {isTried && unit && <TrialResult body={{ ...wanted, unit: unit.key }} />}
      <h3 className={styles.section}>History</h3>
      <ol className={styles.history}>
        {log.map((entry) => (
          <li key={`${entry.at} ${entry.kind}`}>
            <span>{eventText(entry)}</span>
            <small>{[formatZoned(entry.at), entry.actor].filter((text) => text !== '').join(', ')}</small>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Lists the steps by which a set of units is given, and says which of them a snapshot shows. */
function Steps({ request: { state, parts_seen: seen }, parts }: { request: AccessRequest; parts: readonly AccessUnitPart[] }): ReactNode {
  const isWatched = state === 'APPROVED' || isRunning({ state });
  return (
    <ol className={styles.steps}>
      {parts.map(({ key, action }) => (
        <li key={key}>
          {action}{' '}
          {isWatched && <StatusTag tone={seen.includes(key) ? 'ok' : 'neutral'}>{seen.includes(key) ? 'In a snapshot' : 'Not seen'}</StatusTag>}
        </li>
      ))}
    </ol>
  );
}

function TicketFact({ ticket: { url, key, status, message, connection_label: label } }: { ticket: NonNullable<AccessRequest['ticket']> }): ReactNode {
  return (
    <>
      {url === '' ? (
        label
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {key}
        </a>
      )}{' '}
      ({message === '' ? status : message})
    </>
  );
}

const isRunning = ({ state }: Pick<AccessRequest, 'state'>): boolean => state === 'SEEN' || state === 'OVERDUE';

function hasActions(request: AccessRequest): boolean {
  return request.may_withdraw || request.may_approve || isRunning(request);
}

function Actions({ request, onChanged, onExtend }: { request: AccessRequest; onChanged: () => void; onExtend: () => void }): ReactNode {
  const { request_id, version } = request;
  const [busy, setBusy] = useState(false);
  const [deciding, setDeciding] = useState<'approve' | 'refuse' | null>(null);
  const path = { request_id };
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('POST /v1/access-requests/{request_id}/withdraw', { path, body: { version } }, { filtered: false });
      notify.success('Request withdrawn.');
    } catch {
      // The platform showed the error.
    }
    setBusy(false);
    onChanged();
  };
  const decide = async (reason: string): Promise<void> => {
    try {
      if (deciding === 'refuse')
        await callApi('POST /v1/access-requests/{request_id}/refuse', { path, body: { version, reason } }, { filtered: false });
      else {
        const body = { version, ...(reason === '' ? {} : { reason }) };
        const now = await callApi('POST /v1/access-requests/{request_id}/approve', { path, body }, { filtered: false });
        if (now.state !== 'APPROVED') return notify.success('Approval stored. Another user has to approve it too.');
      }
      notify.success(deciding === 'refuse' ? 'Request refused.' : 'Request approved.');
    } finally {
      // Another user or the clock may have changed the request.
      onChanged();
    }
  };
  return (
    <div className={styles.buttons}>
      {request.may_withdraw && (
        <Button loading={busy} onClick={() => void withdraw()}>
          Withdraw
        </Button>
      )}
      {isRunning(request) && <Button onClick={onExtend}>Extend</Button>}
      {request.may_approve && (
        <>
          <Button onClick={() => setDeciding('refuse')}>Refuse</Button>
          <Button type="primary" onClick={() => setDeciding('approve')}>
            Approve
          </Button>
        </>
      )}
      {deciding && (
        <DecisionDialog key={deciding} isRefusal={deciding === 'refuse'} request={request} onClose={() => setDeciding(null)} onSubmit={decide} />
      )}
    </div>
  );
}

function DecisionDialog({
  isRefusal,
  request,
  onClose,
  onSubmit,
}: {
  isRefusal: boolean;
  request: AccessRequest;
  onClose: () => void;
  onSubmit: (reason: string) => Promise<void>;
}): ReactNode {
  const [reason, setReason] = useState('');
  const isLong = !isRefusal || reason.trim().length >= MIN_REQUEST_REASON;
  return (
    <SubmitDialog
      title={isRefusal ? 'Refuse request' : 'Approve request'}
      okText={isRefusal ? 'Refuse' : 'Approve'}
      isComplete={isLong}
      width={520}
      onClose={onClose}
      onSubmit={() => onSubmit(reason.trim())}
    >
      {() => (
        <>
          <p>
            {accessText(request)} access of {request.identity.name} to {request.resource.name}, until {endText(request)}.
          </p>
          <TipField
            label="Reason"
            required={isRefusal}
            error={reason === '' || isLong ? null : `Enter a reason of at least ${MIN_REQUEST_REASON} characters.`}
          >
            <Input.TextArea
              maxLength={2000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
