import { useState, type ReactNode } from 'react';
import { MOST_RIGHTS_RULES, type GroupRule, type ProvisionedGroup } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Button, Input, SubmitDialog } from '@cam/ui';
import styles from './sign-on.module.css';
import { ScopesSelect } from './ScopesSelect';

interface Props {
  rules: readonly GroupRule[];
  groups: readonly ProvisionedGroup[];
  onClose: () => void;
  onSaved: () => void;
}

/** Edits which groups give which rights. It begins with the groups that have no rule yet. */
export function GroupRulesForm({ rules, groups, onClose, onSaved }: Props): ReactNode {
  const [drafts, setDrafts] = useState<GroupRule[]>(() => [
    ...rules,
    ...groups.filter(({ name }) => !rules.some(({ group }) => group === name)).map(({ name }) => ({ group: name, scopes: [] })),
  ]);
  const change = (index: number, part: Partial<GroupRule>): void =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...part } : draft)));
  const chosen = drafts.map(({ group, scopes }) => ({ group: group.trim(), scopes })).filter(({ scopes }) => scopes.length > 0);
  const save = async (): Promise<void> => {
    await callApi('PUT /v1/provisioning/rules', { body: { rules: chosen } }, { filtered: false });
    notify.success('The rights of groups were changed.');
    onSaved();
  };
  return (
    <SubmitDialog
      title="Rights of groups"
      okText="Save"
      isComplete={chosen.every(({ group }) => group !== '') && chosen.length <= MOST_RIGHTS_RULES}
      width={680}
      onClose={onClose}
      onSubmit={save}
    >
      {() => (
        <>
          <p className={styles.detail}>
            A user has the scopes of all groups. A group without scopes gives none. The name * stands for any group. Users who lose a scope are signed
            out.
          </p>
          {drafts.map((draft, index) => (
            <div key={index} className={styles.groupRule} role="group" aria-label={`Group ${index + 1}`}>
              <Input
                aria-label="Group"
                placeholder="Name of the group"
                maxLength={500}
                value={draft.group}
                onChange={({ target: { value } }) => change(index, { group: value })}
              />
              <ScopesSelect value={draft.scopes} onChange={(scopes) => change(index, { scopes })} />
              <Button aria-label={`Remove group ${index + 1}`} onClick={() => setDrafts(drafts.filter((_draft, at) => at !== index))}>
                Remove
              </Button>
            </div>
          ))}
          <Button disabled={drafts.length >= MOST_RIGHTS_RULES} onClick={() => setDrafts([...drafts, { group: '', scopes: [] }])}>
            Add group
          </Button>
        </>
      )}
    </SubmitDialog>
  );
}
