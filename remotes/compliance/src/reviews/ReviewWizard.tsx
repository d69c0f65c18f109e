import { useState, type ReactNode } from 'react';
import { REPEAT_MONTHS, TIER_NAMES, type Api, type OnSilence, type TicketsPer } from '@cam/contracts';
import { callApi, notify, useApi, useSession } from '@cam/platform';
import { Alert, Button, focusFirstField, Form, Input, Modal, Radio, Select, TipField } from '@cam/ui';
import { arePeopleChosen, NO_SECOND_STAGE, ReviewersStep, ruleOf, type ReviewersChoice, type SecondStage } from './ReviewersStep';
import styles from './reviews.module.css';
import { TicketFields } from './TicketFields';
import { inFull, previewText, repeatText, SILENCES } from './words';

const STEPS = ['Access', 'Reviewers', 'Last day', 'Preview'] as const;
const DAY = 86_400_000;
/** Reviewers that the preview names. */
const NAMED = 5;

const dayIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

interface Choices extends ReviewersChoice {
  name: string;
  query: string;
  maxTier: number;
  fallback: string;
  second: SecondStage;
  /** First day of the second stage. */
  secondOn: string;
  dueOn: string;
  onSilence: OnSilence;
  revokeDays: number;
  /** 0: it does not repeat. */
  repeatMonths: number;
  /** Empty: revocations become no tickets. */
  connectionId: string;
  ticketsPer: TicketsPer;
}

type Scope = Pick<Api['POST /v1/campaigns']['body'], 'query' | 'max_tier' | 'reviewers' | 'fallback'>;

function scopeOf({ query, maxTier, fallback, ...choice }: Choices): Scope {
  return { query: query.trim(), max_tier: maxTier, reviewers: ruleOf(choice), fallback };
}

const isSecondDayValid = ({ second, secondOn, dueOn }: Choices): boolean => !second.isOn || (secondOn > dayIn(0) && secondOn <= dueOn);

const repeatOf = (months: number) => REPEAT_MONTHS.find((one) => one === months) ?? null;

/** Starts an access review in four steps. The last one shows what it makes. */
export function ReviewWizard({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }): ReactNode {
  const { user } = useSession();
  const [step, setStep] = useState(0);
  const [busy, setBusy] = useState(false);
  const [choices, setChoices] = useState<Choices>({
    ...{ name: '', query: 'user', maxTier: 2, by: 'PEOPLE', people: [user.email], field: '', fallback: user.email },
    ...{
      second: NO_SECOND_STAGE,
      secondOn: dayIn(16),
      dueOn: dayIn(30),
      onSilence: 'ESCALATE',
      revokeDays: 14,
      repeatMonths: 0,
      connectionId: '',
      ticketsPer: 'SOURCE',
    },
  });
  const change = (some: Partial<Choices>): void => setChoices((now) => ({ ...now, ...some }));
  const isComplete = [
    choices.name.trim().length >= 3 && choices.query.trim() !== '',
    choices.fallback.includes('@') && arePeopleChosen(choices) && (!choices.second.isOn || arePeopleChosen(choices.second)),
    isSecondDayValid(choices) && choices.dueOn >= dayIn(0) && choices.dueOn <= dayIn(366) && choices.revokeDays >= 1 && choices.revokeDays <= 90,
    true,
  ];
  const isLast = step === STEPS.length - 1;
  const start = async (): Promise<void> => {
    setBusy(true);
    const { name, second, secondOn, dueOn, onSilence, revokeDays, repeatMonths, connectionId, ticketsPer } = choices;
    const body = {
      name: name.trim(),
      ...scopeOf(choices),
      ...(second.isOn ? { stages: [{ starts_on: secondOn, reviewers: ruleOf(second), takes: second.takes }] } : {}),
      ...(connectionId === '' ? {} : { tickets: { connection_id: connectionId, per: ticketsPer } }),
      due_on: dueOn,
      on_silence: onSilence,
      revoke_days: revokeDays,
      repeat_months: repeatOf(repeatMonths),
    };
    try {
      await callApi('POST /v1/campaigns', { body }, { filtered: false });
      notify.success('The review is starting. Its items are ready in a moment.');
      onStarted();
      onClose();
    } catch {
      // The platform showed the error.
      setBusy(false);
    }
  };
  const next = (): void => {
    if (!isComplete[step] || busy) return;
    if (isLast) void start();
    else setStep(step + 1);
  };
  return (
    <Modal
      open
      title={`New access review: ${STEPS[step]} (step ${step + 1} of ${STEPS.length})`}
      width={640}
      onCancel={onClose}
      afterOpenChange={focusFirstField}
      footer={
        <div className={styles.wizardButtons}>
          <Button disabled={step === 0 || busy} onClick={() => setStep(step - 1)}>
            Back
          </Button>
          <Button type="primary" disabled={!isComplete[step]} loading={busy} onClick={next}>
            {isLast ? 'Start review' : 'Next'}
          </Button>
        </div>
      }
    >
      <Form layout="vertical" onFinish={next}>
        {step === 0 && <AccessStep choices={choices} change={change} onEnter={next} />}
        {step === 1 && <ReviewersStep choices={choices} change={change} />}
        {step === 2 && <DaysStep choices={choices} change={change} />}
        {isLast && <PreviewStep choices={choices} />}
      </Form>
    </Modal>
  );
}

interface StepProps {
  choices: Choices;
  change: (some: Partial<Choices>) => void;
}

