import { useState, type ReactNode } from 'react';
import { ACCESS_LEVELS, MIN_REQUEST_REASON, type AccessLevel, type AccessRequest, type Api } from '@cam/contracts';
import { callApi, notify, useApi, useUnsavedChanges } from '@cam/platform';
import { Alert, Button, Drawer, Form, Input, Radio, Select, TipField } from '@cam/ui';
import { EntityPicker } from './EntityPicker';
import styles from './requests.module.css';
import { TrialResult } from './TrialResult';
import { useNow } from './use-now';
import { UnitChoice, WORDS } from './UnitChoice';
import { LEVELS } from './words';

type Wanted = Pick<Api['POST /v1/access-requests/units']['body'], 'identity_uri' | 'resource_uri' | 'level' | 'actions'>;

/** Lengths of access to choose from, hours; 0 means an end of the calendar. */
const LENGTHS = [
  { value: 1, label: '1 hour' },
  { value: 4, label: '4 hours' },
  { value: 8, label: '8 hours' },
  { value: 24, label: '1 day' },
  { value: 168, label: '7 days' },
  { value: 720, label: '30 days' },
  { value: 0, label: 'Until a time' },
];
const HOUR = 3_600_000;

interface Props {
  /** URIs that the address names; empty: nothing is chosen. */
  identityUri: string;
  resourceUri: string;
  /** The running request to prolong; absent: a new one. */
  extended?: AccessRequest;
  onClose: () => void;
  onAsked: (request: AccessRequest) => void;
}

