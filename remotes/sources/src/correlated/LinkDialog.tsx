import { useState, type ReactNode } from 'react';
import { Form, Modal } from '@cam/ui';
import type { Correlations } from './api';
import { CorrelatedField } from './CorrelatedField';

interface Props {
  /** Uid of the source or organization to link. */
  uid: string;
  name: string;
  correlations: Correlations;
  onClose: () => void;
}

/** Links a source or organization to its counterpart in the identity-governance product. */
export function LinkDialog({ uid, name, correlations, onClose }: Props): ReactNode {
  const { of, optionsFor, link } = correlations;
  const linked = of(uid)?.idnSourceId ?? '';
  const [chosen, setChosen] = useState(linked);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await link(uid, chosen);
      onClose();
    } catch {
      // The failure was shown as a toast; the selection stays.
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      title={`Link ${name}`}
      okText="Save"
      onOk={() => void save()}
      okButtonProps={{ disabled: chosen === linked, loading: isSaving }}
      onCancel={onClose}
      width={520}
    >
      <Form layout="vertical">
        <CorrelatedField value={chosen} options={optionsFor(uid)} onChange={setChosen} />
      </Form>
    </Modal>
  );
}