function AccessStep({ choices: { name, query, maxTier }, change, onEnter }: StepProps & { onEnter: () => void }): ReactNode {
  return (
    <>
      <TipField label="Name" required error={name === '' || name.trim().length >= 3 ? null : 'Enter at least 3 characters.'}>
        <Input
          maxLength={200}
          placeholder="Quarter 4, production"
          value={name}
          onChange={({ target: { value } }) => change({ name: value })}
          onPressEnter={onEnter}
        />
      </TipField>
      <TipField label="Identities" required hint={<p className={styles.hint}>A query. The access of the identities that it finds is reviewed.</p>}>
        <Input
          maxLength={4000}
          placeholder="user"
          value={query}
          onChange={({ target: { value } }) => change({ query: value })}
          onPressEnter={onEnter}
        />
      </TipField>
      <Form.Item label="Access to review">
        <Select<number>
          aria-label="Access to review"
          value={maxTier}
          options={[
            ...[0, 1, 2].map((tier) => ({
              value: tier,
              label: tier === 0 ? `Tier 0 (${TIER_NAMES[0]})` : `Tiers 0 to ${tier} (${TIER_NAMES.slice(0, tier + 1).join(', ')})`,
            })),
            { value: 3, label: 'All access' },
          ]}
          onChange={(value) => change({ maxTier: value })}
        />
      </Form.Item>
    </>
  );
}

function DaysStep({ choices, change }: StepProps): ReactNode {
  const { second, secondOn, dueOn, onSilence, revokeDays, repeatMonths } = choices;
  const isDayValid = dueOn >= dayIn(0) && dueOn <= dayIn(366);
  const areDaysValid = revokeDays >= 1 && revokeDays <= 90;
  return (
    <>
      {second.isOn && (
        <TipField
          label="First day of the second stage"
          required
          error={isSecondDayValid(choices) ? null : 'Choose a day after today, and not after the last day.'}
          hint={<p className={styles.hint}>The first stage ends on the day before, or when you end it.</p>}
        >
          <Input type="date" min={dayIn(1)} max={dueOn} value={secondOn} onChange={({ target: { value } }) => change({ secondOn: value })} />
        </TipField>
      )}
      <TipField label="Last day for decisions" required error={isDayValid ? null : 'Choose a day from today to a year from now.'}>
        <Input type="date" min={dayIn(0)} max={dayIn(366)} value={dueOn} onChange={({ target: { value } }) => change({ dueOn: value })} />
      </TipField>
      <Form.Item label="Repeat">
        <Select<number>
          aria-label="Repeat"
          value={repeatMonths}
          options={[{ value: 0, label: 'Never' }, ...REPEAT_MONTHS.map((months) => ({ value: months as number, label: repeatText(months) }))]}
          onChange={(value) => change({ repeatMonths: value })}
        />
      </Form.Item>
      <Form.Item label="Items without a decision">
        <Radio.Group
          aria-label="Items without a decision"
          optionType="button"
          options={SILENCES.map(({ value, label }) => ({ value, label }))}
          value={onSilence}
          onChange={({ target: { value } }) => change({ onSilence: value as OnSilence })}
        />
        <p className={styles.hint}>{SILENCES.find(({ value }) => value === onSilence)?.hint}</p>
      </Form.Item>
      <TipField
        label="Days to carry out revocations"
        required
        error={areDaysValid ? null : 'Enter 1 to 90 days.'}
        hint={<p className={styles.hint}>Revoked access that a snapshot still shows after these days is overdue, and its owners are told.</p>}
      >
        <Input type="number" min={1} max={90} value={revokeDays} onChange={({ target: { value } }) => change({ revokeDays: Number(value) })} />
      </TipField>
      <TicketFields connectionId={choices.connectionId} per={choices.ticketsPer} onChange={change} />
    </>
  );
}

function PreviewStep({ choices }: { choices: Choices }): ReactNode {
  const { data, error } = useApi('POST /v1/campaigns/preview', { body: scopeOf(choices) }, { filtered: false });
  if (error) return <Alert type="error" showIcon title={error.userMessage} />;
  if (!data) return <p aria-live="polite">Counting the items</p>;
  const { items, identities, units, reviewers, by_fallback: byFallback, without_reviewer: without, suggestions } = data;
  return (
    <div aria-live="polite">
      <p className={styles.preview}>This makes {previewText(items, reviewers.length)}.</p>
      <ul className={styles.lines}>
        <li>
          {inFull(identities)} identities, {inFull(units)} groups, policies and roles
        </li>
        <li>
          Suggestions: {inFull(suggestions.KEEP)} to keep, {inFull(suggestions.REVOKE)} to revoke, {inFull(suggestions.LOOK)} to look at,{' '}
          {inFull(suggestions.NONE)} without one. None is chosen by itself.
        </li>
        {reviewers.slice(0, NAMED).map(({ reviewer, items: count }) => (
          <li key={reviewer}>
            {reviewer}: {inFull(count)}
          </li>
        ))}
        {reviewers.length > NAMED && <li>{inFull(reviewers.length - NAMED)} more reviewers</li>}
      </ul>
      {byFallback > 0 && <Alert type="info" showIcon title={`${inFull(byFallback)} items go to the fallback.`} />}
      {without > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${inFull(without)} items have no reviewer, because the fallback would review itself. Delegate them later.`}
        />
      )}
      {items === 0 && <Alert type="warning" showIcon title="The query finds no identity with such access. Go back and change it." />}
    </div>
  );
}
