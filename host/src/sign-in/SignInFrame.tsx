import type { ReactNode } from 'react';
import { Logo } from '../shell/Logo';
import styles from './SignInFrame.module.css';

/** Renders the frame of the pages outside the console: the logo and one action. */
export function SignInFrame({ children, helpUrl }: { children: ReactNode; helpUrl?: string }): ReactNode {
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <Logo />
        {children}
        {helpUrl && (
          <a href={helpUrl} target="_blank" rel="noreferrer">
            Help
          </a>
        )}
      </div>
    </main>
  );
}
