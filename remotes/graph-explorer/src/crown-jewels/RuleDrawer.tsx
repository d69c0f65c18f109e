import { useState, type ReactNode } from 'react';
import type { TierRule } from '@cam/contracts';
import { callApi, confirm, notify, SearchLink, useUnsavedChanges } from '@cam/platform';
import { Button, Drawer, Form, Input, Radio, Select, Switch, TipField } from '@cam/ui';
import { bodyOf, fieldsOf, KINDS, newRule, problemOf, taggersQuery, type Kind, type RuleFields } from './rule-fields';
import { RulePreview } from './RulePreview';
import styles from './crown-jewels.module.css';

const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';
const LABELS_ONLY = -1;

interface Props {
  /** Null adds a rule. */
  rule: TierRule | null;
  /** URI of the entity that a new rule assigns by hand; empty: none. */
  uri: string;
  /** Names of the tiers. */
  names: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}

/** Shows the form of a tier rule beside the list, with a preview of the entities that it selects. */
export function RuleDrawer({ rule, uri, names, onClose, onSaved }: Props): ReactNode {
  const [saved] = useState(() => (rule ? fieldsOf(rule) : newRule(uri)));
  const [fields, setFields] = useState(saved);
  const [busy, setBusy] = useState(false);
  const isDirty = JSON.stringify(fields) !== JSON.stringify(saved);
  useUnsavedChanges(isDirty && !busy);
  const body = bodyOf(fields);
  const problem = problemOf(fields);
  const change = (part: Partial<RuleFields>): void => setFields({ ...fields, ...part });
  const close = async (): Promise<void> => {
    if (!isDirty || (await confirm({ message: UNSAVED_CHANGES }))) onClose();
  };
  const submit = async (): Promise<void> => {
    if (!body || busy) return;
    setBusy(true);
    try {
      if (rule) {
        const { kind: _kind, ...changed } = body;
        const path = { rule_id: rule.rule_id };
        await callApi('PATCH /v1/tiers/rules/{rule_id}', { path, body: { ...changed, version: rule.version } }, { filtered: false });
      } else await callApi('POST /v1/tiers/rules', { body }, { filtered: false });
      notify.success(`Saved the rule "${body.name}"`);
      onSaved();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Drawer open title={rule ? rule.name : 'Add rule'} size={640} onClose={() => void close()} destroyOnHidden>
      <Form layout="vertical" className={styles.form} onFinish={() => void submit()}>
        <TipField label="Name" required>
          <Input maxLength={120} value={fields.name} onChange={(event) => change({ name: event.target.value })} />
        </TipField>
        {!rule && (
          <Form.Item label="Selects by">
            <Radio.Group
              aria-label="Selects by"
              optionType="button"
              options={[...KINDS]}
              value={fields.kind}
              onChange={(event) => change({ kind: event.target.value as Kind })}
            />
          </Form.Item>
        )}
        <Selection fields={fields} change={change} />
        <RulePreview fields={fields} names={names} />
        <TipField label="Tier" error={problem}>
          <Select
            value={fields.tier ?? LABELS_ONLY}
            onChange={(tier: number) => change({ tier: tier === LABELS_ONLY ? null : tier })}
            options={[
              ...names.map((name, tier) => ({ value: tier, label: `Tier ${tier}: ${name}` })),
              { value: LABELS_ONLY, label: 'No tier, labels only' },
            ]}
          />
        </TipField>
        <TipField label="Labels" hint="Free words, usable in queries as: with-attribute label WORD">
          <Select
            mode="tags"
            value={fields.labels}
            onChange={(labels: string[]) => change({ labels: labels.slice(0, 10) })}
            open={false}
            suffixIcon={null}
          />
        </TipField>
        <TipField label="Reason" required>
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={1000}
            value={fields.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </TipField>
        {fields.kind !== 'HAND' && (
          <label className={styles.check}>
            <Switch size="small" checked={fields.certify} onChange={(certify) => change({ certify })} /> New entities wait until a user certifies them
          </label>
        )}
        <div className={styles.foot}>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={!body} loading={busy}>
            {rule ? 'Save' : 'Add rule'}
          </Button>
        </div>
      </Form>
    </Drawer>
  );
}

function Selection({ fields, change }: { fields: RuleFields; change: (part: Partial<RuleFields>) => void }): ReactNode {
  const taggers = taggersQuery(fields);
  switch (fields.kind) {
    case 'QUERY':
      return (
        <TipField
          label="Query"
          required
          hint="The rule assigns the entities that the query is about, for example: object_store with-attribute name ~ payroll"
        >
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={4000}
            value={fields.query}
            onChange={(event) => change({ query: event.target.value })}
          />
        </TipField>
      );
    case 'TAG':
      return (
        <>
          <TipField label="Tag key" required>
            <Input maxLength={200} placeholder="data-class" value={fields.key} onChange={(event) => change({ key: event.target.value })} />
          </TipField>
          <TipField label="Tag value" required hint="Everyone who may set this tag can put entities into the tier.">
            <Input maxLength={300} placeholder="restricted" value={fields.value} onChange={(event) => change({ value: event.target.value })} />
          </TipField>
          {taggers !== null && (
            <p>
              <SearchLink query={taggers}>Who can change the tags of these entities</SearchLink>
            </p>
          )}
        </>
      );
    case 'PLACE':
      return (
        <TipField
          label="Place"
          required
          hint="Id of an account, subscription, project, folder or management group. Everything in it and below it belongs to the tier."
        >
          <Input maxLength={300} value={fields.place} onChange={(event) => change({ place: event.target.value })} />
        </TipField>
      );
    case 'HAND':
      return (
        <TipField label="URIs" required hint="One URI a line. The page of an entity shows its URI.">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} value={fields.uris} onChange={(event) => change({ uris: event.target.value })} />
        </TipField>
      );
  }
}
