import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import { Form, Tooltip } from '@cam/ui';

interface ControlProps {
  id?: string;
  status?: '' | 'error';
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
}

interface Props {
  label: string;
  /** Shown as a tooltip of the control, and read out with it. */
  error?: string | null;
  required?: boolean;
  hint?: ReactNode;
  /** One control of the ui facade. */
  children: ReactElement<ControlProps>;
}

/** A labelled control whose validation message stands in a tooltip. */
export function TipField({ label, error, required = false, hint, children }: Props): ReactNode {
  const id = useId();
  const control = cloneElement(children, {
    id,
    status: error ? 'error' : '',
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : undefined,
    'aria-required': required,
  });
  return (
    <Form.Item label={label} htmlFor={id} extra={hint}>
      <Tooltip title={error} trigger={['hover', 'focus']} placement="topLeft">
        {control}
      </Tooltip>
      {error && (
        <span id={`${id}-error`} className="cam-visually-hidden">
          {error}
        </span>
      )}
    </Form.Item>
  );
}
