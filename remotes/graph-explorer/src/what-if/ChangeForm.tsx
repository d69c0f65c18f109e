import { useState, type ReactNode } from 'react';
import type { ChangeEdit, ChangeOptions } from '@cam/contracts';
import { Button, Form, Input, Select, TipField } from '@cam/ui';
import { choicesOf, documentOf, editOf, fieldsOf, kindsOf, type ChangeFields, type ChangeKind } from './change-form';
import styles from './what-if.module.css';

interface Props {
  options: ChangeOptions;
  isBusy: boolean;
  onTry: (edit: ChangeEdit) => void;
  /** Called when the fields change, so that the verdict no longer belongs to them. */
  onEdit: () => void;
}

/** Shows the form of a change. */
export function ChangeForm({ options, isBusy, onTry, onEdit }: Props): ReactNode {
  const kinds = kindsOf(options);
  const [fields, setFields] = useState<ChangeFields>(() => fieldsOf(options, kinds[0]?.value ?? 'EDIT'));
  const choice = choicesOf(options, fields.kind);
  const change = editOf(options, fields);
  const problem = 'problem' in change ? change.problem : null;
  const set = (next: ChangeFields): void => {
    setFields(next);
    onEdit();
  };
  const hasDocument = fields.kind === 'EDIT' || fields.kind === 'ADD';
  return (
    <Form layout="vertical" onFinish={() => 'edit' in change && !isBusy && onTry(change.edit)}>
      <div className={styles.fields}>
        <TipField label="Change">
          <Select value={fields.kind} options={kinds} onChange={(kind: ChangeKind) => set(fieldsOf(options, kind))} />
        </TipField>
        {choice && (
          <TipField label={choice.label}>
            <Select
              value={fields.target === '' ? null : fields.target}
              placeholder={`Choose a ${choice.label.toLowerCase()}`}
              options={choice.choices}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(target: string) => set({ ...fields, target, document: documentOf(options, fields.kind, target) })}
            />
          </TipField>
        )}
        {fields.kind === 'ADD' && options.type !== 'OBJECT_STORE' && (
          <TipField label="Name">
            <Input maxLength={128} value={fields.name} onChange={({ target }) => set({ ...fields, name: target.value })} />
          </TipField>
        )}
      </div>
      {hasDocument && (
        <TipField label="Document" hint={problem} error={'isFault' in change ? problem : null}>
          <Input.TextArea
            className={styles.editor}
            autoSize={{ minRows: 8, maxRows: 24 }}
            spellCheck={false}
            value={fields.document}
            onChange={({ target }) => set({ ...fields, document: target.value })}
          />
        </TipField>
      )}
      <Button type="primary" htmlType="submit" disabled={problem !== null} loading={isBusy}>
        Try change
      </Button>
    </Form>
  );
}
