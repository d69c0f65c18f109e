import type { ReactNode } from 'react';
import { Progress } from '@cam/ui';
import { passwordStrength, STRENGTHS } from './password-strength';
import styles from './ProfileForm.module.css';

const COLOURS = ['var(--cam-high)', 'var(--cam-medium)', 'var(--cam-accent)', 'var(--cam-ok)'];

/** Shows how hard a new password is to guess, while the user types it. */
export function PasswordMeter({ password }: { password: string }): ReactNode {
  const level = passwordStrength(password);
  return (
    <div className={styles.meter} role="status">
      <Progress percent={(level + 1) * 25} steps={STRENGTHS.length} strokeColor={COLOURS[level]} showInfo={false} aria-hidden />
      <span>Strength: {STRENGTHS[level]}</span>
    </div>
  );
}
