import { useState, type ReactNode } from 'react';
import { Form } from 'antd';
import { Modal } from '../feedback/overlays';
import { focusFirstField } from './focus-first-field';

interface Props {
  title: string;
  okText: string;
  /** The fields can be submitted. */
  isComplete: boolean;
  /** CSS pixels. */
  width?: number;
  onClose: () => void;
  /** A rejection keeps the dialog open with its input; whoever rejects shows why. */
  onSubmit: () => Promise<void>;
  /** Renders the fields. `submit` is for the Enter key. */
  children: (submit: () => void) => ReactNode;
}

/** Asks for values in a dialog, and closes it once they are submitted. */
export function SubmitDialog({ title, okText, isComplete, width = 440, onClose, onSubmit, children }: Props): ReactNode {
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (!isComplete || busy) return;
    setBusy(true);
    try {
      await onSubmit();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ disabled: !isComplete, loading: busy }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={width}
      afterOpenChange={focusFirstField}
    >
      <Form layout="vertical">{children(() => void submit())}</Form>
    </Modal>
  );
}
