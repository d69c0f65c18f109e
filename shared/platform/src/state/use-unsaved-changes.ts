import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { sessionAtom } from '../session/session';
import { confirm } from './confirm';
import { store } from './store';

export const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';

/** Shown forms with unsaved changes. */
let dirtyForms = 0;

/** Reports whether a shown form has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return dirtyForms > 0;
}

/**
 * Asks before an action within a page discards unsaved changes, such as the next step of a form. Resolves with true at once when there are
 * none.
 */
export async function confirmDiscard(): Promise<boolean> {
  return dirtyForms === 0 || confirm({ message: UNSAVED_CHANGES });
}

/** Asks before a person leaves a page with unsaved changes, within the console or by closing the tab. */
export function useUnsavedChanges(dirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After the session has ended nothing can be saved, so the sign-in is reachable without a question.
      dirty && store.get(sessionAtom) !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ message: UNSAVED_CHANGES }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    dirtyForms += 1;
    window.addEventListener('beforeunload', warn);
    return () => {
      dirtyForms -= 1;
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
}