/** Asks for access: who needs it, to what, for how long and why, and what should give it. */
export function RequestForm({ identityUri, resourceUri, extended, onClose, onAsked }: Props): ReactNode {
  const policy = useApi('GET /v1/access-requests/policy', {}, { filtered: false });
  const [identity, setIdentity] = useState(extended?.identity.uri ?? identityUri);
  const [resource, setResource] = useState(extended?.resource.uri ?? resourceUri);
  const [by, setBy] = useState<AccessLevel | 'ACTIONS'>(extended ? (extended.level ?? 'ACTIONS') : 'READ');
  const [actions, setActions] = useState<string[]>(extended?.actions ?? []);
  const [hours, setHours] = useState(4);
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [unit, setUnit] = useState<string | null>(null);
  const [steps, setSteps] = useState(extended?.steps ?? '');
  const [tried, setTried] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const now = useNow();
  useUnsavedChanges(reason.trim() !== '' && !busy);
  const wanted: Wanted | null =
    identity === '' || resource === '' || (by === 'ACTIONS' && actions.length === 0)
      ? null
      : { identity_uri: identity, resource_uri: resource, ...(by === 'ACTIONS' ? { actions } : { level: by }) };
  const units = useApi('POST /v1/access-requests/units', wanted && !extended ? { body: wanted } : null, { filtered: false });
  const kept = extended?.unit ?? null;
  const choice = extended ? (kept ? kept.key : WORDS) : (unit ?? units.data?.units[0]?.key ?? (units.data ? WORDS : null));
  const longest = policy.data?.longest_hours ?? 720;
  const end = until === '' ? null : new Date(until);
  const isEndValid = hours > 0 ? hours <= longest : end !== null && end.getTime() > now && end.getTime() <= now + longest * HOUR;
  const isReasonLong = reason.trim().length >= MIN_REQUEST_REASON;
  const areStepsLong = choice !== WORDS || steps.trim().length >= MIN_REQUEST_REASON;
  const isThere = units.data?.has_access === true;
  const leadsToTop = (units.data?.units.find(({ key }) => key === choice)?.besides[0] ?? 0) > 0;
  const isComplete = wanted !== null && choice !== null && isEndValid && isReasonLong && areStepsLong && !isThere;
  const reset = (): void => {
    setUnit(null);
    setTried(null);
  };
  const submit = async (): Promise<void> => {
    if (!isComplete || busy || !wanted) return;
    setBusy(true);
    const time = hours > 0 ? { hours } : { until: end?.toISOString() ?? '' };
    const how = choice === WORDS ? { steps: steps.trim() } : { unit: choice };
    try {
      const request = await callApi('POST /v1/access-requests', { body: { ...wanted, reason: reason.trim(), ...time, ...how } }, { filtered: false });
      notify.success('Request sent to the approvers.');
      onAsked(request);
    } catch {
      // The platform showed the error.
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(680px, 100vw)"
      title={extended ? `Extend access of ${extended.identity.name} to ${extended.resource.name}` : 'Request access'}
      footer={
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" disabled={!isComplete} loading={busy} onClick={() => void submit()}>
            Send request
          </Button>
        </div>
      }
    >
      <Form layout="vertical">
        {!extended && (
          <>
            <TipField label="Identity" required hint={<p className={styles.hint}>The user, role or group that needs the access.</p>}>
              <EntityPicker
                kind="identity"
                value={identity}
                onChange={(uri) => {
                  setIdentity(uri);
                  reset();
                }}
              />
            </TipField>
            <TipField label="Resource" required>
              <EntityPicker
                kind="resource"
                value={resource}
                onChange={(uri) => {
                  setResource(uri);
                  reset();
                }}
              />
            </TipField>
            <Form.Item label="Access">
              <Radio.Group
                aria-label="Access"
                optionType="button"
                options={[...LEVELS, { value: 'ACTIONS' as const, label: 'Actions' }]}
                value={by}
                onChange={({ target: { value } }) => {
                  setBy(value === 'ACTIONS' ? value : (ACCESS_LEVELS.find((level) => level === value) ?? 'READ'));
                  reset();
                }}
              />
            </Form.Item>
            {by === 'ACTIONS' && (
              <TipField label="Actions" required hint={<p className={styles.hint}>Names of the provider, such as s3:GetObject.</p>}>
                <Select<string[]>
                  mode="tags"
                  aria-label="Actions"
                  open={false}
                  tokenSeparators={[',', ' ']}
                  value={actions}
                  onChange={(names) => {
                    setActions(names);
                    reset();
                  }}
                />
              </TipField>
            )}
          </>
        )}
        <div className={styles.pair}>
          <TipField label="Needed for" error={isEndValid || hours === 0 ? null : `The tenant allows at most ${longest.toLocaleString('en')} hours.`}>
            <Select<number> aria-label="Needed for" value={hours} options={LENGTHS.filter(({ value }) => value <= longest)} onChange={setHours} />
          </TipField>
          {hours === 0 && (
            <TipField
              label="End"
              required
              error={until === '' || isEndValid ? null : `Choose a time within the next ${longest.toLocaleString('en')} hours.`}
            >
              <Input type="datetime-local" value={until} onChange={({ target: { value } }) => setUntil(value)} />
            </TipField>
          )}
        </div>
        <TipField
          label="Reason"
          required
          error={reason === '' || isReasonLong ? null : `Enter a reason of at least ${MIN_REQUEST_REASON} characters.`}
        >
          <Input.TextArea
            maxLength={2000}
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder="The approvers read it"
            value={reason}
            onChange={({ target: { value } }) => setReason(value)}
          />
        </TipField>
        {extended && kept && <p>{kept.action} stays as it is. The new end counts when the request is approved.</p>}
        {!extended && wanted && (
          <UnitChoice
            answer={units.data}
            error={units.error}
            onRetry={() => void units.mutate()}
            level={by === 'ACTIONS' ? null : by}
            chosen={choice}
            onChoose={(key) => {
              setUnit(key);
              setTried(null);
            }}
            onTry={setTried}
          />
        )}
        {wanted && tried !== null && tried === choice && <TrialResult body={{ ...wanted, unit: tried }} />}
        {choice === WORDS && !isThere && (
          <TipField
            label="Steps"
            required
            error={steps === '' || areStepsLong ? null : `Say in at least ${MIN_REQUEST_REASON} characters what should be done.`}
          >
            <Input.TextArea
              maxLength={2000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder="Describe the change"
              value={steps}
              onChange={({ target: { value } }) => setSteps(value)}
            />
          </TipField>
        )}
        {units.data && !isThere && (
          <Alert
            type="info"
            showIcon
            title={
              units.data.approvals_needed > 1 || leadsToTop
                ? `${leadsToTop ? 'This also gives access to tier 0' : 'The resource is of tier 0'}, so two users have to approve the request.`
                : 'One user has to approve the request. Nobody approves access for themselves.'
            }
          />
        )}
      </Form>
    </Drawer>
  );
}
