import { useState, type ReactNode } from 'react';
import { SOURCE_FORMS, type Organization, type SourceField } from '@cam/contracts';
import { confirm, useFlag, useFlags } from '@cam/platform';
import { Alert, Button, cloudName, Drawer, ErrorState, Form, Input, LoadingState, TipField } from '@cam/ui';
import type { Correlations } from '../correlated/api';
import { CorrelatedField } from '../correlated/CorrelatedField';
import { ACCESS_GUIDES, awsGuide } from './access-guides';
import { AccessGuideView } from './AccessGuideView';
import { useAwsPrincipal, useStored, type Edited } from './api';
import { modelOf, newModel, type EditorModel } from './editor-model';
import styles from './editor.module.css';
import { EditorField } from './EditorField';
import { TestResult } from './TestResult';
import { useSourceEditor } from './use-source-editor';

interface Props {
  edited: Edited;
  viewOnly: boolean;
  correlations: Correlations;
  onClose: () => void;
  /** @param organization the new organization whose scope is chosen next; null for everything else */
  onSaved: (organization: Organization | null) => void;
}

/** Connects a new source, or shows and changes the connection of an existing one. */
export function SourceEditor(props: Props): ReactNode {
  const { edited, onClose, correlations } = props;
  const { known, error } = useStored(edited);
  const [fresh] = useState(() => newModel(edited.cloud));
  if (edited.uid === null) return <OpenEditor {...props} stored={fresh} />;
  if (known) return <OpenEditor {...props} stored={modelOf(known, correlations.of(edited.uid)?.idnSourceId ?? '')} />;
  return (
    <Drawer open title={cloudName(edited.cloud)} onClose={onClose} size={WIDTH}>
      {error ? <ErrorState message={error.userMessage} supportCode={error.trackingId} /> : <LoadingState />}
    </Drawer>
  );
}

const WIDTH = 640;

/** Shows the AWS guide with the principal that the role must trust. Without one, it says so before the user fills in anything. */
function AwsGuide({ isNew, externalId }: { isNew: boolean; externalId: string | null }): ReactNode {
  const { principal, isLoading, check } = useAwsPrincipal();
  const takesTopic = useFlag('UI_AWS_SNS_TOPIC');
  return (
    <>
      {principal?.arn === '' && (
        <Alert
          type="warning"
          showIcon
          className={styles.identity}
          title="CAM cannot sign in to AWS"
          description={`${principal.reason} Ask the operator to give the server an AWS identity. Until then, no connection to AWS can be tested.`}
          action={
            <Button size="small" loading={isLoading} onClick={check}>
              Check again
            </Button>
          }
        />
      )}
      <AccessGuideView guide={awsGuide(principal?.arn || null, externalId, takesTopic)} isNew={isNew} />
    </>
  );
}

function OpenEditor({ edited, viewOnly, correlations, onClose, onSaved, stored }: Props & { stored: EditorModel }): ReactNode {
  const editor = useSourceEditor(stored, edited, correlations.link);
  const { model, errors, test } = editor;
  const { nameLabel, nameAfter, fields } = SOURCE_FORMS[edited.cloud];
  const before = fields.findIndex(({ key }) => key === nameAfter) + 1;
  const flags = useFlags();
  const isNew = edited.uid === null;

  const close = async (): Promise<void> => {
    const question = 'You have unsaved changes. Are you sure you want to leave this page?';
    if (viewOnly || !editor.isDirty || (await confirm({ message: question }))) onClose();
  };
  const save = async (): Promise<void> => {
    const saved = await editor.save();
    if (!saved) return;
    onClose();
    onSaved(saved.organization);
  };
  const shown = (key: string): string | null => ((model.values[key] ?? '') === '' ? null : (errors[key] ?? null));
  const fieldOf = (field: SourceField): ReactNode => {
    const { key, flag } = field;
    if (flag && !flags.has(flag)) return null;
    const common = { field, value: model.values[key] ?? '', error: viewOnly ? null : shown(key) };
    return <EditorField key={key} {...common} disabled={viewOnly} onChange={(text) => editor.change(key, text)} />;
  };

  const buttons = (
    <div className={styles.buttons}>
      <Button onClick={() => void close()}>{viewOnly ? 'Close' : 'Cancel'}</Button>
      {!viewOnly && (
        <>
          <Button disabled={!editor.mayTest} loading={test.kind === 'testing'} onClick={() => void editor.runTest()}>
            Test Connection
          </Button>
          <Button type="primary" disabled={!editor.maySave} loading={editor.isSaving} onClick={() => void save()}>
            Save
          </Button>
        </>
      )}
    </div>
  );
  return (
    <Drawer
      open
      title={`${isNew ? 'Connect' : viewOnly ? 'View' : 'Edit'} ${cloudName(edited.cloud)}`}
      onClose={() => void close()}
      size={WIDTH}
      footer={buttons}
    >
      {!viewOnly && (edited.cloud === 'AWS' ? <AwsGuide isNew={isNew} externalId={isNew ? model.values.external_id?.trim() || null : null} /> : <AccessGuideView guide={ACCESS_GUIDES[edited.cloud]} isNew={isNew} />)}
      <Form layout="vertical" disabled={viewOnly} autoComplete="off" className={viewOnly ? styles.viewed : undefined}>
        {fields.slice(0, before).map(fieldOf)}
        <TipField label={nameLabel} required>
          <Input placeholder={`${nameLabel}*`} maxLength={200} value={model.name} onChange={(event) => editor.rename(event.target.value)} />
        </TipField>
        {fields.slice(before).map(fieldOf)}
        {correlations.areUsed && (
          <CorrelatedField value={model.correlatedSource} options={correlations.optionsFor(edited.uid)} onChange={editor.correlate} />
        )}
      </Form>
      <TestResult test={test} cloud={edited.cloud} isNew={isNew} />
    </Drawer>
  );
}
