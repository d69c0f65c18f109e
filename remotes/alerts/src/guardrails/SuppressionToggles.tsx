import type { ReactNode } from 'react';
import { Switch } from '@cam/ui';
import type { Suppressed } from './suppression';
import styles from './GuardrailForm.module.css';

interface Props {
  legend: string;
  value: Suppressed;
  readOnly: boolean;
  onChange: (value: Suppressed) => void;
}

/** Two switches that suppress alerts about changes of this kind to identities and to objects. */
export function SuppressionToggles({ legend, value, readOnly, onChange }: Props): ReactNode {
  return (
    <fieldset className={styles.toggles}>
      <legend>{legend}</legend>
      <label>
        <Switch
          size="small"
          aria-label={`${legend}: Identity`}
          checked={value.identity}
          disabled={readOnly}
          onChange={(identity) => onChange({ ...value, identity })}
        />
        Identity
      </label>
      <label>
        <Switch
          size="small"
          aria-label={`${legend}: Object`}
          checked={value.object}
          disabled={readOnly}
          onChange={(object) => onChange({ ...value, object })}
        />
        Object
      </label>
    </fieldset>
  );
}
