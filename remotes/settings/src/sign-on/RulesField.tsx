import type { ReactNode } from 'react';
import { MOST_RIGHTS_RULES } from '@cam/contracts';
import { Button, Form, Input } from '@cam/ui';
import styles from './sign-on.module.css';
import { ScopesSelect } from './ScopesSelect';
import type { RuleDraft } from './words';

interface Props {
  drafts: readonly RuleDraft[];
  onChange: (drafts: RuleDraft[]) => void;
}

/** Edits the rules that turn attributes into rights. */
export function RulesField({ drafts, onChange }: Props): ReactNode {
  const change = (index: number, part: Partial<RuleDraft>): void =>
    onChange(drafts.map((draft, at) => (at === index ? { ...draft, ...part } : draft)));
  return (
    <Form.Item
      label="Rules for rights"
      extra="Each sign-in gives the scopes of all rules that match. A person whom no rule matches and no role names cannot sign in. The value * stands for any value."
    >
      {drafts.map((draft, index) => (
        // Rules have no identity of their own: their position is what the user sees.
        <div key={index} className={styles.rule} role="group" aria-label={`Rule ${index + 1}`}>
          <Input
            aria-label="Attribute"
            placeholder="groups"
            maxLength={300}
            value={draft.attribute}
            onChange={({ target: { value } }) => change(index, { attribute: value })}
          />
          <Input
            aria-label="Value"
            placeholder="Value"
            maxLength={500}
            value={draft.value}
            onChange={({ target: { value } }) => change(index, { value })}
          />
          <ScopesSelect value={draft.scopes} onChange={(scopes) => change(index, { scopes })} />
          <Button
            aria-label={`Remove rule ${index + 1}`}
            disabled={drafts.length === 1}
            onClick={() => onChange(drafts.filter((_draft, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        disabled={drafts.length >= MOST_RIGHTS_RULES}
        onClick={() => onChange([...drafts, { attribute: drafts.at(-1)?.attribute ?? 'groups', value: '', scopes: [] }])}
      >
        Add rule
      </Button>
    </Form.Item>
  );
}
