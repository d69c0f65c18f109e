import { useState, type ReactNode } from 'react';
import { Form, Radio, Select, TipField, TypeIcon } from '@cam/ui';
import { SUBJECT_KINDS, useSubjects, type Subject, type SubjectKind } from './subject';
import styles from './raise.module.css';

interface Props {
  value: Subject | null;
  onChange: (subject: Subject | null) => void;
}

/** Chooses the entity of an alert by its type and name. */
export function SubjectField({ value, onChange }: Props): ReactNode {
  const [kind, setKind] = useState<SubjectKind>('identities');
  const [text, setText] = useState('');
  const { rows, isLoading, problem } = useSubjects(kind, text);
  return (
    <>
      <Form.Item label="Entity type">
        <Radio.Group
          aria-label="Entity type"
          optionType="button"
          options={[...SUBJECT_KINDS]}
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as SubjectKind);
            setText('');
            onChange(null);
          }}
        />
      </Form.Item>
      <TipField label="Entity name" required hint={problem}>
        <Select
          showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
          placeholder="Search by name *"
          labelInValue
          value={value && { value: value.uri, label: value.name }}
          loading={isLoading}
          notFoundContent={isLoading ? 'Searching…' : 'No entity has this name'}
          options={rows.map((row) => ({ value: row.uri, label: row.name, row }))}
          optionRender={({ data: { row } }) => (
            <span className={styles.option}>
              <TypeIcon type={row.type} /> <span>{row.name}</span> <span className={styles.source}>{row.account_name}</span>
            </span>
          )}
          onChange={({ value: uri, label }) => onChange({ uri, name: label })}
        />
      </TipField>
    </>
  );
}
