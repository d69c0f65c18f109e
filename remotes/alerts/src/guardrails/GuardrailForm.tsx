import { useState, type ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import { notify, useUnsavedChanges } from '@cam/platform';
import { Button, Form, Input, Radio, Select, TipField } from '@cam/ui';
import { SEVERITIES } from '../severities';
import { AffectedObjects } from './AffectedObjects';
import { alertingErrors } from './alerting-fields';
import { AlertingSection } from './AlertingSection';
import { BackTestPanel } from './BackTestPanel';
import { BUILT_IN_FOLDERS } from './folders';
import { fieldErrors, type GuardrailFields } from './guardrail-fields';
import { SuppressionToggles } from './SuppressionToggles';
import { useQueryCheck } from './use-query-check';
import styles from './GuardrailForm.module.css';

interface Props {
  initial: GuardrailFields;
  submitLabel: string;
  readOnly?: boolean;
  /** The guardrail is built in: only its alerting can be edited. */
  isBuiltIn?: boolean;
  /** The form is open beside a search result: a blank name is an error on submit, not before. */
  fromSearch?: boolean;
  /** Content above the fields. */
  children?: ReactNode;
  /** Stores the fields. Rejects after showing the error; the form then keeps its fields. */
  onSubmit: (fields: GuardrailFields) => Promise<void>;
  onCancel: () => void;
  onDirty?: (dirty: boolean) => void;
}

/** Shows all fields of a guardrail, to edit or read-only. Users can edit only the alerting of a built-in guardrail. */
export function GuardrailForm({
  initial,
  submitLabel,
  readOnly = false,
  isBuiltIn = false,
  fromSearch = false,
  children,
  onSubmit,
  onCancel,
  onDirty,
}: Props): ReactNode {
  const [fields, setFields] = useState(initial);
  const [saved] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const dirty = !readOnly && JSON.stringify(fields) !== JSON.stringify(saved);
  useUnsavedChanges(dirty && !busy);

  const check = useQueryCheck(fields.query);
  const isFixed = readOnly || isBuiltIn;
  const errors = fieldErrors(fields, isFixed);
  const alertErrors = alertingErrors(fields.alerting);
  const queryError = errors.query ?? (isFixed ? null : check.problem);
  const isNameMissing = fromSearch && fields.name.trim() === '';
  // A search result shows the matches already. A stored query is known to be valid, so it needs no check.
  const isValidQuery = check.meaning !== null || (fields.query === saved.query && saved.query !== '');
  const shownMatches = !fromSearch && isValidQuery ? fields.query.trim() : null;
  const valid = (!errors.name || isNameMissing) && !queryError && !errors.remediation && !errors.audit && Object.keys(alertErrors).length === 0;

  const change = (part: Partial<GuardrailFields>): void => {
    const next = { ...fields, ...part };
    setFields(next);
    setTouched(new Set([...touched, ...Object.keys(part)]));
    onDirty?.(JSON.stringify(next) !== JSON.stringify(saved));
  };
  const submit = async (): Promise<void> => {
    if (!valid || busy || readOnly) return;
    if (isNameMissing) {
      notify.error('Guardrail name should not be empty');
      return;
    }
    setBusy(true);
    try {
      await onSubmit(fields);
    } catch {
      setBusy(false);
    }
  };
  const shown = (name: keyof GuardrailFields, error: string | null | undefined): string | null => (touched.has(name) ? (error ?? null) : null);

  return (
    <Form layout="vertical" className={styles.form} onFinish={() => void submit()}>
      {children}
      <TipField label="Name" required error={shown('name', errors.name)}>
        <Input
          placeholder="Name *"
          maxLength={300}
          readOnly={isFixed}
          value={fields.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </TipField>
      <TipField
        label="Query"
        required
        error={fields.query === '' ? shown('query', queryError) : queryError}
        hint={shownMatches === null && check.meaning !== null && <span className={styles.meaning}>{check.meaning}</span>}
      >
        <Input.TextArea
          placeholder="Query *"
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={4000}
          readOnly={isFixed}
          value={fields.query}
          onChange={(event) => change({ query: event.target.value })}
        />
      </TipField>
      {shownMatches !== null && <AffectedObjects query={shownMatches} />}
      <TipField label="Description">
        <Input.TextArea
          placeholder={check.meaning ?? 'Description'}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={10000}
          readOnly={isFixed}
          value={fields.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </TipField>
      <div className={styles.row}>
        <Form.Item label="Severity">
          <Radio.Group
            aria-label="Severity"
            optionType="button"
            disabled={isFixed}
            options={[...SEVERITIES]}
            value={fields.severity}
            onChange={(event) => change({ severity: event.target.value as Severity })}
          />
        </Form.Item>
        <TipField label="Label">
          <Input
            placeholder="Label"
            maxLength={100}
            readOnly={isFixed}
            value={fields.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        </TipField>
      </div>
      <TipField label="Categories">
        <Select
          mode="tags"
          placeholder="Categories"
          disabled={isFixed}
          options={BUILT_IN_FOLDERS.map((name) => ({ value: name, label: name }))}
          value={fields.categories}
          onChange={(categories: string[]) => change({ categories: categoriesOf(categories) })}
        />
      </TipField>
      <div className={styles.row}>
        <SuppressionToggles
          legend="Ignore Delete"
          readOnly={isFixed}
          value={fields.ignoreDelete}
          onChange={(ignoreDelete) => change({ ignoreDelete })}
        />
        <SuppressionToggles
          legend="Ignore Create"
          readOnly={isFixed}
          value={fields.ignoreCreate}
          onChange={(ignoreCreate) => change({ ignoreCreate })}
        />
      </div>
      <TipField label="Remediation" error={errors.remediation}>
        <Input.TextArea
          placeholder="Remediation"
          autoSize={{ minRows: 3, maxRows: 10 }}
          readOnly={isFixed}
          value={fields.remediation}
          onChange={(event) => change({ remediation: event.target.value })}
        />
      </TipField>
      <TipField label="Audit" error={errors.audit}>
        <Input.TextArea
          placeholder="Audit"
          autoSize={{ minRows: 3, maxRows: 10 }}
          readOnly={isFixed}
          value={fields.audit}
          onChange={(event) => change({ audit: event.target.value })}
        />
      </TipField>
      <AlertingSection
        value={fields.alerting}
        severity={fields.severity}
        errors={alertErrors}
        readOnly={readOnly}
        onChange={(alerting) => change({ alerting })}
      />
      {!isFixed && <BackTestPanel fields={fields} disabled={Boolean(queryError)} />}
      <div className={styles.foot}>
        <Button onClick={onCancel}>{readOnly ? 'Close' : 'Cancel'}</Button>
        {!readOnly && (
          <Button type="primary" htmlType="submit" disabled={!valid} loading={busy}>
            {submitLabel}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Normalizes categories to what the contract accepts: trimmed, without duplicates, at most 20, of at most 100 characters each. */
function categoriesOf(typed: readonly string[]): string[] {
  return [...new Set(typed.map((name) => name.trim().slice(0, 100)).filter((name) => name !== ''))].slice(0, 20);
}
