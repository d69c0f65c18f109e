import type { ReactNode } from 'react';
import { Logo } from '../shell/Logo';
import styles from './SignInFrame.module.css';

/** The frame of the pages before the console: the logo and one thing to do. */
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
