import { cloneElement, useId, useState, type ReactElement, type ReactNode } from 'react';
import { Form, Tooltip } from 'antd';

interface ControlProps {
  id?: string;
  status?: '' | 'error';
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
}

interface Props {
  label: string;
  /** Stands in a tooltip while the control has the focus or the pointer, and is read out with it. */
  error?: string | null;
  required?: boolean;
  /** Below the control. */
  hint?: ReactNode;
  /** Beside the control. */
  beside?: ReactNode;
  /** One control that takes id, status and aria attributes. */
  children: ReactElement<ControlProps>;
}

/** A labelled control whose validation message stands in a tooltip. */
export function TipField({ label, error, required = false, hint, beside, children }: Props): ReactNode {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const control = cloneElement(children, {
    id,
    status: error ? 'error' : '',
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : undefined,
    'aria-required': required || undefined,
  });
  return (
    <Form.Item label={label} htmlFor={id} extra={hint}>
      <div style={beside ? { display: 'flex', gap: 8 } : undefined}>
        <Tooltip title={error} open={Boolean(error) && (focused || hovered)} placement="topLeft">
          <div
            style={{ flex: 1 }}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onMouseEnter={() => setHovered(true)}
            onMouseLeave={() => setHovered(false)}
          >
            {control}
          </div>
        </Tooltip>
        {beside}
      </div>
      {error && (
        <span id={`${id}-error`} className="cam-visually-hidden">
          {error}
        </span>
      )}
    </Form.Item>
  );
}
