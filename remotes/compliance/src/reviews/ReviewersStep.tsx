import type { ReactNode } from 'react';
import type { ReviewersRule, StageTakes } from '@cam/contracts';
import { Checkbox, Form, Input, Radio, Select, TipField } from '@cam/ui';
import styles from './reviews.module.css';
import { usePeople } from './use-people';
import { TAKES } from './words';

/** The choice of reviewers as the form has it. */
export interface ReviewersChoice {
  by: ReviewersRule['by'];
  people: string[];
  field: string;
}

export interface SecondStage extends ReviewersChoice {
  isOn: boolean;
  takes: StageTakes;
}

export const NO_SECOND_STAGE: SecondStage = { isOn: false, takes: 'KEPT', by: 'PEOPLE', people: [], field: '' };

export function ruleOf({ by, people, field }: ReviewersChoice): ReviewersRule {
  return by === 'PEOPLE' ? { by, people } : by === 'TAG' ? { by, tag: field.trim() } : { by, attribute: field.trim() };
}

/** Reports whether a choice names somebody. */
export function arePeopleChosen({ by, people, field }: ReviewersChoice): boolean {
  return by === 'PEOPLE' ? people.length > 0 : field.trim() !== '';
}

interface StepChoices extends ReviewersChoice {
  fallback: string;
  second: SecondStage;
}

interface StepProps {
  choices: StepChoices;
  change: (some: Partial<StepChoices>) => void;
}

/** Chooses the reviewers, those of a second stage, and the fallback. */
export function ReviewersStep({ choices, change }: StepProps): ReactNode {
  const { fallback, second } = choices;
  const options = usePeople();
  const changeSecond = (some: Partial<SecondStage>): void => change({ second: { ...second, ...some } });
  return (
    <>
      <ReviewerFields label="Reviewers" choice={choices} options={options} change={change} />
      <TipField
        label="Fallback"
        required
        hint={
          <p className={styles.hint}>
            Gets the items without a reviewer, those of reviewers who leave, and escalated ones. Nobody reviews their own access.
          </p>
        }
      >
        {options.length > 0 ? (
          <Select<string>
            showSearch={{ optionFilterProp: 'label' }}
            aria-label="Fallback"
            value={fallback}
            options={options}
            onChange={(value) => change({ fallback: value })}
          />
        ) : (
          <Input maxLength={320} value={fallback} onChange={({ target: { value } }) => change({ fallback: value })} />
        )}
      </TipField>
      <Form.Item>
        <Checkbox checked={second.isOn} onChange={({ target: { checked } }) => changeSecond({ isOn: checked })}>
          Let somebody else decide again in a second stage
        </Checkbox>
      </Form.Item>
      {second.isOn && (
        <>
          <Form.Item label="Decided again">
            <Select<StageTakes> aria-label="Decided again" value={second.takes} options={[...TAKES]} onChange={(takes) => changeSecond({ takes })} />
            <p className={styles.hint}>Items that nobody decided in the first stage always go on.</p>
          </Form.Item>
          <ReviewerFields label="Reviewers of the second stage" choice={second} options={options} change={changeSecond} />
        </>
      )}
    </>
  );
}

interface FieldsProps {
  label: string;
  choice: ReviewersChoice;
  options: { value: string; label: string }[];
  change: (some: Partial<ReviewersChoice>) => void;
}

function ReviewerFields({ label, choice: { by, people, field }, options, change }: FieldsProps): ReactNode {
  return (
    <>
      <Form.Item label={label}>
        <Radio.Group
          aria-label={label}
          optionType="button"
          options={[
            { value: 'PEOPLE', label: 'People' },
            { value: 'TAG', label: 'Owner in a tag' },
            { value: 'ATTRIBUTE', label: 'Manager in an attribute' },
          ]}
          value={by}
          onChange={({ target: { value } }) => change({ by: value as ReviewersChoice['by'], field: value === 'TAG' ? 'owner' : 'manager' })}
        />
      </Form.Item>
      {by === 'PEOPLE' ? (
        <TipField label="People" required hint={<p className={styles.hint}>They share the items. One group or policy has one reviewer.</p>}>
          <Select<string[]>
            mode="tags"
            aria-label={`People: ${label}`}
            value={people}
            options={options}
            onChange={(value) => change({ people: value })}
          />
        </TipField>
      ) : (
        <TipField
          label={by === 'TAG' ? 'Tag' : 'Attribute'}
          required
          hint={
            <p className={styles.hint}>
              {by === 'TAG'
                ? 'The tag of the group, policy or resource, or else of the identity, holds the email address of its owner.'
                : 'The attribute of the identity holds the email address of the manager.'}
            </p>
          }
        >
          <Input maxLength={200} value={field} onChange={({ target: { value } }) => change({ field: value })} />
        </TipField>
      )}
    </>
  );
}
