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
  /** The validation message. A tooltip shows it while the control has the focus or the pointer, and screen readers announce it. */
  error?: string | null;
  required?: boolean;
  /** Content below the control. */
  hint?: ReactNode;
  /** Content beside the control. */
  beside?: ReactNode;
  /** The control. It must accept `id`, `status` and aria attributes. */
  children: ReactElement<ControlProps>;
}

/** Shows a labelled control whose validation message is a tooltip. */
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
