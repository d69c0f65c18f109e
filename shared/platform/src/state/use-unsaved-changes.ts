import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { sessionAtom } from '../session/session';
import { confirm } from './confirm';
import { store } from './store';

export const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';

/** Forms on the screen that hold something unsaved. */
let dirtyForms = 0;

/**
 * Asks whoever is about to lose unsaved changes by something else than another address, such as the next step of a page; true at once
 * where there are none.
 */
export async function mayLeave(): Promise<boolean> {
  return dirtyForms === 0 || confirm({ message: UNSAVED_CHANGES });
}

/** Asks before somebody leaves a page with unsaved changes, inside the console and when the tab is closed. */
export function useUnsavedChanges(dirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Once the session has ended nothing can be saved any more: the way to the sign-in is open.
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
